"""
Calls as people write them: rows and frames, arguments of another kind, exchanged, or not called. Expectations were written first.

Each is answered, or refused in a line that has what to write.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dtref
import dtref.strategies as st

FRAME = pd.DataFrame({"x": [1, 2, 3, 4, 5, 6], "flag": [True, False, True, False, True, True], "y": [1, 0, 1, 0, 0, 1]})
DATA = dtref.from_frame(FRAME, target="y")
MODEL = dtref.fit(DATA, dtref.CART)
TREE = MODEL.tree

ANSWERED: dict[str, Callable[[], Any]] = {
    "a row of a frame": lambda: dtref.predict(MODEL, FRAME.iloc[0]).labels == (1,),
    "a row as a mapping": lambda: dtref.predict(MODEL, dict(FRAME.iloc[1])).labels == (0,),
    "numpy scalars": lambda: dtref.predict(MODEL, {"x": np.int64(1), "flag": np.bool_(True)}).labels == (1,),
    "a frame to verify": lambda: not dtref.verify(MODEL, FRAME, dtref.CART).wrong,
    "a frame by integers": lambda: (
        not dtref.verify(
            dtref.fit(dtref.from_frame(FRAME.set_axis(range(3), axis=1), target=2), dtref.CART),
            FRAME.set_axis(range(3), axis=1),
            dtref.CART,
        ).wrong
    ),
    "a frame in another order": lambda: not dtref.verify(MODEL, FRAME[["y", "flag", "x"]], dtref.CART).wrong,
    "a frame with more": lambda: not dtref.verify(MODEL, FRAME.assign(name=list("abcdef")), dtref.CART).wrong,
    "a frame that it was trained on": lambda: dtref.trained_on(MODEL, FRAME).seen == 6,
}


@pytest.mark.parametrize("name", ANSWERED)
def test_a_call_is_answered(name: str) -> None:
    assert ANSWERED[name]()


REFUSED: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "verify exchanged": (lambda: dtref.verify(FRAME, MODEL, dtref.CART), ("tree",)),  # type: ignore[arg-type]
    "verify with a name": (lambda: dtref.verify(MODEL, FRAME, "cart"), ("policy", "dtref.CART")),  # type: ignore[arg-type]
    "verify an array": (lambda: dtref.verify(MODEL, np.eye(3), dtref.CART), ("data", "from_arrays")),  # type: ignore[arg-type]
    "verify without labels": (lambda: dtref.verify(MODEL, FRAME[["x", "flag"]], dtref.CART), ("target", "'y'")),
    "verify without a column": (lambda: dtref.verify(MODEL, FRAME[["x", "y"]], dtref.CART), ("flag",)),
    "verify with texts for numbers": (lambda: dtref.verify(MODEL, FRAME.assign(x=list("abcdef")), dtref.CART), ("x", "number")),
    "verify with a label missing": (
        lambda: dtref.verify(MODEL, FRAME.assign(y=[1, 0, None, 0, 0, 1]), dtref.CART),
        ("record 3", "unlabelled"),
    ),
    "fit a frame": (lambda: dtref.fit(FRAME, dtref.CART), ("data", "from_frame")),
    "grow by a function": (lambda: dtref.grow(DATA, dtref.scikit_learn), ("policy",)),  # type: ignore[arg-type]
    "reproduce with a frame": (lambda: dtref.reproduce(MODEL, FRAME), ("data",)),
    "a picture of a frame": (lambda: dtref.svg(TREE, data=FRAME), ("data",)),
    "stability of a frame": (lambda: dtref.stability(TREE, FRAME, dtref.CART), ("data",)),
    "predict a text": (lambda: dtref.predict(MODEL, "x"), ("record",)),
    "predict nothing": (lambda: dtref.predict(MODEL, None), ("record",)),  # type: ignore[call-overload]
    "trained_on exchanged": (lambda: dtref.trained_on(FRAME, MODEL), ("model",)),  # type: ignore[arg-type]
    "a list for a name": (lambda: dtref.from_frame(FRAME, target=["y"]), ("target", "one of the columns")),  # type: ignore[arg-type]
    "a text for a list": (lambda: dtref.from_frame(FRAME, target="y", ignore="flag"), ("ignore", "list of names")),
    "no kind of weights": (lambda: st.weights(kind="none"), ("weights", "'fractions'")),
    "no kind of weights of counts": (lambda: st.class_counts(weights="none"), ("weights", "'one'")),
    "a series for a frame": (lambda: dtref.from_frame(FRAME["x"], target="y"), ("frame",)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_call_is_refused_with_what_to_write(name: str) -> None:
    call, says = REFUSED[name]
    with warnings.catch_warnings(), pytest.raises(dtref.Invalid) as caught:
        warnings.simplefilter("ignore", dtref.DataWarning)
        call()
    assert all(word in str(caught.value) for word in says), str(caught.value)
