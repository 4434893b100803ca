"""
The book: the executable specification as pages to read. Everything is made from the code, the proofs and the golden files.

Reading order: reading, setting, pages, spec.
"""
