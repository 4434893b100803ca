"""The inputs of operations on an error rate: `errors` among `records`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtref.oracle.operations.draws import GivenJson, class_count, pairs_of
from dtref.oracle.operations.kinds import A_COUNT, A_RATIONAL, A_WHOLE
from dtref.oracle.operations.operation import each, jointly

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _rate() -> SearchStrategy[GivenJson]:
    return pairs_of(class_count(), class_count()).map(lambda n: {"errors": n[0], "records": str(int(n[0]) + int(n[1]))})


def _some_rate() -> SearchStrategy[GivenJson]:
    return _rate().filter(lambda rate: rate["records"] != "0")


RATE = jointly(each(errors=A_COUNT, records=A_WHOLE), _rate)
SOME_RATE = jointly(RATE, _some_rate)
SOME_WHOLE_RATE = jointly(each(errors=A_WHOLE, records=A_WHOLE), _some_rate)
SOME_COUNT_RATE = jointly(each(errors=A_COUNT, records=A_COUNT), _some_rate)
SOME_RATIONAL_RATE = jointly(each(errors=A_RATIONAL, records=A_RATIONAL), _some_rate)
