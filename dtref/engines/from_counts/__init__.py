"""
Growing from AVC sets alone: of each attribute at a node how many records of each class have which value (Gehrke 1998).

They add up, so the records may be counted in parts, wherever they are, and never have to be in memory together.
"""

READING_ORDER = (
    "rows",
    "frontier",
    "source",
    "sources",
    "cuts",
    "policies",
    "sets",
    "grow",
    "follow",
    "rainforest",
)
