"""The script that compares as many pairs as there is time for: it goes on where it stopped, finds what differs, and knows the reasons."""

from __future__ import annotations

from pathlib import Path

import pytest

from dtref.spec.growing import hunt
from dtref.spec.model.trees import Leaf

pytest.importorskip("numba")

from engines.compiled import many_pairs
from engines.compiled.outcomes import UNCOVERED

KIND = "within the bound"


def test_every_reason_for_declining_is_on_the_list() -> None:
    text = (Path(__file__).parents[3] / "dtref" / "engines" / "README.md").read_text(encoding="utf-8")
    said = " ".join(text.split())
    assert {named for named in many_pairs.REASONS.values() if named not in said} == set()
    with pytest.raises(ValueError, match="not on the list: the moon"):
        many_pairs.reason(f"{UNCOVERED} (got 'the moon')")


def test_a_run_goes_on_where_it_stopped_and_finds_what_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_pairs, "SEEDS", 8)
    state = tmp_path / "state.json"
    few = many_pairs.run(state, 1, lambda kind: kind == KIND)[KIND]
    assert (few.next, few.different) == (8, [])
    assert many_pairs.run(state, few.covered, lambda kind: kind == KIND)[KIND] == few
    more = many_pairs.run(state, few.covered + 1, lambda kind: kind == KIND)[KIND]
    assert (more.next, more.different) == (16, [])
    assert more.covered + more.declined.total() == 16
    assert 0 < more.bound <= more.covered
    assert f"| {KIND} | {more.covered} |" in "\n".join(many_pairs.table(many_pairs.read(state)))
    # another answer of the specification is noticed
    monkeypatch.setattr(hunt, "grow", lambda *_: Leaf((), ()))
    wrong = many_pairs.run(state, more.covered + 1, lambda kind: kind == KIND)[KIND]
    assert len(wrong.different) == wrong.covered - more.covered > 0
