"""
The fast engine: the trees of `dtref.induction.hunt`, tie sets included, from presorted columns; needs the extra `fast`.

Reading order: coding, layout, scores, candidates, nodes, deciding, trees, growing, choice.
"""
