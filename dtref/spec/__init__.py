"""
The specification: everything that the documents teach, exact, each formula written once.

No answer here depends on a rounding error, and nothing here is drawn. Where an algorithm is faster than the textbook's, its docstring says
why the answer is the same.
"""

READING_ORDER = (
    "model",
    "preparation",
    "split",
    "growing",
    "presets",
    "pruning",
    "programs",
    "evaluation",
    "ensembles",
    "optimal",
    "stability",
    "views",
    "sources",
    "bibliography",
)
