"""Operations on trees and data: counting, preparing, balancing, splitting, growing, stopping, pruning, ensembles, searches, views."""

READING_ORDER = (
    "counting",
    "preparation",
    "balancing",
    "splits",
    "growing",
    "stopping",
    "pruning",
    "ensembles",
    "searches",
    "views",
    "importances",
)
