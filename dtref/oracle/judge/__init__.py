"""
Whether a program is right: it is asked golden cases and generated ones, and judged exactly.

Reading order: cases, answers, closure, python_values, asking, pipes, process, judging, lines, generating, telling, testing.
"""
