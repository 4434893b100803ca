"""Bias and variance, of an estimator and of a learner whose training set varies.   Reading order: draws, squared_loss, zero_one_loss."""
