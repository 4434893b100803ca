"""Where scikit-learn isn't installed the estimators' package says which extra brings it."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest


def test_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name == "dtref.sklearn" or name.startswith(("dtref.sklearn.", "sklearn."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(ModuleNotFoundError, match=r"^dtref\.sklearn needs the extra dtref\[sklearn\], which pip install"):
        import_module("dtref.sklearn")
