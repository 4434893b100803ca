"""Why a test doesn't compete: the average gain, against numbers by hand, in explanations and verdicts."""

from __future__ import annotations

import math

from attrs import evolve

from dtref.io.foreign.dtref_model import from_tree
from dtref.io.tables import read_csv
from dtref.oracle.verify.verify import verify
from dtref.show.explain import explain
from dtref.spec.growing.admission import TwoBranchesHave
from dtref.spec.growing.hunt import grow
from dtref.spec.model.data import DataSet
from dtref.spec.presets import C45, C45_GAIN, C45_GAIN_RATIO

# Anlass has the greatest gain, Wind the greatest gain ratio and a gain below the average
TABLE = """Wetter;Wind;Anlass;spielen
sonnig;nein;A;ja
sonnig;nein;B;ja
sonnig;ja;C;nein
regen;nein;D;ja
regen;ja;E;nein
regen;ja;F;nein
nebel;nein;A;ja
nebel;ja;A;ja
"""


def played(tmp_path: object) -> DataSet:
    """The table as a data set."""
    path = f"{tmp_path}/f.csv"
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123 - a path of a fixture
        file.write(TABLE)
    return read_csv(path, target="spielen", delimiter=";")


def entropy(*counts: int) -> float:
    """The entropy of class counts, in doubles."""
    n = sum(counts)
    return -sum(c / n * math.log2(c / n) for c in counts if c)


def test_the_average_gain_is_shown_and_who_is_below_it(tmp_path: object) -> None:
    node = entropy(5, 3)
    gains = {
        "Wetter": node - 6 / 8 * entropy(1, 2),
        "Wind": node - 4 / 8 * entropy(1, 3),
        "Anlass": node,
    }
    average = sum(gains.values()) / 3
    text = str(explain(played(tmp_path), C45))
    sentence = f"Average gain {average:.3f} of 3 attributes; below it, so that they don't compete: "
    assert f"{sentence}Wetter {gains['Wetter']:.3f}, Wind {gains['Wind']:.3f}." in text
    assert f"[its gain {gains['Wind']:.3f} is below the average, {average:.3f}]" in text


def test_verify_says_by_which_rule_a_test_is_no_candidate(tmp_path: object) -> None:
    data = played(tmp_path)
    by_ratio = from_tree(grow(data, C45_GAIN_RATIO))
    assert "no candidate: its gain 0.549 is below the average, 0.590; the algorithm asks" in str(verify(by_ratio, data, C45))
    two = verify(from_tree(grow(data, C45_GAIN)), data, evolve(C45_GAIN, admit=(TwoBranchesHave(2),)))
    assert "no candidate: the rule is: at least 2 records in two branches; its branches have 3, 1, 1, 1, 1 and 1" in str(two)
