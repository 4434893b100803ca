"""The settings of a fitted estimator of scikit-learn: the parameters that it was made with."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Protocol, runtime_checkable

from dtref.io.foreign.tree import Setting

GROWN_BY_VERSION = "version"
"""The setting that has the program's version."""


@runtime_checkable
class Estimator(Protocol):
    """An object that has the parameters it was made with."""

    def get_params(self, deep: bool = ...) -> Mapping[str, object]:
        """The parameters by name."""


def parameter_settings(model: object) -> Iterator[Setting]:
    """The parameters; for `max_features` the number of columns that it came to."""
    for name, value in (model.get_params(deep=False) if isinstance(model, Estimator) else {}).items():
        stored = getattr(model, "max_features_", value) if name == "max_features" else value
        yield Setting(name, str({_plain(key): _plain(x) for key, x in stored.items()} if isinstance(stored, Mapping) else stored))


def version_settings() -> Iterator[Setting]:
    """The version of the program that runs, which grew the model unless it was saved by another; none where it isn't loaded."""
    version = getattr(sys.modules.get("sklearn"), "__version__", None)
    if isinstance(version, str):
        yield Setting(GROWN_BY_VERSION, version)


def _plain(x: object) -> object:
    """A number of an array library as Python has it, so that its text is the number's."""
    return x.item() if hasattr(x, "item") else x


def drawing_settings(model: object) -> Iterator[Setting]:
    """The settings by which a forest drew and weighted the records of its trees."""
    parameters = model.get_params(deep=False) if isinstance(model, Estimator) else {}
    yield from (Setting(name, str(parameters[name])) for name in ("bootstrap", "max_samples", "class_weight") if name in parameters)
    if hasattr(model, "estimator_weights_"):
        yield Setting("estimator_weights_", "each tree has weights of its own for the records")
