"""
Reads the text of LightGBM's `save_model()`, model.txt, as the JSON of its dump with the parameters beside it.

A tree has columns with an entry for each split, and others with one for each leaf; a child below 0 is the leaf ~child. Bits of
`decision_type`: 1 for categories, 2 for `default_left`, 4 where a missing value is 0, 8 where it is NaN. The threshold of categories is the
position of a set: its part of `cat_threshold`, by `cat_boundaries`, has the bit c mod 32 of the number c div 32 set for each code c in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from dtref.errors import Invalid
from dtref.io.files import read_text, text_lines
from dtref.io.foreign.json_parts import Numeral, Parts
from dtref.spec.model.schemes import unfold

_START, _END, _PANDAS = "Tree=", "end of trees", "pandas_categorical:"
_MISSING = {0: "None", 4: "Zero", 8: "NaN"}
_OF_SPLITS = ("split_feature", "split_gain", "threshold", "internal_value", "internal_weight", "internal_count")
_OF_LEAVES = ("leaf_value", "leaf_weight", "leaf_count")


def is_text(path: Path) -> bool:
    """Whether a file starts as model.txt does; False for one that can't be read, which the reader of JSON then reports."""
    try:
        with path.open("rb") as file:
            return file.read(5) in (b"tree\n", b"tree\r")
    except OSError:
        return False


def parts_of_text(path: Path) -> Parts:
    """
    The model as the parts of a dump, with `parameters`. Errors: Invalid for columns that make no tree, sets of no category, linear leaves.
    """
    lines = text_lines(read_text(path))
    if _END not in lines:
        raise Invalid(path.name, f"LightGBM's model.txt, with a line {_END!r}", f"{len(lines)} lines without one")
    end = lines.index(_END)
    starts = [i for i, line in enumerate(lines[:end]) if line.startswith(_START)]
    header = _pairs(lines[1 : min(starts, default=end)])
    trees = [_pairs(lines[i:j]) for i, j in zip(starts, [*starts[1:], end], strict=True)]
    model: dict[str, object] = {
        **{key: Numeral(header[key]) for key in ("num_class", "num_tree_per_iteration", "max_feature_idx") if key in header},
        **{key: header[key] for key in ("version", "objective") if key in header},
        "feature_names": list(header.get("feature_names", "").split(" ")),
        "average_output": "average_output" in lines[: min(starts, default=end)],
        "tree_info": [_tree(path.name, i, tree) for i, tree in enumerate(trees)],
        "parameters": dict(_parameters(lines[end:])),
    }
    named = next((line.removeprefix(_PANDAS) for line in reversed(lines[end:]) if line.startswith(_PANDAS)), None)
    if named is not None:
        model["pandas_categorical"] = Parts.of_text(named, f"{path.name}, {_PANDAS[:-1]}").value
        model["feature_infos"] = dict(zip(header["feature_names"].split(" "), _values_of(path.name, header), strict=True))
    return Parts(model, path.name)


def _values_of(file: str, header: Mapping[str, str]) -> Iterator[Mapping[str, object]]:
    """The codes of each column of categories, as 0:2:1; none of one of numbers, as [-1:3.5], and of one that is never asked."""
    infos, columns = header.get("feature_infos", "").split(" "), len(header.get("feature_names", "").split(" "))
    if len(infos) != columns:
        raise Invalid(f"{file}, feature_infos", f"{columns} entries, as there are so many columns", len(infos))
    for info in infos:
        codes = [] if info == "none" or info.startswith("[") else [_whole(file, "feature_infos", code) for code in info.split(":")]
        yield {"values": [Numeral(str(code)) for code in codes]}


def _pairs(lines: Sequence[str]) -> Mapping[str, str]:
    """The lines key=value."""
    return {key: value for key, separator, value in (line.partition("=") for line in lines) if separator}


