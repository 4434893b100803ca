"""How far predicted numbers are from the actual ones.   Reading order: errors, medians, relative, correlation."""
