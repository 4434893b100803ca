"""
Command lines as people type them: truth values, words misspelt, values of another kind, exchanged. Expectations were written first.

Each is answered, told of in a line, or refused in a line that has the words that help.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.run import Run

TRUTHS = "x,flag,y\n1,true,no\n2,false,yes\n3,true,no\n4,false,yes\n5,true,yes\n6,true,no\n"
FILES = {
    "truths.csv": TRUTHS,
    "letters.csv": TRUTHS.replace("true", "T").replace("false", "F"),
    "words.csv": TRUTHS.replace("true", "yes!").replace("false", "no!"),
    "gap.csv": TRUTHS.replace("3,true", "3,"),
    "na.csv": TRUTHS.replace("3,true", "3,NA"),
    "spellings.csv": TRUTHS.replace("3,true", "3,True"),
    "zeros.csv": TRUTHS.replace("true", "1").replace("false", "0"),
    "flags.jsonl": "".join(f'{{"x": {i}, "flag": {"true" if i % 2 else "false"}, "y": "{"no" if i % 2 else "yes"}"}}\n' for i in range(6)),
}
FIT = ("fit", "truths.csv", "--target", "y")

COMMANDS: dict[str, tuple[tuple[str, ...], int, tuple[str, ...]]] = {
    # truth values: the algorithm decides what they are, and it is told where they become numbers
    "truths are values to CART": (FIT, 0, ()),
    "truths are numbers to scikit-learn": ((*FIT, "--as", "scikit-learn"), 0, ("flag", "true is 1")),
    "letters are texts": (("fit", "letters.csv", "--target", "y", "--as", "scikit-learn"), 2, ("flag", "numbers")),
    "words are texts": (("fit", "words.csv", "--target", "y", "--as", "scikit-learn"), 2, ("flag", "numbers")),
    "truths with a gap": (("fit", "gap.csv", "--target", "y", "--as", "scikit-learn"), 2, ("flag", "--missing-values")),
    "truths with a gap filled": (
        ("fit", "gap.csv", "--target", "y", "--as", "scikit-learn", "--missing-values", "mode"),
        *(0, ("flag", "true is 1")),
    ),
    "truths and NA": (("fit", "na.csv", "--target", "y", "--as", "scikit-learn"), 2, ("flag",)),
    "truths of two spellings": (("fit", "spellings.csv", "--target", "y", "--as", "scikit-learn"), 2, ("flag", "case")),
    "zeros and ones are numbers": (("fit", "zeros.csv", "--target", "y", "--as", "scikit-learn"), 0, ()),
    "truths of JSON": (("fit", "flags.jsonl", "--target", "y", "--as", "scikit-learn"), 0, ("flag", "true is 1")),
    "truths declared numbers": ((*FIT, "--continuous", "flag"), 0, ()),
    "truths of XGBoost want a number for a target": ((*FIT, "--as", "xgboost"), 2, ("target y",)),
    # words misspelt
    "an option": (("fit", "truths.csv", "--tagret", "y"), 2, ("--target",)),
    "another option": ((*FIT, "--max-deph", "3"), 2, ("--max-depth",)),
    "a command": (("fitt", "truths.csv"), 2, ("fit",)),
    "an algorithm in other letters": ((*FIT, "--as", "SKLearn"), 0, ("true is 1",)),
    "an algorithm": ((*FIT, "--as", "scikitt-learn"), 2, ("scikit-learn",)),
    "a criterion": ((*FIT, "--criterion", "ginni"), 2, ("gini",)),
    "a rule for gaps": ((*FIT, "--missing-values", "drp"), 2, ("drop",)),
    "a target": (("fit", "truths.csv", "--target", "Y"), 2, ("did you mean 'y'",)),
    "a column of weights": ((*FIT, "--weights", "flagg"), 2, ("did you mean 'flag'",)),
    "a name of a separator": ((*FIT, "--delimiter", "comma"), 0, ()),
    "no name of a separator": ((*FIT, "--delimiter", "komma"), 2, ("delimiter", "character", "comma")),
    "a name of a mark": ((*FIT, "--decimal", "comma"), 2, ("--decimal", ",")),
    "an encoding": ((*FIT, "--encoding", "utf-88"), 2, ("encoding", "utf-88")),
    "a sheet of no workbook": ((*FIT, "--sheet", "2"), 2, ("sheet",)),
    # values of another kind
    "a word for a number": ((*FIT, "--max-depth", "three"), 2, ("--max-depth", "three")),
    "a depth below 0": ((*FIT, "--max-depth", "-1"), 2, ("--max-depth", "-1")),
    "half a level": ((*FIT, "--max-depth", "2.5"), 2, ("--max-depth", "2.5")),
    "a folder": (("fit", ".", "--target", "y"), 2, ("folder",)),
    "a model as data": (("fit", "m.json", "--target", "y"), 2, ("m.json", "model")),
    "data as a model": (("predict", "truths.csv", "truths.csv"), 2, ("truths.csv", "model")),
    "model and data exchanged": (("predict", "truths.csv", "m.json"), 2, ("truths.csv", "model")),
    "exchanged for reproduce": (("reproduce", "truths.csv", "m.json"), 2, ("truths.csv", "model")),
    "reproduced": (("reproduce", "m.json", "truths.csv"), 0, ()),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_what_helps(run_apart: Run, tmp_path: Path, name: str) -> None:
    for file, text in FILES.items():
        (tmp_path / file).write_text(text, "utf-8")
    assert run_apart(*FIT, "--save", "m.json")[0] == 0
    words, expected, says = COMMANDS[name]
    code, out, err = run_apart(*words)
    assert (code, bool(out)) == (expected, expected == 0), err
    assert all(line.startswith("dtref: ") for line in err.splitlines()), err
    assert bool(err) == bool(says), err
    assert all(word in err for word in says), err