def _parameters(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The lines [name: value]."""
    for line in lines:
        if line.startswith("[") and line.endswith("]") and ": " in line:
            name, _, value = line[1:-1].partition(": ")
            yield name, value


def _tree(file: str, position: int, tree: Mapping[str, str]) -> Mapping[str, object]:
    """A tree as in the dump."""
    where = f"{file}, tree {position + 1}"
    leaves = _whole(where, "num_leaves", tree.get("num_leaves", ""))
    if tree.get("is_linear", "0") != "0":
        raise Invalid(where, "leaves of one number", "linear leaves: linear_tree=True is not read")
    sets = _sets(where, tree)
    columns = {key: _column(where, key, tree, leaves - 1) for key in (*_OF_SPLITS, "decision_type", "left_child", "right_child")}
    of_leaves = {key: _column(where, key, tree, leaves) for key in _OF_LEAVES if leaves > 1 or key == "leaf_value"}
    children = [[_whole(where, side, x) for x in columns[side]] for side in ("left_child", "right_child")]
    seen: set[int] = set()

    def expand(node: int) -> tuple[Callable[[Sequence[object]], object], list[int]]:
        if node in seen or not -leaves <= node < leaves - 1:
            raise Invalid(where, "children that are listed, each once", node)
        seen.add(node)
        if node < 0:
            leaf = {"leaf_index": Numeral(str(~node)), **{key: Numeral(column[~node]) for key, column in of_leaves.items()}}
            return (lambda _: leaf), []
        kind = _whole(where, "decision_type", columns["decision_type"][node])
        if not 0 <= kind < 16 or kind & 12 not in _MISSING:
            raise Invalid(f"{where}, split {node}, decision_type", "a sum of 1, 2, and 4 or 8", kind)
        numbers = {key: Numeral(columns[key][node]) for key in _OF_SPLITS}
        split = {
            "split_index": Numeral(str(node)),
            **(numbers | {"threshold": _set_of(f"{where}, split {node}", numbers["threshold"], sets)} if kind & 1 else numbers),
            "decision_type": "==" if kind & 1 else "<=",
            "default_left": bool(kind & 2),
            "missing_type": _MISSING[kind & 12],
        }
        return (lambda below: {**split, "left_child": below[0], "right_child": below[1]}), [side[node] for side in children]

    root = unfold(0 if leaves > 1 else -1, expand)
    told = {key: Numeral(tree[key]) for key in ("shrinkage", "num_cat") if key in tree}
    return {"tree_index": Numeral(str(position)), "num_leaves": Numeral(str(leaves)), **told, "tree_structure": root}


def _sets(where: str, tree: Mapping[str, str]) -> Sequence[str]:
    """The sets of categories, as a dump has them: their codes between ||."""
    count = _whole(where, "num_cat", tree.get("num_cat", "0"))
    if not count:
        return ()
    ends = [_whole(where, "cat_boundaries", x) for x in _column(where, "cat_boundaries", tree, count + 1)]
    words = [_whole(where, "cat_threshold", x) for x in tree.get("cat_threshold", "").split()]
    if ends != sorted(ends) or (ends[0], ends[-1]) != (0, len(words)):
        raise Invalid(f"{where}, cat_boundaries", f"ascending numbers from 0 to {len(words)}, the length of cat_threshold", ends[:9])
    strange = next((word for word in words if not 0 <= word < 2**32), None)
    if strange is not None:
        raise Invalid(f"{where}, cat_threshold", "numbers of 32 bits", strange)
    return ["||".join(str(32 * i + b) for i, word in enumerate(words[a:z]) for b in range(32) if word >> b & 1) for a, z in pairwise(ends)]


def _set_of(where: str, position: Numeral, sets: Sequence[str]) -> str:
    """The set at a position."""
    at = _whole(where, "threshold", position.text)
    if not 0 <= at < len(sets):
        raise Invalid(f"{where}, threshold", f"the position of one of {len(sets)} sets of categories", at)
    return sets[at]


def _column(where: str, key: str, tree: Mapping[str, str], length: int) -> Sequence[str]:
    """The entries of a column."""
    cells = tree.get(key, "").split()
    if len(cells) != length:
        raise Invalid(f"{where}, {key}", f"{length} entries", len(cells))
    return cells


def _whole(where: str, key: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Invalid(f"{where}, {key}", "a whole number", text) from None
