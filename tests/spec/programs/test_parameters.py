"""Parameters of programs that are wrong: each is refused as `Invalid`, in Python and on the command line, and none is ignored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from inspect import Parameter, signature

import numpy as np
import pytest
from attrs import evolve

import dtref
from dtref.errors import Invalid
from dtref.oracle.stated.named_policy import algorithm_of
from dtref.spec.growing.policy import Policy
from dtref.spec.preparation.priors import AlteredPriors
from dtref.spec.programs.by_name import PROGRAMS

WRONG: tuple[object, ...] = (
    None,
    "",
    "no such",
    "log2 + 1",
    b"yes",
    0.5,
    float("nan"),
    float("inf"),
    1j,
    Fraction(0),
    Fraction(-3, 7),
    -(10**12),
    [],
    {},
    [1, 2],
    [[1]],
    [None],
    ["a"],
    {1: None},
    {(1, 2): 1},
    {"a": "b"},
    object(),
    int,
    np.array([1, 2]),
    np.array(["gini", "exact"]),
    np.array([True, False]),
)
NEEDED: Mapping[str, Mapping[str, object]] = {"reptree": {"P": True}, "simple-cart": {"U": True}}
"""What a program needs to give a policy."""
IDLE = {
    ("weka-random-tree", "S"),
    ("weka-random-forest", "S"),
    ("chaid-package", "split_threshold"),
    ("simple-cart", "N"),
    ("simple-cart", "S"),
    ("simple-cart", "C"),
    ("reptree", "N"),
    ("reptree", "S"),
    ("reptree", "V"),
}
"""Parameters that shape no tree that is here; 0, and what is equal to it, may be theirs."""


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_wrong_value_is_refused_and_not_ignored(name: str) -> None:
    program = PROGRAMS[name]
    needed = NEEDED.get(name, {})
    usual = program(**needed)
    ignored = [
        (parameter.name, value)
        for parameter in signature(program).parameters.values()
        for value in WRONG
        if value is not parameter.default and made(program, {**needed, parameter.name: value}) == usual and not idle(name, parameter, value)
    ]
    assert ignored == []


def made(program: Callable[..., Policy], values: Mapping[str, object]) -> Policy | None:
    """The policy, or None where it is refused; any other error is the test's."""
    try:
        return program(**values)
    except Invalid:
        return None


def idle(name: str, parameter: Parameter, value: object) -> bool:
    """Whether a value is a right one: that of a parameter that shapes nothing, or one equal to the default."""
    return type(value) is Fraction and value == 0 and ((name, parameter.name) in IDLE or parameter.name in ZERO_IS_RIGHT)


ZERO_IS_RIGHT = {
    *("maxcompete", "xval", "surrogatestyle", "min_impurity_decrease", "min_weight_fraction_leaf", "ccp_alpha", "gamma", "t", "K", "N"),
    *("reg_alpha", "max_delta_step", "max_leaves", "lambda_l1", "lambda_l2", "min_gain_to_split", "max_depth", "depth"),
    *("minWeightFractionPerNode", "minInfoGain"),
}
"""Parameters of which 0, and so Fraction(0), is the default, or means the same."""


@pytest.mark.parametrize(
    "values",
    [
        {"prior": (1, 2, 3)},
        {"prior": (Fraction(1, 2), Fraction(1, 2), 0)},
        {"prior": (Fraction(3, 2), Fraction(-1, 2))},
        {"loss": []},
        {"loss": [1]},
        {"weights": "no"},
    ],
)
def test_what_rpart_refuses(values: Mapping[str, object]) -> None:
    with pytest.raises(Invalid, match=r"rpart, (prior|loss|weights)"):
        dtref.rpart(**values)  # type: ignore[arg-type]


def test_priors_are_those_that_sum_to_1_as_doubles_do() -> None:
    thirds = tuple(Fraction(1 / 3) for _ in range(3))
    assert sum(thirds) != 1
    assert dtref.rpart(prior=thirds).weigh == AlteredPriors(thirds)


@pytest.mark.parametrize(
    ("text", "weigh"),
    [
        ("prior=0.5,0.25,1/4", dtref.rpart(prior=(Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))).weigh),
        ("loss=0,1;5,0", dtref.rpart(loss=((0, 1), (5, 0))).weigh),
    ],
)
def test_lists_and_rows_on_the_command_line(text: str, weigh: object) -> None:
    assert algorithm_of("rpart", (text,)).weigh == weigh


@pytest.mark.parametrize("text", ["prior=1,2,3", "prior=1;2", "loss=0,1", "loss=0;1;a"])
def test_other_lists_are_refused_on_the_command_line(text: str) -> None:
    with pytest.raises(Invalid, match="--set"):
        algorithm_of("rpart", (text,))


def test_class_weights_have_labels_as_the_estimator_has_them() -> None:
    data = dtref.from_arrays([[0], [1], [2]], [0, 1, 1], names=["x"])
    by_label, by_name = dtref.scikit_learn(class_weight={0: 1, 1: 5}), dtref.scikit_learn(class_weight={"0": 1, "1": 5})
    assert by_label == by_name
    assert dtref.grow(data, by_label) == dtref.grow(data, evolve(by_name))
    of_numpy = {np.int64(0): 1, 1.0: 5}
    assert dtref.scikit_learn(class_weight=of_numpy) == by_name  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "values", [{"min_samples_leaf": Fraction(1)}, {"min_samples_leaf": Fraction(0)}, {"min_samples_split": Fraction(0)}]
)
def test_shares_that_scikit_learn_refuses(values: Mapping[str, Fraction]) -> None:
    with pytest.raises(Invalid, match="a whole number, or a share above 0"):
        dtref.scikit_learn(**values)  # type: ignore[arg-type]


def test_floats_that_are_defaults_of_boosters() -> None:
    """A float that equals a default is that default; another number, or a size, is still refused as a float."""
    assert dtref.xgboost(subsample=1.0, eta=0.3, reg_lambda=1.0, gamma=0.0) == dtref.XGBOOST  # type: ignore[arg-type]  # of floats
    assert dtref.lightgbm(learning_rate=0.1, lambda_l2=0.0) == dtref.LIGHTGBM  # type: ignore[arg-type]  # of floats
    for settings in ({"eta": 0.25}, {"subsample": 0.5}, {"max_depth": 6.0}):
        with pytest.raises(Invalid, match=next(iter(settings))):
            dtref.xgboost(**settings)  # type: ignore[arg-type]  # of floats


@pytest.mark.parametrize(
    ("program", "text", "message"),
    [
        ("spark", "thresholds=0.5", "--set thresholds: expected several numbers, as 1,2, or by name"),
        ("scikit-learn", "monotonic_cst=1", "--set monotonic_cst: expected several numbers"),
        ("ranger", "class_weights=3", "ranger, class_weights: expected none here (got '3')"),
    ],
)
def test_one_number_for_several_is_refused_with_what_is_meant(program: str, text: str, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        algorithm_of(program, (text,))
    assert message in str(refused.value)
