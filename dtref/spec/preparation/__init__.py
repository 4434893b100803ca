"""Data sets made from data sets, before growing.

Reading order: fitted, missing, discretisation, resampling, balancing, synthetic, rings, drawing.
"""
