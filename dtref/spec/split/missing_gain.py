"""
Information gain where some records miss the value asked for: three readings of one slide.

Notation: T the node's n records; K those whose value is known, in children n_i; F = |K| / n; U the others. Each reading is a criterion,
called with the class counts of the node, of the children and of U; without U all three are `dtref.spec.split.criteria.gain`.

=========================  =======================================================  ================  ==================
reading                    formula                                                  the slide's data  the slide prints
=========================  =======================================================  ================  ==================
`gain` (C4.5 defines it)   F (Entropy(K) - sum_i n_i/|K| Entropy(i))                0.1368            -
`gain_over_all`            F (Entropy(T) - sum_i n_i/n Entropy(i)): the formula     0.2973            its left-hand side
`gain_over_all_unscaled`   Entropy(T) - sum_i n_i/n Entropy(i): without F           0.3303            its result
=========================  =======================================================  ================  ==================
"""

from __future__ import annotations

__sources__ = (("tan", "Computing Impurity Measure"),)

from collections.abc import Sequence

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.number import Exact, Number, is_zero, total
from dtref.spec.split.criteria import criterion, known_share
from dtref.spec.split.impurity import Children, entropy, exact_counts


@defined(
    formula="sum_i n_i/n Entropy(i); an empty child counts nothing",
    unit="bits",
    errors="Invalid for counts that are not exact, below 0 or ragged",
    sources=(("tan", 'Computing Impurity Measure, "0.3(0) + 0.6(0.9183) = 0.551"'),),
)
def entropy_of_children_over_all(children: Children, missing: Sequence[Exact]) -> Number | Undefined:
    """
    The children's entropy over all records, in bits; `tan` calls it Entropy(Children): weights n_i/n that add up to F, not to 1.
    Undefined without records.

    It counts the records with a missing value as a child that is pure, whatever their classes.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(entropy_of_children_over_all(((0, 3), (2, 4), (0, 0)), (1, 0)), 4)
    '0.5510'
    """
    unknown = exact_counts(missing)
    exact = [exact_counts(child, len(unknown)) for child in children]
    known = [child for child in exact if not is_zero(total(child))]
    return _over_all(known, unknown) if known or not is_zero(total(unknown)) else Undefined("no records")


def _over_all(children: Children, missing: Sequence[Exact]) -> Number:
    """The formula, for children that all have records."""
    n = total(total(child) for child in (*children, missing))
    return total(total(child) / n * entropy.of(child) for child in children)


def _unscaled(known: Sequence[Exact], children: Children, missing: Sequence[Exact]) -> Number:
    node = [a + b for a, b in zip(known, missing, strict=True)]
    return entropy.of(node) - _over_all(children, missing)


def _scaled(known: Sequence[Exact], children: Children, missing: Sequence[Exact]) -> Number:
    return known_share(known, missing) * _unscaled(known, children, missing)


@criterion(entropy, reduces=True, with_missing=_scaled)
@defined(
    formula=(
        'F (Entropy(T) - sum_i n_i/n Entropy(i)), "0.9 x (0.8813 - 0.551)"; the slide gives 0.3303 as its value, '
        "which is `gain_over_all_unscaled`"
    ),
    unit="bits",
    sources=(("tan", "Computing Impurity Measure"),),
    parts=lambda: (known_share, entropy_of_children_over_all),
)
def gain_over_all(node: Sequence[Exact], children: Children) -> Number:
    """
    The formula that `tan` prints: known share times the gain with everything over all n records, in bits.   At least 0.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(entropy((3, 7)), 4), decimal(gain_over_all((3, 7), ((0, 3), (2, 4)), (1, 0)), 4)
    ('0.8813', '0.2973')
    >>> from dtref.spec.split.criteria import gain
    >>> decimal(gain((3, 7), ((0, 3), (2, 4)), (1, 0)), 4)
    '0.1368'
    """
    return _gain(node, children)


@criterion(entropy, reduces=True, with_missing=_unscaled)
@defined(
    formula="Entropy(T) - sum_i n_i/n Entropy(i)",
    unit="bits",
    sources=(("tan", 'Computing Impurity Measure, "= 0.3303"'),),
    parts=lambda: (entropy_of_children_over_all,),
)
def gain_over_all_unscaled(node: Sequence[Exact], children: Children) -> Number:
    """
    The number that `tan` prints: the gain with everything over all n records, in bits, the factor F left out.   At least 0.

    It is the gain of the test with "missing" as one more branch, plus |U|/n Entropy(U).

    >>> from dtref.exact.decimals import decimal
    >>> decimal(gain_over_all_unscaled((3, 7), ((0, 3), (2, 4)), (1, 0)), 4)
    '0.3303'
    """
    return _gain(node, children)


def _gain(node: Sequence[Exact], children: Children) -> Number:
    return entropy.of(node) - _over_all(children, ())
