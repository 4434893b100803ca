"""
What the book is made of, read from the sources without running them, and from the golden files.

Reading order: scope, modules, order, proofs, departures, cases, citing, library.
"""
