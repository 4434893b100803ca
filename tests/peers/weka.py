"""
Weka's Id3 against ID3 on nominal data, and a reader of the trees that Weka prints (Id3, J48).

Attributes, values and classes are sent under safe names (`a3`, `v0`, `c1`) with all declared values in their order, so that no
name can be misread. Sources of Weka: `weka/classifiers/trees/Id3.java`, `weka/core/Utils.java`.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from attrs import frozen
from peers.library import ID3, MISSING, Cell, Continuous, DataSet, Nominal, Rows, compare, exact
from peers.membership import Finding, Foreign, reference
from peers.programs import UNEXPLAINED, Grown, Program, within_rounding
from peers.samples import Sample, part, samples
from peers.standing import ask

JAR = Path("/usr/share/java/weka.jar")
"""Where Debian's package puts Weka."""

LATER = Path(__file__).with_name("jars") / "weka.jar"
"""Where tests/peers/install puts Weka 3.9, which the Python package python-weka-wrapper3 has in it."""

JAVA = ("java", "-Xss64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""Java as it starts soonest: what is learned is small."""

LEARNERS = Path(__file__).with_name("Learners.java")
"""The program that stays and asks one learner after another; Java compiles it when it starts."""

ID3_CLASS, J48_CLASS = "weka.classifiers.trees.Id3", "weka.classifiers.trees.J48"


@cache
def version(jar: Path = JAR) -> str:
    """The installed version."""
    if which("javac") is None or not jar.exists():
        return ""
    ran = subprocess.run(["java", "-cp", str(jar), "weka.core.Version"], capture_output=True, text=True, check=False)
    return ran.stdout.split("\n", 1)[0].strip()


def nominal_samples() -> tuple[Sample, ...]:
    """Every file with nominal columns, reduced to them when grown."""
    return samples("nominal")


def grow(sample: Sample) -> Iterator[Grown]:
    """The tree of Id3."""
    data = part(sample.data, Nominal)
    yield Grown("", reference(data, ID3), foreign(data, parse(run(data, ID3_CLASS))))


def run(data: DataSet, learner: str, *options: str, text: str = "", jar: Path = JAR) -> str:
    """What Weka prints when it learns from a data set. text: the data set in ARFF, if not under safe names. jar: which Weka."""
    with TemporaryDirectory() as folder:
        file, answer = Path(folder, "given.arff"), Path(folder, "answer.txt")
        file.write_text(text or arff(data))
        command = (*JAVA, "-cp", str(jar), str(LEARNERS))
        problem = ask(command, str(answer), learner, "-t", str(file), "-no-cv", "-v", *options)
        assert not problem, problem
        return answer.read_text("utf-8")


def arff(data: DataSet) -> str:
    """The data set in ARFF under safe names; numbers are written as the shortest decimals of their doubles."""
    lines = ["@relation given"]
    lines += [f"@attribute a{i} {_values('v', a.values) if isinstance(a, Nominal) else 'numeric'}" for i, a in enumerate(data.attributes)]
    lines += [f"@attribute y {_values('c', data.classes)}", "@data"]
    coders = [_coder(a.values) if isinstance(a, Nominal) else _decimal for a in data.attributes]
    for record in data:
        cells = [code(cell) for code, cell in zip(coders, record.values, strict=True)]
        lines.append(",".join([*cells, f"c{data.classes.index(str(record.label))}"]))
    return "\n".join(lines) + "\n"


def _values(letter: str, values: tuple[str, ...]) -> str:
    return "{" + ",".join(f"{letter}{j}" for j in range(len(values))) + "}"


def _coder(values: tuple[str, ...]) -> Callable[[Cell], str]:
    codes: dict[Cell, str] = {MISSING: "?", **{value: f"v{j}" for j, value in enumerate(values)}}
    return lambda cell: codes[cell]


def _decimal(cell: Cell) -> str:
    return "?" if cell is MISSING else repr(float(exact(cell)))


@frozen
class Printed:
    """
    A node as Weka prints it.

    branches: `a3`, then `=`, `!=`, `<=` or `>`, then the value, and the node below. leaf: what stands behind the colon: `c1`,
    `null` or `c1 (16.0/4.0)`.
    """

    branches: tuple[tuple[str, str, str, Printed], ...] = ()
    leaf: str = ""


_LINE = re.compile(r"((?:\| +)*)(a\d+) (=|!=|<=|>) (\S+?)(?:: (.+))?")
_LEAF = re.compile(r": (.+)")


def parse(text: str) -> Printed:
    """
    The tree in what Weka printed: the first run of lines that are branches, or a single leaf. Any depth.

    >>> parse("Id3\\n\\na0 = v0: c1\\na0 = v1\\n|  a1 <= 2.5: null\\n|  a1 > 2.5: c0 (3.0/1.0)\\n").branches[1][3].branches[0][2:]
    ('2.5', Printed(branches=(), leaf='null'))
    """
    lines = text.splitlines()
    found = [m for line in lines if (m := _LINE.fullmatch(line.rstrip()))]
    if not found:
        return Printed(leaf=next(m[1] for line in lines if (m := _LEAF.fullmatch(line.rstrip()))))
    below: dict[int, list[tuple[str, str, str, Printed]]] = {}
    for m in reversed(found):
        depth = m[1].count("|")
        node = Printed(leaf=m[5]) if m[5] else Printed(tuple(reversed(below.pop(depth + 1))))
        below.setdefault(depth, []).append((m[2], m[3], m[4], node))
    return Printed(tuple(reversed(below[0])))


def foreign(data: DataSet, root: Printed) -> Foreign:
    """A printed tree as a foreign tree: each record goes down the branch whose condition it fulfils."""
    order: list[tuple[Printed, Rows]] = []
    waiting = [(root, tuple(range(len(data))))]
    while waiting:
        node, rows = waiting.pop()
        order.append((node, rows))
        waiting.extend(sides(data, node, rows))
    built: list[Foreign] = []
    for node, rows in reversed(order):
        below = tuple(built.pop() for _ in node.branches)
        built.append(_foreign(data, node, rows, below[::-1]))
    return built[0]


def _foreign(data: DataSet, node: Printed, rows: Rows, below: tuple[Foreign, ...]) -> Foreign:
    if node.branches:
        code, relation, value, _ = node.branches[0]
        name = data.attributes[_position(code)].name
        return Foreign(rows, f"{name} {relation} {value}" if relation == "<=" else name, name, "", below)
    code, *held = node.leaf.split()
    assert not held or float(held[0].strip("()").split("/")[0]) == len(rows), f"{node.leaf}: not the records of training, {len(rows)}"
    return Foreign(rows, f"leaf {node.leaf}", label="" if code == "null" else data.classes[_position(code)])


def sides(data: DataSet, node: Printed, rows: Rows) -> list[tuple[Printed, Rows]]:
    """
    The nodes below with their records.

    A cut is printed with six decimals; a number is below it if it is when rounded so, as J48's cuts are numbers of the data.
    """
    found = []
    for code, relation, value, child in node.branches:
        i = _position(code)
        attribute = data.attributes[i]
        if isinstance(attribute, Continuous):
            cut = Fraction(value)
            goes = tuple(r for r in rows if (_six(data.records[r].values[i]) <= cut) == (relation == "<="))
        else:
            named = attribute.values[_position(value)]
            goes = tuple(r for r in rows if (data.records[r].values[i] == named) == (relation == "="))
        found.append((child, goes))
    return found


def _six(cell: Cell) -> Fraction:
    return Fraction(f"{float(exact(cell)):.6f}")


def _position(code: str) -> int:
    return int(code[1:])


def rule(_: Grown, finding: Finding) -> str:
    """
    `null-leaf`: an empty branch predicts nothing. `zero-gain`: a leaf where the best gain is exactly 0. `gain-below-1e-6`: one
    where it is positive and at most 1e-6, which `Utils.eq` takes for 0. `within-rounding`: as for scikit-learn.
    """
    if finding.kind == "no-label":
        return "null-leaf"
    if finding.kind == "stopped-early" and compare(finding.gap, 0) == 0:
        return "zero-gain"
    if finding.kind == "stopped-early" and compare(finding.gap, Fraction(1, 10**6)) <= 0:
        return "gain-below-1e-6"
    return "within-rounding" if within_rounding(finding) else UNEXPLAINED


WEKA_ID3 = Program("Weka Id3", "A JDK or Debian's weka.jar is not there (tests/peers/install)", version, nominal_samples, grow, rule)
