"""Operations on trees and data: preparing, balancing, splitting, growing, stopping, ties, pruning, ensembles, searches, views."""

READING_ORDER = (
    "preparation",
    "balancing",
    "splits",
    "growing",
    "stopping",
    "ties",
    "pruning",
    "ensembles",
    "searches",
    "views",
)
