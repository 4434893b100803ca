"""
What others are checked against.

Reading order: arithmetic (a tiny exact language), operations (by name), golden (records), verify (trees), judge (programs), book.
"""
