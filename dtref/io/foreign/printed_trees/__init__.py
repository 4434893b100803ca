"""Readers of trees from the text that a program prints for people: Weka's, C4.5's, C5.0's, R's."""

READING_ORDER = (
    "lines",
    "branches",
    "nodes",
    "blocks",
    "weka",
    "quinlan",
    "rpart_text",
    "partykit_text",
)
