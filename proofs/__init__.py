"""Theorems about dtref's own functions, run on SymPy symbols. One file per subject; `theorem_…` functions, collected by pytest."""
