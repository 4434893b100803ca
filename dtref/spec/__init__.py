"""
The specification: everything that the documents teach, exact, each formula written once. Nothing here is an optimisation or a display.
"""

READING_ORDER = (
    "model",
    "preparation",
    "split",
    "growing",
    "presets",
    "pruning",
    "evaluation",
    "ensembles",
    "optimal",
    "views",
    "sources",
    "bibliography",
)
