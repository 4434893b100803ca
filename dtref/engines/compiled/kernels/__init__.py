"""
Functions over arrays that numba compiles: growth, breadth first, with scores in doubles and a proved bound on their errors.

Reading order: layout, scores, candidates, dividing, settling, nodes.
"""
