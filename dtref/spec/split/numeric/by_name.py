"""The placements of cuts and the binnings, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dtref.spec.preparation.discretisation import Binning
from dtref.spec.split.numeric.binning import BoundaryPoints, ClassChanges, Clusters, EqualFrequency, EqualWidth
from dtref.spec.split.numeric.placement import Placement, floor_midpoint, largest_not_above_midpoint, lower_end, midpoint, upper_end

PLACEMENTS: Mapping[str, Placement] = {
    "midpoint": midpoint,
    "lower_end": lower_end,
    "upper_end": upper_end,
    "largest_not_above_midpoint": largest_not_above_midpoint,
    "floor_midpoint": floor_midpoint,
}
"""The placements; the last may leave the cut interval, the others never do."""

BINNINGS_OF_A_NUMBER: Mapping[str, Callable[[int], Binning]] = {
    "equal_width": EqualWidth,
    "equal_frequency": EqualFrequency,
    "clusters": Clusters,
}
"""The binnings that make a number of bins, from this number."""

BINNINGS: Mapping[str, Callable[[], Binning]] = {"class_changes": ClassChanges, "boundary_points": BoundaryPoints}
"""The binnings that find the number of bins in the classes."""
