"""
How texts of the code are set: formulas as MathML, code with links, docstrings with both.

Reading order: tokens, letters, formulas, running, code, prose.
"""
