"""The impurities, the criteria and the encodings, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dtref.spec.split.association import CRITERIA_OF_ASSOCIATION
from dtref.spec.split.criteria import CRITERIA_OF_IMPURITY, Criterion
from dtref.spec.split.description import Encoding, bits_saved, classes_coded, errors_chosen, errors_listed
from dtref.spec.split.deviations import CRITERIA_OF_VALUES, IMPURITIES_OF_VALUES
from dtref.spec.split.filled import CRITERIA_OF_FILLED
from dtref.spec.split.impurity import IMPURITIES_OF_ANY_CLASSES, Impurity, variance
from dtref.spec.split.rates import CRITERIA_OF_RATES, IMPURITIES_OF_RATES
from dtref.spec.split.separation import CRITERIA_OF_SEPARATION
from dtref.spec.split.square_roots import CRITERIA_OF_SQUARE_ROOTS, IMPURITIES_OF_TWO_CLASSES

IMPURITIES_OF_CLASSES: Mapping[str, Impurity] = {i.typed: i for i in (*IMPURITIES_OF_ANY_CLASSES, *IMPURITIES_OF_TWO_CLASSES)}

IMPURITIES: Mapping[str, Impurity] = {**IMPURITIES_OF_CLASSES, **{i.typed: i for i in (variance, *IMPURITIES_OF_VALUES)}}
"""The impurities; `variance` and the last ones are those of a continuous target."""

_DECLARED = (*CRITERIA_OF_IMPURITY, *CRITERIA_OF_ASSOCIATION, *CRITERIA_OF_SEPARATION, *CRITERIA_OF_SQUARE_ROOTS, *CRITERIA_OF_VALUES)

CRITERIA: Mapping[str, Criterion] = {**{c.typed: c for c in _DECLARED}, "mdl": bits_saved(classes_coded())}
"""
The criteria, by the name that the command line uses; mdl has the encoding without further parameters (`dtref.spec.split.description`).
"""

CRITERIA_OF_PROGRAMS = (*CRITERIA_OF_FILLED, *CRITERIA_OF_RATES)
"""Criteria that only released programs have (`dtref.spec.programs`): they have no name on the command line."""

IMPURITIES_OF_PROGRAMS = IMPURITIES_OF_RATES
"""The impurities of those criteria that have no name there either."""

CRITERIA_BY_FORMULA: Mapping[str, Criterion] = {c.name: c for c in _DECLARED}
"""The criteria that take nothing besides the counts, by the name of their formula."""

ENCODINGS_OF_ATTRIBUTES: Mapping[str, Callable[[int], Encoding]] = {"errors_listed": errors_listed, "errors_chosen": errors_chosen}
"""The encodings that name one of a number of attributes, from this number."""

ENCODINGS: Mapping[str, Callable[[], Encoding]] = {"classes_coded": classes_coded}
"""The encodings that name no attribute."""
