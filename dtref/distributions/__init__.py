"""Probability distributions: certified tails and quantiles; the binomial ones exact.   Reading order: binomial, normal, student_t, chi_square, f."""
