"""The routes of many records through a tree, in arrays: each record's leaf, and what the tree predicts; needs the extra `fast`."""

READING_ORDER = (
    "borders",
    "rows",
    "flat_trees",
    "grown_trees",
    "cells",
    "by_level",
    "walk",
    "predictions",
)
