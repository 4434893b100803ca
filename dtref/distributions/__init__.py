"""
Probability distributions: certified tails and quantiles; the binomial ones exact.

Reading order: inversion, normal, chi_square, beta, student_t, f, binomial, approximation.
"""
