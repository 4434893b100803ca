"""The placements of cuts, by name."""

from __future__ import annotations

from collections.abc import Mapping

from dtref.spec.split.numeric.placement import Placement, floor_midpoint, largest_not_above_midpoint, lower_end, midpoint, upper_end

PLACEMENTS: Mapping[str, Placement] = {
    "midpoint": midpoint,
    "lower_end": lower_end,
    "upper_end": upper_end,
    "largest_not_above_midpoint": largest_not_above_midpoint,
    "floor_midpoint": floor_midpoint,
}
"""The placements; the last may leave the cut interval, the others never do."""
