"""
What others are checked against.

Reading order: docstring (what one says of a formula), arithmetic (a tiny exact language), operations (by name), golden (records),
verify (trees), judge (programs), book.
"""
