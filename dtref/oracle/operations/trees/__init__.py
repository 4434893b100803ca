"""Operations on trees and data: preparing, balancing, splitting, growing, stopping, pruning, ensembles, searches, views, importances."""

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
    "importances",
)
