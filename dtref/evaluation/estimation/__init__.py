"""Estimates of an error rate from data: which records train, which test, and what is made of the results."""
