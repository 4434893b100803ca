"""The impurities, the criteria and the encodings, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dtref.spec.split.association import chi_square, g_statistic
from dtref.spec.split.criteria import Criterion, error_reduction, gain, gain_ratio, gini_reduction, variance_reduction
from dtref.spec.split.description import Encoding, bits_saved, classes_coded, errors_chosen, errors_listed
from dtref.spec.split.impurity import Impurity, entropy, gini, misclassification_error, variance
from dtref.spec.split.separation import class_separation, twoing

IMPURITIES: Mapping[str, Impurity] = {"gini": gini, "entropy": entropy, "error": misclassification_error, "variance": variance}
"""The impurities; `variance` is that of a continuous target."""

IMPURITIES_OF_CLASSES = {name: impurity for name, impurity in IMPURITIES.items() if not impurity.moments}

CRITERIA: Mapping[str, Criterion] = {
    "gini": gini_reduction,
    "gain": gain,
    "gain-ratio": gain_ratio,
    "error": error_reduction,
    "chi-square": chi_square,
    "g": g_statistic,
    "c-sep": class_separation,
    "twoing": twoing,
    "mdl": bits_saved(classes_coded()),
    "variance": variance_reduction,
}
"""
The criteria, by the name that the command line uses; mdl has the encoding without further parameters (`dtref.spec.split.description`).
"""

CRITERIA_BY_IMPURITY = {criterion.name: criterion for criterion in CRITERIA.values() if criterion.impurity is not None}
"""The criteria that are made of an impurity, by the name of their formula."""

ENCODINGS_OF_ATTRIBUTES: Mapping[str, Callable[[int], Encoding]] = {"errors_listed": errors_listed, "errors_chosen": errors_chosen}
"""The encodings that name one of a number of attributes, from this number."""

ENCODINGS: Mapping[str, Callable[[], Encoding]] = {"classes_coded": classes_coded}
"""The encodings that name no attribute."""
