"""
Output codes: the way of the class labels. Each class has a code word; a member learns one bit of it; the nearest word wins.

Notation: k classes; a code matrix has a row, the word, for each class in declared order, and a column for each member.
"""

from __future__ import annotations

__sources__ = (
    ("cs422", "Ensemble methods (class labels)"),
    "Dietterich and Bakiri 1995, Solving multiclass learning problems via error-correcting output codes",
)

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.comparison import argmin_set
from dtref.exact.definition import defined
from dtref.spec.ensembles.four_ensembles import Classifier, Learner, trained
from dtref.spec.model.attributes import Cell, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.display import Reported
from dtref.spec.model.prediction import Prediction

Code: TypeAlias = tuple[tuple[int, ...], ...]
"""A code matrix: for each class its word of bits, 0 or 1."""

BITS = ("0", "1")


def one_against_rest(k: int) -> Code:
    """
    The code in which each member tells one class from all others. Errors: Invalid below 0 classes.

    >>> one_against_rest(3), code_distance(one_against_rest(3))
    (((1, 0, 0), (0, 1, 0), (0, 0, 1)), 2)
    """
    if k < 0:
        raise Invalid("one against the rest", "0 classes or more", k)
    return tuple(tuple(int(i == j) for j in range(k)) for i in range(k))


@defined(errors="Invalid below 2 classes", sources=("Dietterich and Bakiri 1995",))
def exhaustive_code(k: int) -> Code:
    """
    The code with a member for every way to tell some classes from the others: 2^(k-1) - 1 members.

    Its words differ in 2^(k-2) bits.

    >>> exhaustive_code(3), code_distance(exhaustive_code(5))
    (((1, 1, 1), (0, 0, 1), (0, 1, 0)), 8)
    """
    if k < 2:
        raise Invalid("exhaustive code", "2 classes or more", k)
    columns = range(2 ** (k - 1) - 1)
    return ((1,) * len(columns), *(tuple(j >> (k - 1 - i) & 1 for j in columns) for i in range(1, k)))


@defined(formula="sum_j |word_j - bit_j|", errors="Invalid where there are not as many bits")
def hamming_distance(word: Sequence[int], bits: Sequence[Fraction]) -> Fraction:
    """
    The number of bits in which a word differs; an undecided bit, 1/2, differs by 1/2 from either.

    >>> hamming_distance((1, 0, 1), (Fraction(1), Fraction(1), Fraction(1, 2)))
    Fraction(3, 2)
    """
    if len(bits) != len(word):
        raise Invalid("bits", f"as many as the word has: {len(word)}", len(bits))
    return sum((abs(w - b) for w, b in zip(word, bits, strict=True)), Fraction(0))


def decode(code: Code, bits: Sequence[Fraction]) -> tuple[int, ...]:
    """
    The positions of all classes whose words are nearest in Hamming distance.

    >>> decode(exhaustive_code(3), (Fraction(1), Fraction(0), Fraction(1))), decode(one_against_rest(3), (Fraction(0),) * 3)
    ((0, 1), (0, 1, 2))
    """
    return argmin_set(range(len(code)), key=lambda i: hamming_distance(code[i], bits))


def code_distance(code: Code) -> int | Undefined:
    """
    The least Hamming distance d of two words: (d - 1) // 2 wrong members never change the class decoded. Undefined below 2 classes.

    Errors: Invalid where words are not of one length.

    >>> code_distance(((0, 0, 0), (1, 1, 1))), code_distance(((0,),))
    (3, Undefined(why='fewer than two words'))
    """
    distances = [int(hamming_distance(word, tuple(map(Fraction, other)))) for word, other in combinations(code, 2)]
    return min(distances) if distances else Undefined("fewer than two words")


@frozen(eq=False)
class CodedEnsemble(Reported):
    """
    An ensemble whose members each predict a bit of the class's word. Call it with a record.

    Of a member whose labels tie the bit is undecided. The prediction has no distribution.
    """

    classes: tuple[str, ...]
    code: Code
    members: tuple[Classifier, ...]

    __repr__ = brief_repr

    def __call__(self, record: Record) -> Prediction:
        """The classes whose words are nearest to the bits predicted."""
        bits = [_bit(member(record)) for member in self.members]
        return Prediction(tuple(self.classes[i] for i in decode(self.code, bits)), Undefined("a code word has no class shares"))


def _bit(prediction: Prediction) -> Fraction:
    """The bit that a member predicts: 1/2 where both labels tie."""
    return Fraction(int("1" in prediction.labels), len(prediction.labels))


@defined(
    errors=(
        "Invalid where the code is not one word for each class, all of one length, of bits, no two alike; where "
        "the target is continuous; as the learner's"
    ),
    sources=(("cs422", "Ensemble methods"), "Dietterich and Bakiri 1995"),
)
def output_codes(data: DataSet, learner: Learner, code: Code) -> CodedEnsemble:
    """
    The ensemble with a member for each column of a code matrix, trained on the records with their class's bit as the label: the way of the
    class labels.

    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.ensembles.four_ensembles import tree_learner
    >>> x, z = (Nominal(n, ("a", "b", "c")) for n in "xz")
    >>> data = DataSet((x,), z, [Record((v,), v) for v in "abc"])
    >>> [output_codes(data, tree_learner(ID3), one_against_rest(3))(Record((v,))).labels for v in "abc"]
    [('a',), ('b',), ('c',)]
    """
    _check(code, data.classes)
    word: dict[Cell, tuple[int, ...]] = dict(zip(data.classes, code, strict=True))
    return CodedEnsemble(
        data.classes, code, tuple(trained(learner, _relabelled(data, word, j)) for j in range(len(code[0]) if code else 0))
    )


def _check(code: Code, classes: tuple[str, ...]) -> None:
    """Errors: Invalid unless there is a word of bits for each class, all of one length and no two alike."""
    if len(code) != len(classes):
        raise Invalid("code matrix", f"{len(classes)} words, one a class", len(code))
    for c, word in zip(classes, code, strict=True):
        if len(word) != len(code[0]) or not set(word) <= {0, 1}:
            raise Invalid(f"word of class {c}", f"{len(code[0])} bits, each 0 or 1", word)
    if code_distance(code) == 0:
        raise Invalid("code matrix", "words that differ", code)


def _relabelled(data: DataSet, word: Mapping[Cell, Sequence[int]], j: int) -> DataSet:
    """The data set with the j-th bits of the classes' words as labels."""
    records = tuple(evolve(record, label=BITS[word[record.label][j]]) for record in data)
    return DataSet(data.attributes, Nominal(data.target.name, BITS), records)
