"""
The engines: the trees of `dtref.spec.growing.hunt`, tie sets included, sooner. The filter is always there; what grows from presorted
columns needs the extra `fast`.

Reading order: filter; kernels; coding, deciding, trees, growing; choice, forest.
"""
