"""The judge of a grown tree takes any surrogates that ties leave open, and no others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dtref.oracle.golden.records import Call
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.judge.cases import Cuts, case_asked
from dtref.oracle.judge.equally_right.trees import TIED, judge_equally_right
from dtref.oracle.judge.outcomes import Outcome

VECTORS = json.loads((golden_folder() / "vectors/ties.json").read_text())["vectors"]
(TWO,) = (vector for vector in VECTORS if vector["id"] == "vectors-ties-49")


def judged(answer: Any) -> tuple[Outcome, str]:
    judgement = judge_equally_right(case_asked(Call("grow", TWO["given"]), Cuts.NAMED), answer)
    assert judgement is not None
    return judgement.outcome, judgement.why


@pytest.mark.parametrize("i", [0, 1])
def test_each_tree_that_tied_surrogates_lead_to_is_right(i: int) -> None:
    """They send a record without a value different ways, and are different trees below."""
    assert judged(TWO["accepted"][i]) == (Outcome.ACCEPTABLE, TIED)


def test_the_surrogates_of_one_tree_with_the_branches_of_the_other_are_wrong() -> None:
    first, second = TWO["accepted"]
    assert judged({**first, "surrogates": second["surrogates"]})[0] is Outcome.FAILED


def test_a_surrogate_that_is_none_of_the_best_is_wrong() -> None:
    first = TWO["accepted"][0]
    outcome, why = judged({**first, "surrogates": first["surrogates"][:1]})
    assert outcome is Outcome.FAILED
    assert "WRONG    surrogate 2: it has none; right is" in why
