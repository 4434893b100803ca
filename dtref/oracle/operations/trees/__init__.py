"""Operations on trees and data: preparing, balancing, splitting, growing, stopping, pruning, ensembles, searches, views."""

READING_ORDER = (
    "preparation",
    "balancing",
    "splits",
    "growing",
    "stopping",
    "pruning",
    "ensembles",
    "searches",
    "views",
)
