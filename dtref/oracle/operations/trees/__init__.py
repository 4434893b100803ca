"""Operations on trees and data: counting, preparing, balancing, splitting, growing, stopping, pruning, ensembles, searches, views."""

READING_ORDER = (
    "counting",
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
    "importances",
)
