"""How sure a tree is, against brute force that knows nothing of the library's recursion: every cut, every subset of the records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtref
from dtref.engines.stability import Stability
from dtref.errors import Undecided, Undefined
from dtref.spec.model.trees import Branch
from dtref.spec.stability.node_stability import NodeStability
from dtref.spec.stability.removals import NEVER
from dtref.testing.records import Row, rows_of
