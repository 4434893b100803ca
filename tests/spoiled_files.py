"""
More than 200 spoiled and hostile files, made of the examples of tests/io/foreign/examples: `python tests/spoiled_files.py FOLDER`.

Each is wrong by what a file of its kind is, whatever its reader does: cut off, a part missing or of another type, a count below 0, a
threshold that is no number, a node that is its own descendant, an unknown version, bytes of another kind.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
import zipfile
from base64 import b64decode
from collections.abc import Iterator, Sequence
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from typing import Any

from spoiled_texts import DUMP, DUMP_EDITS, TEXTS

EXAMPLES = Path(__file__).parent / "io" / "foreign" / "examples"
Place = tuple[str | int, ...]
GONE = object()
"""Stands for a part that is taken away."""

_ARRAYS: Place = ("trees", 0, "arrays")
_XGB: Place = ("learner", "gradient_booster", "model", "trees", 0)
_LGB: Place = ("tree_info", 0, "tree_structure")
_TL: Place = ("trees", 0, "nodes")
_CAT: Place = ("oblivious_trees", 0)
EDITS: dict[str, Sequence[tuple[Place, object]]] = {
    "rpart": [
        (("node", 3), "0x1p+0"),
        (("node", 1), "0x1p+3"),
        (("wt", 2), "-0x1p+0"),
        (("n", 0), "0x1.8p+0"),
        (("counts", 0, 1), "-0x1p+0"),
        (("splits", 0, 3), "nan"),
        (("splits", 1, 3), "inf"),
        (("csplit", 0, 0), "0x1p+3"),
        (("var", 0), "<leaf>"),
        (("yval", 0), "0x1.8p+6"),
        (("method",), "exp"),
        (("xlevels", "windy"), ["no", "no"]),
        (("splits",), GONE),
        (("node",), GONE),
    ],
    "partykit": [
        (("nodes", 0, "kids", 0), 1),
        (("nodes", 1, "kids", 1), 99),
        (("nodes", 0, "weight"), "-0x1p+0"),
        (("nodes", 0, "counts", 0), "-0x1p+0"),
        (("nodes", 1, "split", "breaks", 0), "nan"),
        (("nodes", 1, "split", "breaks"), ["0x1p+0", "0x1p+1"]),
        (("nodes", 0, "split", "index", 0), 3),
        (("nodes", 0, "split", "index"), [1, 1, 1, 1]),
        (("nodes", 0, "split", "column"), "nobody"),
        (("nodes", 1, "split", "new"), 1),
        (("nodes", 2, "predicted"), "perhaps"),
        (("nodes", 3, "id"), 1),
        (("partykit",), 2),
        (("nodes", 1, "prob"), GONE),
    ],
    "sklearn": [
        ((*_ARRAYS, "children_left", 1), 1),
        ((*_ARRAYS, "children_left", 0), 99),
        ((*_ARRAYS, "children_right", 2), 5),
        ((*_ARRAYS, "n_node_samples", 0), -1),
        ((*_ARRAYS, "weighted_n_node_samples", 3), -2.5),
        ((*_ARRAYS, "value", 0, 0), -0.5),
        ((*_ARRAYS, "threshold", 0), float("nan")),
        ((*_ARRAYS, "feature", 0), 3),
        ((*_ARRAYS, "value", 1), [1.0]),
        ((*_ARRAYS, "impurity"), []),
        (("scikit_learn_trees",), 99),
        (("trees", 0, "outputs"), 0),
        (("trees", 0, "new"), 1),
        ((*_ARRAYS, "threshold"), GONE),
    ],
    "orange": [
        (("nodes", 0, "children", 0), 0),
        (("nodes", 0, "children", 0), 77),
        (("nodes", 0, "value", 0), -1),
        (("nodes", 0, "threshold"), float("nan")),
        (("nodes", 1, "values", 0), ["v"]),
        (("nodes", 0, "column"), "nobody"),
        (("nodes", 3, "value"), [1.0]),
        (("nodes", 0, "children", 1), None),
        (("orange_tree",), 0),
        (("nodes", 1, "values"), GONE),
    ],
    "xgboost": [
        ((*_XGB, "left_children", 2), 0),
        ((*_XGB, "right_children", 2), 1),
        ((*_XGB, "left_children", 0), -7),
        ((*_XGB, "split_indices", 0), 3),
        ((*_XGB, "split_conditions", 0), float("nan")),
        ((*_XGB, "default_left", 0), 2),
        ((*_XGB, "split_type", 0), 1),
        ((*_XGB, "parents", 1), 3),
        ((*_XGB, "tree_param", "num_nodes"), "6"),
        ((*_XGB, "tree_param", "size_leaf_vector"), "2"),
        (("version", 0), 9),
        (("learner", "gradient_booster", "name"), "gblinear"),
        ((*_XGB, "new"), []),
        ((*_XGB, "split_indices"), GONE),
    ],
    "lightgbm": [
        ((*_LGB, "split_feature"), 9),
        ((*_LGB, "threshold"), float("nan")),
        ((*_LGB, "internal_count"), -14),
        ((*_LGB, "left_child", "leaf_count"), -1),
        ((*_LGB, "left_child", "leaf_value"), "much"),
        ((*_LGB, "left_child", "leaf_index"), 3),
        ((*_LGB, "decision_type"), ">"),
        ((*_LGB, "missing_type"), "Some"),
        ((*_LGB, "new"), 1),
        (("version",), "v9"),
        (("max_feature_idx",), 7),
        (("num_tree_per_iteration",), 2),
        ((*_LGB, "left_child"), GONE),
        ((*_LGB, "default_left"), GONE),
    ],
    "treelite": [
        ((*_TL, 2, "left_child"), 0),
        ((*_TL, 2, "left_child"), 2),
        ((*_TL, 1, "node_id"), 2),
        ((*_TL, 0, "threshold"), float("nan")),
        ((*_TL, 0, "split_feature_id"), 3),
        ((*_TL, 0, "comparison_op"), "=="),
        ((*_TL, 0, "data_count"), -4),
        ((*_TL, 0, "node_type"), "oracle"),
        (("trees", 0, "num_nodes"), 4),
        (("threshold_type",), "float128"),
        (("leaf_vector_shape",), [1, 3]),
        (("task_type",), "kWeather"),
        (("trees",), GONE),
    ],
    "catboost": [
        ((*_CAT, "leaf_weights", 0), -8),
        ((*_CAT, "leaf_values"), [1.0]),
        ((*_CAT, "splits", 0, "border"), float("nan")),
        ((*_CAT, "splits", 0, "float_feature_index"), 9),
        ((*_CAT, "splits", 0, "split_type"), "OneHotFeature"),
        (("features_info", "float_features", 1, "nan_value_treatment"), "AsHope"),
        (("features_info", "categorical_features"), [{"feature_index": 0}]),
        (("scale_and_bias",), [1]),
        (("scale_and_bias", 1), [1.0, 2.0]),
        (("new",), 1),
        ((*_CAT, "leaf_values"), GONE),
        (("features_info",), GONE),
    ],
    "dtref": [
        (("nodes", 0, "children", 0), "0"),
        (("nodes", 0, "children", 0), "99"),
        (("nodes", 0, "counts", 0), "-5"),
        (("nodes", 0, "counts", 0), "5.5e999999"),
        (("nodes", 5, "test", "cut"), "nan"),
        (("nodes", 0, "test", "attribute"), "nobody"),
        (("nodes", 0, "test", "kind"), "oracle"),
        (("nodes", 1, "labels"), ["perhaps"]),
        (("format",), "dtref-tree/9"),
        (("new",), 1),
        (("attributes", 0, "values"), ["rainy", "rainy"]),
        (("nodes",), GONE),
    ],
}
"""Edits of each example: a place, and what stands there then."""

BYTES: dict[str, bytes] = {
    "a pickle": b"\x80\x04\x95" + b"." * 100,
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(100),
    "a program": b"\x7fELF" + bytes(100),
    "zeros": bytes(1000),
    "another encoding": '{"name": "\xe9"}\n'.encode("utf-16"),
    "half a sign": b'{"name": "\xe9\xff"}',
    "nothing": b"",
    "depth": b"[" * 10**5,
    "a web page": b"<!DOCTYPE html><html><body>404</body></html>",
}


def _zipped() -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("m.json", bytes(10**7))
    return buffer.getvalue()


def model_of(file_format: str) -> Any:
    return json.loads((EXAMPLES / f"{file_format}.json").read_text("utf-8"))["model"]


def edited(model: Any, place: Place, new: object) -> bytes:
    """A model of JSON with another part at a place, or without it."""
    whole = deepcopy(model)
    part = whole
    for key in place[:-1]:
        part = part[key]
    if new is GONE:
        del part[place[-1]]
    else:
        part[place[-1]] = new
    return json.dumps(whole).encode()


def of_json(file_format: str, rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """A model's edits; it cut off, twice; a key of it twice; and a number without end."""
    model = model_of(file_format)
    text = json.dumps(model)
    yield from (
        (f"{'-'.join(map(str, place))}-{i}", edited(model, place, new)) for i, (place, new) in enumerate(EDITS.get(file_format, ()))
    )
    yield from ((f"cut-off-{i}", text[: rng.randrange(2, len(text) - 1)].encode()) for i in range(2))
    first = next(iter(model))
    yield "key-twice", f"{{{json.dumps(first)}: 1, {text[1:]}".encode()
    yield "long-number", f"{{{json.dumps(first)}: {'9' * 10**6}, {text[1:].partition(', ')[2]}".encode()


