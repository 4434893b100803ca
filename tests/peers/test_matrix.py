"""
The matrix of programs: pairs of values are covered, all parameters of the programs' own signatures are thought of, rows are of the code as
it is, and a cell of each learner is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

import pytest
from covering import Setting, covering, pairs_of
from peers.learners import learners
from peers.learners.learner import Learner, plain
from peers.matrix import run
from peers.matrix_cells import cells, outcome
from peers.matrix_log import Log
from peers.matrix_rows import page_text, row_of, why_stale
from peers.matrix_tables import Gaps, Table, Weights, variant
from peers.remembered import remembering

import dtref
from dtref.errors import Invalid
from dtref.oracle.verify.verify import verify

LEARNERS = list(learners())
each = pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)


@each
def test_every_pair_of_values_that_may_be_is_in_a_setting(learner: Learner) -> None:
    settings, values = covering(learner.varied, learner.admits), learner.varied
    positions = [{name: values[name].index(value) for name, value in setting.items()} for setting in settings]
    seen = {frozenset({(a, at[a]), (b, at[b])}) for at in positions for a, b in combinations(values, 2)}
    for pair in set(pairs_of(values)) - seen:
        assert not any(map(learner.admits, _with(values, dict(pair))))
    assert all(map(learner.admits, settings))
    assert len(settings) < 30


def _with(values: Mapping[str, Sequence[object]], pair: Mapping[str, int]) -> list[Setting]:
    """Settings with a pair of values: the first of every other parameter, and one of these with another value."""
    first = {name: values[name][pair.get(name, 0)] for name in values}
    return [first, *({**first, name: value} for name in values if name not in pair for value in values[name][1:])]


@each
def test_a_row_is_of_the_code_as_it_is(learner: Learner) -> None:
    if why := why_stale(learner):
        pytest.skip(f"STALE, {learner.name}: {why}: python tests/peers/matrix.py")


def there(learner: Learner) -> Learner:
    if not learner.version():
        pytest.skip(f"{learner.name} is not there")
    return learner


def small(learner: Learner, most: int) -> list[Table]:
    """The smallest tables of a learner."""
    return sorted(learner.tables(), key=lambda table: len(table.read()) * len(table.read().attributes))[:most]


@pytest.mark.peer("matrix", "a cell of each learner")
@each
def test_a_cell_is_right(learner: Learner) -> None:
    came = (outcome(there(learner), table, setting, 0) for table, setting in cells(learner, small(learner, 6)))
    first = next(came)
    assert (first.not_run, *first.wrong, *first.missed) == ("",)


@pytest.mark.peer("matrix", "a cell of each learner")
@each
def test_every_parameter_of_the_signature_is_varied_or_refused_or_shapes_no_tree(learner: Learner) -> None:
    """What is varied has two values at least, but for what a learner of its own has."""
    others = (name for name in (*learner.refused, *learner.fails) if name not in learner.parameters)
    thought_of = [*learner.parameters, *others, *learner.shapeless]
    assert sorted(thought_of) == sorted(there(learner).signature())
    single = {name for name, values in learner.parameters.items() if len(values) < 2}
    assert single <= {"method", "objective", "P", "U"} & ({"method"} | set(learner.refused))


@pytest.mark.peer("matrix", "a cell of each learner")
@each
def test_what_is_refused_is_refused_by_name(learner: Learner) -> None:
    """The model states the value, and its policy is refused with the parameter's name; or the program itself refuses the value."""
    table = next(t for t in small(there(learner), 25) if len(t.read().classes if t.numeric and "numbers" not in learner.name else "") < 3)
    setting = {name: values[-1 if name == "M" else 0] for name, values in learner.parameters.items()}  # Weka prints options if it has some
    data = plain(variant(table.read(), learner.columns, Gaps.NONE, Weights.ONE))
    for name, value in learner.refused.items():
        with pytest.raises(Invalid, match=name):
            tree = learner.grow(data, {**setting, name: value})
            verify(tree, data, dtref.policy_of(tree))
    for name, message in learner.fails.items():
        with pytest.raises(AssertionError, match=message):
            learner.grow(data, {**setting, name: True})


@pytest.mark.peer("matrix", "a cell of each learner")
@each
def test_what_is_remembered_changes_no_report(learner: Learner) -> None:
    table, (_, setting) = small(there(learner), 1)[0], next(iter(cells(learner, small(learner, 1))))
    gaps, weights = setting["gaps"], setting["weights"]
    assert isinstance(gaps, Gaps) and isinstance(weights, Weights)
    data = plain(variant(table.read(), learner.columns, gaps, weights))
    try:
        tree = learner.grow(data, {name: value for name, value in setting.items() if name not in ("gaps", "weights")})
    except ValueError as problem:
        pytest.skip(str(problem))
    policy = dtref.policy_of(tree)
    alone = [finding.verdicts for finding in verify(tree, data, policy).findings]
    with remembering():
        together = [[finding.verdicts for finding in verify(tree, data, policy).findings] for _ in range(2)]
    assert [[list(map(repr, v)) for v in verdicts] for verdicts in together] == [[list(map(repr, v)) for v in alone]] * 2


@pytest.mark.peer("matrix", "a cell of each learner")
def test_a_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learner = there(next(one for one in LEARNERS if one.name == "Weka Id3"))
    log = Log.of(tmp_path / "id3.jsonl")
    first, _ = run(learner, 1, log, keep=False)
    monkeypatch.setattr("peers.matrix.outcome", lambda *_: pytest.fail("it is known"))
    known = Log.of(log.file)
    again, by_other_code = run(learner, 1, known, keep=False)
    assert (by_other_code, known.ran, ("dtref/oracle/verify/verify.py", "verify") in known.ran) == (0, log.ran, True)
    assert page_text([row_of(learner, first, log.ran)]) == page_text([row_of(learner, again, known.ran)])
