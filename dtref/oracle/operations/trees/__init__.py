"""Operations on trees and data: preparing, balancing, splitting, growing, stopping, pruning, ensembles, searches, views."""
