"""The records that a forest of scikit-learn drew for each of its trees, as the forest itself draws them again from their seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from dtref.io.foreign.scikit_learn_settings import Estimator
from dtref.io.foreign.tree import Setting

BALANCED_SUBSAMPLE = "balanced_subsample"
"""The rule for class weights that counts the records drawn."""


def forest_draws(model: object, members: int) -> Sequence[tuple[int, ...]]:
    """
    How often each record was drawn for each member; empty for those that were given all records, or don't tell.

    `estimators_samples_` draws again by the published generator (scikit-learn 1.9, `sklearn/ensemble/_forest.py`,
    `_generate_sample_indices`; `sklearn/ensemble/_bagging.py`). A record's own weight, and that of its class, only decide how likely it is
    drawn, since version 1.9; "balanced_subsample" weighs the records drawn, and is left out here, as are forests of earlier versions.

    >>> class Forest:
    ...     estimators_samples_, _n_samples, _sample_weight = [[0, 2, 2], [1, 1, 1]], 3, None
    ...     def get_params(self, deep=True): return {"bootstrap": True}
    >>> forest_draws(Forest(), 2), forest_draws(None, 1)
    ([(1, 0, 2), (0, 3, 0)], [()])
    """
    none: list[tuple[int, ...]] = [()] * members
    parameters = model.get_params(deep=False) if isinstance(model, Estimator) else {}
    size: object = getattr(model, "_n_samples", None)
    drawn = bool(parameters.get("bootstrap")) and hasattr(model, "_sample_weight")
    if not drawn or not isinstance(size, int) or parameters.get("class_weight") == BALANCED_SUBSAMPLE:
        return none
    samples: Iterable[Iterable[int]] = getattr(model, "estimators_samples_", ())
    counted = [Counter(map(int, sample)) for sample in samples]
    return [tuple(counts[i] for i in range(size)) for counts in counted] if len(counted) == members else none


def without_class_weight(drawing: Sequence[Setting], in_bag: tuple[int, ...]) -> tuple[Setting, ...]:
    """
    The settings of a forest without the weights of classes, where these only decided the draws.

    >>> without_class_weight((Setting("class_weight", "balanced"), Setting("bootstrap", "True")), (1, 0, 2))
    (Setting(name='bootstrap', value='True'),)
    """
    return tuple(setting for setting in drawing if not (in_bag and setting.name == "class_weight"))
