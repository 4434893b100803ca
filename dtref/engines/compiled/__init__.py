"""
The fast engine: the trees of `dtref.spec.growing.hunt`, tie sets included, from presorted columns; needs the extra `fast`.

Reading order: kernels; coding, deciding, trees, growing, choice.
"""