def of_text(file_format: str, rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """A model's edits; one of its lines cut off before its end, and all behind it."""
    text = "\n".join((*model_of(file_format), ""))
    for i, (old, new) in enumerate(TEXTS[file_format]):
        assert old in text, (file_format, old)
        yield f"text-{i}", text.replace(old, new, 1).encode()
    ends = [end for end in range(len(text) * 2 // 3) if text[end] in ")]=" and text[:end].count("\n") > 3]
    yield "cut-off", text[: rng.choice(ends)].encode()


def of_bytes(file_format: str, rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """An ONNX model or the nodes of YDF, cut off, and with lengths that lie."""
    model = model_of(file_format)
    folder = model.get("folder", {})
    data = b64decode(folder.get("nodes-00000-of-00001") or model.get("base64", ""))
    yield from ((f"cut-off-{i}", data[: rng.randrange(9, len(data) - 1)]) for i in range(4))
    yield "long-length", data[:8] + b"\xff\xff\xff\x7f" + data[12:] if folder else b"\x3a" + b"\xff" * 8 + b"\x3f" + data
    yield "endless-number", b"\xff" * 1000
    yield "twice", data + data


def of_ubjson(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """A model of XGBoost, cut off, with sizes that lie, and a byte too many."""
    data = (EXAMPLES.parent / "files" / "xgboost-dart.ubj").read_bytes()
    yield from ((f"cut-off-{i}", data[: rng.randrange(9, len(data) - 1)]) for i in range(4))
    yield "long-key", data[:2] + b"\x7f" + b"\xff" * 7 + data[10:]
    yield "long-array", data.replace(b"[$d#L", b"[$d#L\x7f", 1)
    yield "no-kind", data.replace(b"[$d#L", b"[$?#L", 1)
    yield "goes-on", data + b"Z"


def of_dump() -> Iterator[tuple[str, bytes]]:
    """A dump of XGBoost, edited, and cut off in a line."""
    yield from ((f"edit-{i}", DUMP.replace(old, new, 1).encode()) for i, (old, new) in enumerate(DUMP_EDITS))
    yield from ((f"cut-off-{i}", DUMP[: DUMP.index(end)].encode()) for i, end in enumerate(("<0.5", "=-0.1", "12}", "25,cover")))


def _of_format(file_format: str, rng: random.Random) -> Iterator[tuple[str, bytes]]:
    model = model_of(file_format)
    if isinstance(model, dict):
        return of_bytes(file_format, rng) if model.keys() & {"base64", "folder"} else of_json(file_format, rng)
    return of_text(file_format, rng) if file_format in TEXTS else iter(())


def spoiled(seed: int = 1) -> Iterator[tuple[str, str, bytes]]:
    """The name of each file, its format, and its bytes."""
    rng = random.Random(seed)
    others = {**BYTES, "a zip file": _zipped(), "a gzip file": gzip.compress(bytes(10**7))}
    yield from ((f"ubjson-{name}", "xgboost", data) for name, data in of_ubjson(rng))
    yield from ((f"dump-{name}", "xgboost", data) for name, data in of_dump())
    for number, file_format in enumerate(sorted(path.stem for path in EXAMPLES.iterdir())):
        yield from ((f"{file_format}-{name}", file_format, data) for name, data in _of_format(file_format, rng))
        # of the bytes of other kinds each format has some
        chosen = [name for i, name in enumerate(others) if i % 3 == number % 3]
        yield from ((f"{file_format}-{name.replace(' ', '-')}", file_format, others[name]) for name in chosen)


def write(folder: Path) -> list[tuple[Path, str]]:
    """Writes the files, each with its format; of YDF the folder that has it."""
    made = []
    for name, file_format, data in spoiled():
        path = folder / name
        if file_format == "ydf":
            path.mkdir()
            for other, file in model_of("ydf")["folder"].items():
                (path / other).write_bytes(data if other.startswith("nodes") else b64decode(file))
        else:
            path.write_bytes(data)
        made.append((path, file_format))
    return made


if __name__ == "__main__":
    print(len(write(Path(sys.argv[1]))))
