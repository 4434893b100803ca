"""How good is a test, and which are best. Reading order: impurity, criteria, candidates, placement, choose."""
