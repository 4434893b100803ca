"""
The table of formats: for each form in which a program writes its trees, how many models and records were compared with the program's own
predictions. `PYTHONPATH=.:tests python tests/peers/formats_table.py [FORM …]` compares those forms, or all, and writes each row when it is
done: 30 models or more of generated settings, 1,000 records each. A program that is not there leaves its row as it was.

formats.json and FORMATS.md beside this file are committed by hand. A row holds for the readers that it names (`code_hash`).
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TypedDict

from attrs import frozen
from peers import c45_errors, c50_models, chaid_package, foreign_formats, foreign_trees, roc_packages, spark_models, weka, weka_models
from peers.code_hash import code_hash
from peers.foreign_models import MODELS
from peers.rows import installed, spark_version

FORMATS_JSON = Path(__file__).with_name("formats.json")
PAGE = Path(__file__).with_name("FORMATS.md")
ABOUT = ("dtref.io.foreign",)
Totals = tuple[int, int, int]
"""The numbers of models, of records of which the form says something, and of those that are predicted otherwise."""


@frozen
class Form:
    """A form of files: the format that reads it, who writes it with its version ("" where it is not there), and what compares."""

    name: str
    file_format: str
    program: str
    version: Callable[[], str]
    totals: Callable[[], Totals]


class Row(TypedDict):
    """A row as it is written. code: the hash of the readers that were compared."""

    form: str
    format: str
    program: str
    version: str
    models: int
    records: int
    different: int
    date: str
    code: str


def _versions(*packages: str) -> str:
    """The versions of packages; "" where one is missing."""
    found = [installed(package) for package in packages]
    return ", ".join(found) if all(found) else ""


def _python(name: str, file_format: str, program: str, *packages: str) -> Form:
    return Form(name, file_format, program, partial(_versions, *packages), partial(foreign_formats.totals, name))


def _forms() -> Iterator[Form]:
    yield _python("sklearn", "sklearn", "scikit-learn", "scikit-learn")
    yield _python("sklearn-text", "sklearn-text", "scikit-learn", "scikit-learn")
    yield _python("pmml", "pmml", "sklearn2pmml, scikit-learn", "sklearn2pmml", "scikit-learn")
    yield _python("nyoka", "pmml", "nyoka, scikit-learn", "nyoka", "scikit-learn")
    yield _python("jpmml-xgboost", "pmml", "sklearn2pmml, XGBoost", "sklearn2pmml", "xgboost")
    yield _python("onnx", "onnx", "skl2onnx, onnxruntime", "skl2onnx", "onnxruntime")
    yield _python("xgboost", "xgboost", "XGBoost", "xgboost")
    yield _python("xgboost-dump", "xgboost", "XGBoost", "xgboost")
    yield _python("lightgbm", "lightgbm", "LightGBM", "lightgbm")
    yield _python("treelite", "treelite", "treelite, LightGBM", "treelite", "lightgbm")
    yield _python("catboost", "catboost", "CatBoost", "catboost")
    yield _python("ydf", "ydf", "YDF", "ydf")
    yield _python("orange", "orange", "Orange", "orange3")
    yield _python("orange-text", "orange-text", "Orange", "orange3")
    for name, printed in (("spark", False), ("spark-text", True)):
        yield Form(name, "spark", "Spark", spark_version, partial(spark_models.totals_of_spark, printed))
    yield Form("chaid", "chaid", "CHAID package", chaid_package.version, partial(chaid_package.totals_of_chaid, True, MODELS))
    yield Form("c45", "c45", "C4.5", c45_errors.version, c45_errors.totals_of_c45)
    yield Form("c50", "c50", "C5.0", c50_models.version, c50_models.totals_of_c50)
    for name in foreign_trees.R_FORMATS:
        package = name.removesuffix("-text")
        read_as = "r-forest" if name in foreign_trees.FORESTS else name
        yield Form(name, read_as, package, partial(roc_packages.version, package), partial(foreign_trees.totals_of_r, name))
    for name in weka_models.OPTIONS:
        yield Form(name, "j48", f"Weka, {name}", weka.version, partial(weka_models.totals_of_weka, name))


FORMS: Mapping[str, Form] = {form.name: form for form in _forms()}
"""The forms, by name."""


def rows() -> list[Row]:
    """The rows that are written."""
    written: list[Row] = json.loads(FORMATS_JSON.read_text("utf-8")) if FORMATS_JSON.exists() else []
    return written


def compared(form: Form) -> Row:
    """The row of a form, compared now."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        models, records, different = form.totals()
    return Row(
        form=form.name,
        format=form.file_format,
        program=form.program,
        version=form.version(),
        models=models,
        records=records,
        different=different,
        date=date.today().isoformat(),
        code=code_hash(ABOUT),
    )


def page_text(written: Sequence[Row]) -> str:
    """FORMATS.md."""
    lines = (
        f"| {row['form']} | `{row['format']}` | {row['program']} | {row['version']} | {row['models']} | {row['records']:,} "
        f"| {row['different']} | {row['date']} | `{row['code']}` |\n"
        for row in written
    )
    return _HEAD + "".join(lines)


_HEAD = """# Trees of other programs, against the programs' own predictions

`PYTHONPATH=.:tests python tests/peers/formats_table.py [FORM …]` writes this page and `formats.json`; both are committed by hand. Of each
form 30 models or more of generated data and settings; for each model 1,000 records or more: every cut, the doubles and floats next to it,
missing values, values that no record had. *records* are those of which the form says where they go: a text often doesn't for a missing or
a new value, which the reader's notes tell. Of C4.5, which may not be handed on, the trees that it printed predict its training records,
as many wrongly as it counts (tests/peers/c45_errors.py). `code` is a hash of the readers (`dtref.io.foreign`) without comments and layout.

| form | `--format` | written by | version | models | records | different | date | code |
| --- | --- | --- | --- | ---: | ---: | ---: | --- | --- |
"""


def write(new: Row) -> None:
    """Put a row into the table and its page."""
    by_form = {row["form"]: row for row in rows()} | {new["form"]: new}
    written = [by_form[name] for name in FORMS if name in by_form]
    FORMATS_JSON.write_text("[\n" + ",\n".join(json.dumps(row) for row in written) + "\n]\n", "utf-8")
    PAGE.write_text(page_text(written), "utf-8")


if __name__ == "__main__":
    for asked in sys.argv[1:] or FORMS:
        if not FORMS[asked].version():
            print(asked, "not there", flush=True)
            continue
        row = compared(FORMS[asked])
        write(row)
        counted = f"{row['models']} models, {row['records']} records, {row['different']} different"
        print(f"{asked} {row['version']}: {counted}", flush=True)
