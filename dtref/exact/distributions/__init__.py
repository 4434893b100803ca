"""
Probability distributions: certified tails and quantiles; the binomial ones exact.

Reading order: inversion, normal, chi_square, incomplete_beta, beta, beta_bounds, student_t, f, binomial, approximation.
"""
