"""
The filter: doubles set aside the candidates that they prove to be worse, before the specification compares the others exactly.

Reading order: float_errors, unbeaten, filtered.
"""
