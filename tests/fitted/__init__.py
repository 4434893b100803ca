"""
Trees that scikit-learn fits to small random data, with all settings that an algorithm of this library can express; the same trees spoiled
in one place; and a brute force that says which of their nodes are wrong, without the library's recursion, criteria or verdicts.
"""
