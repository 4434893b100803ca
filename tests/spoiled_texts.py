"""What is spoiled in the examples that are texts, and in XGBoost's dump_model; `spoiled_files` writes them."""

from __future__ import annotations

from collections.abc import Sequence

TEXTS: dict[str, Sequence[tuple[str, str]]] = {
    "j48": [
        ("75: yes (2.0)", "nan: yes (2.0)"),
        ("yes (2.0)", "yes (-2.0)"),
        ("|   humidity > 75: no (3.0)\n", ""),
        ("|   humidity <=", "|   |   |   humidity <="),
        ("Leaves  : \t5", "Leaves  : \t6"),
        ("humidity > 75", "humidity > 80"),
        ("outlook = rainy", "outlook = sunny"),
    ],
    "c45": [
        ("75 : yes (2.0)", "inf : yes (2.0)"),
        (": no (2.0)", ": no (-2.0)"),
        ("|   windy = no: yes (3.0)\n", ""),
        ("no: yes (3.0)", "no:[S1]"),
        ("humidity > 75", "humidity > 76"),
        ("|   windy = yes", "|   |   windy = yes"),
    ],
    "c50": [
        (":...humidity <= 75", ":...humidity <= x"),
        (": no (2)", ": no (-2)"),
        (":   humidity > 75: no (3)\n", ""),
        ("no: yes (3)", "no: [S7]"),
        (":   humidity > 75", ":   humidity > 7"),
        ("outlook = rainy:", "outlook in [a-c]:"),
    ],
    "sklearn-text": [
        ("a <= 2.50000000000000000", "a <= nan"),
        ("weights: [0.0", "weights: [-1.0"),
        ("|--- a >  2.5", "|--- a >  3.5"),
        ("|   |   |--- b <= ", "|   |   |   |--- b <= "),
        ("class: no\n|   |   |--- b > ", "truncated branch of depth 3\n|   |   |--- b > "),
    ],
    "rpart-text": [
        ("37.5 43", "nan 43"),
        ("43  0 no", "44  0 no"),
        ("43  0 no", "-43  0 no"),
        ("10) wind", "12) wind"),
        ("11) wind=l,m", "11) wind=l,h"),
        ("humidity< 37.5", "humidity< 38.5"),
        ("   3) sky=overcast 25  0 yes (0.0000000 1.0000000) *\n", ""),
        ("loss, yval, (yprob)", "deviance, yval, (rate)"),
    ],
    "partykit-text": [
        ("humidity <= 37", "humidity <= nan"),
        ("(n = 43,", "(n = -43,"),
        ("err = 0.0%)\n|   |   |   [5]", "err = 100.1%)\n|   |   |   [5]"),
        ("[5] wind", "[4] wind"),
        ("wind in l, m", "wind in l, h"),
        ("|   |   |   [4]", "|   |   |   |   |   [4]"),
        ("terminal nodes: 4", "terminal nodes: 5"),
        ("|   [7] sky in overcast: yes (n = 25, err = 0.0%)\n", ""),
    ],
    "orange-text": [
        ("x (cm) ≤ 2\n", "x (cm) ≤ nan\n"),
        ("[49.  4.  0.]", "[49. -4.  0.]"),
        ("[49.  4.  0.]", "[49.  4.]"),
        ("[49.  4.  0.]", "[49.  4.  0."),
        ("x (cm) > 2\n", "x (cm) > 3\n"),
        ("       [14.  0.  0.]     k v w\n", ""),
        ("        x (cm) > 0.5", "                x (cm) > 0.5"),
        ("k u or z", "k v w or z"),
    ],
    "pmml": [
        ('version="4.4"', 'version="9.9"'),
        ('functionName="classification"', 'functionName="clustering"'),
        ('operator="lessThan" value="2"', 'operator="lessThan" value="nan"'),
        ('field="z"', 'field="nobody"'),
        ("<True/>", "<Maybe/>"),
        ('defaultChild="2"', 'defaultChild="1"'),
        ('<Node id="2"', '<Node id="1"'),
        ('missingValueStrategy="none"', 'missingValueStrategy="hope"'),
        ('<PMML xmlns="http://www.dmg.org/PMML-4_4"', '<!DOCTYPE x [<!ENTITY a "b">]><PMML xmlns="http://www.dmg.org/PMML-4_4"'),
    ],
}
"""Texts in the examples, and what stands in their place then."""

DUMP = (
    "booster[0]:\n0:[a b<0.5] yes=1,no=2,missing=2,gain=3.5,cover=9\n\t1:leaf=-0.100000001,cover=4\n\t2:[k:{0,12}] yes=4,no=3,missing=3,"
    "gain=1,cover=5\n\t\t3:leaf=0.25,cover=2\n\t\t4:leaf=2,cover=3\n"
)
"""A dump of XGBoost."""
DUMP_EDITS = (
    ("booster[0]", "booster[1]"),
    ("missing=2", "missing=7"),
    ("yes=1", "yes=0"),
    ("no=2", "no=99"),
    ("<0.5", "<nan"),
    ("<0.5", "<1e99"),
    ("\t\t3:leaf=0.25,cover=2\n", ""),
    ("{0,12}", "{0,x}"),
    ("leaf=2,", "leaf=" + "9" * 10**6 + ","),
)
"""Its edits, none of which makes a tree."""
