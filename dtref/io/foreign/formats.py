"""
The formats of files that hold trees: `FORMATS` lists them, and nothing else does.

The options `--format` of the command line, what they say, the table of dtref/oracle/README.md and the refusals of another name come from
the list; so does which readers this package has, beside the modules that they share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid, nearest, within
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.foreign.boosted.lightgbm import read_lightgbm
from dtref.io.foreign.boosted.treelite import read_treelite
from dtref.io.foreign.boosted.xgboost import read_xgboost
from dtref.io.foreign.catboost import read_catboost
from dtref.io.foreign.chaid import read_chaid_text
from dtref.io.foreign.dtref_model import read_own
from dtref.io.foreign.exports import (
    CATBOOST_EXPORT,
    LIGHTGBM_EXPORT,
    ORANGE_EXPORT,
    PARTYKIT_EXPORT,
    R_FOREST_EXPORT,
    RPART_EXPORT,
    SCIKIT_LEARN_EXPORT,
    TREELITE_EXPORT,
    XGBOOST_EXPORT,
    Export,
)
from dtref.io.foreign.onnx import read_onnx
from dtref.io.foreign.orange import read_orange
from dtref.io.foreign.orange_text import read_orange_text
from dtref.io.foreign.partykit import read_partykit
from dtref.io.foreign.pmml.models import read_pmml
from dtref.io.foreign.printed_trees.partykit_text import read_partykit_text
from dtref.io.foreign.printed_trees.quinlan import read_c45, read_c50
from dtref.io.foreign.printed_trees.rpart_text import read_rpart_text
from dtref.io.foreign.printed_trees.weka import read_weka
from dtref.io.foreign.r_forest import read_r_forest
from dtref.io.foreign.rpart import read_rpart
from dtref.io.foreign.scikit_learn_json import read_scikit_learn_json
from dtref.io.foreign.scikit_learn_text import read_export_text
from dtref.io.foreign.spark.models import read_spark
from dtref.io.foreign.tied_labels import with_ties_told
from dtref.io.foreign.tree import ForeignTree
from dtref.io.foreign.ydf import read_ydf

Reader: TypeAlias = Callable[[Path], tuple[ForeignTree, ...]]
"""The trees of a file: one, or those of an ensemble. Errors: Invalid for a file that is none of the format."""


@frozen(eq=False)
class Format:
    """
    A format of files that hold trees. Called with a path it is its reader.

    name: on the command line. read: the reader. reads: what such a file is, and how it is made.
    """

    name: str
    read: Reader
    reads: str

    def __call__(self, path: Path) -> tuple[ForeignTree, ...]:
        """The trees of a file."""
        return self.read(path)


def _export(name: str, read: Reader, export: Export) -> Format:
    return Format(name, read, f"{export.name}: {export.made_by}")


_FORMATS = (
    Format("dtref", lambda path: (read_own(path),), "a model that dtref fit --save wrote"),
    _export("rpart", read_rpart, RPART_EXPORT),
    Format("rpart-text", read_rpart_text, "what R prints of an rpart object"),
    _export("partykit", read_partykit, PARTYKIT_EXPORT),
    Format("partykit-text", read_partykit_text, "what R prints of a tree of partykit, such as ctree's"),
    _export("r-forest", read_r_forest, R_FOREST_EXPORT),
    _export("sklearn", read_scikit_learn_json, SCIKIT_LEARN_EXPORT),
    Format("sklearn-text", read_export_text, "what scikit-learn's export_text returns, best with decimals=17"),
    Format("j48", read_weka, "what Weka prints of J48, Id3, REPTree, RandomTree, SimpleCart or BFTree"),
    Format("c45", read_c45, "what C4.5 prints; --tree 2 is the simplified tree"),
    Format("c50", read_c50, "what C5.0 prints; --tree 2 is the second trial"),
    Format("chaid", read_chaid_text, "what the CHAID package for Python prints: print_tree(), or python -m CHAID"),
    Format("pmml", read_pmml, "a PMML file with a TreeModel, of versions 2.0 to 4.4"),
    Format("xgboost", read_xgboost, f"{XGBOOST_EXPORT.name}: {XGBOOST_EXPORT.made_by}; or, with less in it, what dump_model writes"),
    _export("lightgbm", read_lightgbm, LIGHTGBM_EXPORT),
    _export("treelite", read_treelite, TREELITE_EXPORT),
    _export("catboost", read_catboost, CATBOOST_EXPORT),
    Format("spark", read_spark, "a tree or random forest that Spark saved, which is a folder, or the text of its toDebugString"),
    _export("orange", read_orange, ORANGE_EXPORT),
    Format("orange-text", read_orange_text, "what print_tree() of a tree of Orange returns"),
    Format("ydf", read_ydf, 'the folder that model.save("model") of YDF makes'),
    Format("onnx", read_onnx, "an ONNX model with a TreeEnsembleClassifier or TreeEnsembleRegressor, whose columns are called x0, x1, …"),
)

FORMATS: Mapping[str, Format] = {one.name: one for one in _FORMATS}
"""The formats, by the names that the command line uses."""


@refuses_other_kinds
def read_foreign(path: str | PathLike[str], file_format: str, number: int = 1, formats: Mapping[str, Reader] | None = None) -> ForeignTree:
    """
    A tree of a file: the only one, or by number, from 1; a note says where its labels are choices among equals. formats: the readers, by
    default `FORMATS`. Errors: Invalid for an unknown format or number, and as for the reader.
    """
    place = Path(path)
    readers = FORMATS if formats is None else formats
    if file_format == "protocol" and "protocol" not in readers:
        raise Invalid("format", "dtref.tree_of(json.loads(text), data), as such a tree is read beside its records", file_format)
    if file_format not in readers:
        close = nearest(str(file_format), readers)
        raise Invalid(
            "format", (f"{close!r}, which is near it, or another " if close else "one ") + "of " + ", ".join(readers), file_format
        )
    with within(str(place), place.name):
        trees = readers[file_format](place)
    if not 1 <= number <= len(trees):
        raise Invalid(f"{place.name}, tree", f"a number from 1 to {len(trees)}", number)
    return with_ties_told(trees[number - 1])
