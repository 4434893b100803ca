"""The golden records and vectors, read once for all tests of a process: reading them takes a second."""

from __future__ import annotations

from dtref.oracle.golden.store import golden_records, golden_vectors

RECORDS = tuple(golden_records())
VECTORS = tuple(golden_vectors())
