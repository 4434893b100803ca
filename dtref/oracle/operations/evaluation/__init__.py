"""Operations of evaluation: confusion, ranking, distributions, intervals, estimating, bootstrapping, comparing, regression."""
