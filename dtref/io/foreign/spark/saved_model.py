"""
Reads a model that Spark saved (`model.write().save(path)`): a folder with `metadata`, JSON, and `data`, Parquet.

A tree, a random forest, or a pipeline of a VectorAssembler, which names the columns, and one of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from dtref.errors import Invalid
from dtref.io.foreign.json_parts import Numeral, Parts
from dtref.io.foreign.spark.parquet_rows import parquet_rows
from dtref.io.foreign.spark.questions import feature_names, trees_of_spark
from dtref.io.foreign.spark.saved_nodes import SavedModel, tree_of_rows
from dtref.io.foreign.tree import ForeignTree, Setting
from dtref.spec.model.attributes import Width

_MODELS = {
    "org.apache.spark.ml.classification.DecisionTreeClassificationModel": False,
    "org.apache.spark.ml.regression.DecisionTreeRegressionModel": False,
    "org.apache.spark.ml.classification.RandomForestClassificationModel": True,
    "org.apache.spark.ml.regression.RandomForestRegressionModel": True,
}
"""The models that are read, and whether they are of several trees."""
_PIPELINE, _ASSEMBLER = "org.apache.spark.ml.PipelineModel", "org.apache.spark.ml.feature.VectorAssembler"
_METADATA = ("class", "timestamp", "sparkVersion", "uid", "paramMap", "defaultParamMap", "numFeatures", "numClasses", "numTrees")
_COLUMNS = ("featuresCol", "labelCol", "leafCol", "predictionCol", "probabilityCol", "rawPredictionCol", "varianceCol", "weightCol")
_OF_TREES = ("impurity", "maxBins", "maxDepth", "minInfoGain", "minInstancesPerNode", "minWeightFractionPerNode", "pruneTree", "thresholds")
_OF_FORESTS = ("bootstrap", "featureSubsetStrategy", "numTrees", "subsamplingRate")
_OF_COMPUTING = ("cacheNodeIds", "checkpointInterval", "maxMemoryInMB", "seed")
VERSIONS_OF_SPARK = ("2", "3", "4")
"""The versions of Spark whose models are read."""


def read_saved_model(folder: Path) -> tuple[ForeignTree, ...]:
    """
    The trees of a folder. Errors: Invalid for another model, by its name, another version, parameters that aren't known here, a folder
    that isn't whole.
    """
    metadata = _metadata(folder, folder.name)
    if metadata["class"].value == _PIPELINE:
        return _of_pipeline(folder)
    return _of_model(folder, metadata, ())


def _metadata(folder: Path, where: str) -> Parts:
    """The metadata of a saved model, of a version that is known."""
    texts = [path for path in sorted((folder / "metadata").glob("part-*")) if path.stat().st_size]
    if len(texts) != 1:
        raise Invalid(f"{where}, metadata", "a folder that Spark saved, with one file of metadata", f"{len(texts)} files")
    read = Parts.of_file(texts[0])
    metadata = Parts(read.value, f"{where}, metadata")
    version = metadata["sparkVersion"].text()
    if version.partition(".")[0] not in VERSIONS_OF_SPARK:
        raise Invalid(metadata["sparkVersion"].where, f"a model of Spark {', '.join(VERSIONS_OF_SPARK)}", version)
    return metadata


def _of_pipeline(folder: Path) -> tuple[ForeignTree, ...]:
    """The trees of a pipeline, with the names of its columns."""
    stages = [(stage, _metadata(stage, f"{folder.name}, {stage.name}")) for stage in sorted((folder / "stages").glob("*"))]
    kinds = [str(metadata["class"].value) for _, metadata in stages]
    if len(kinds) != 2 or kinds[0] != _ASSEMBLER or kinds[1] not in _MODELS:
        wanted = "a pipeline of a VectorAssembler and a tree or forest, as others change the values: save the tree alone"
        raise Invalid(f"{folder.name}, stages", wanted, [kind.rpartition(".")[2] for kind in kinds])
    names = stages[0][1]["paramMap"].names("inputCols")
    return _of_model(*stages[1], names)


def _of_model(folder: Path, metadata: Parts, names: Sequence[str]) -> tuple[ForeignTree, ...]:
    """The trees of a model. names: of its columns, where they are known, unless some of them hold several."""
    kind = metadata["class"].text()
    if kind not in _MODELS:
        reason = "; gradient boosting adds what its trees hold, which are no labels" if ".GBT" in kind else ""
        raise Invalid(metadata["class"].where, f"one of {', '.join(one.rpartition('.')[2] for one in _MODELS)}{reason}", kind)
    metadata.only(_METADATA)
    features = feature_names(metadata["numFeatures"].index(2**24))
    settings = dict(_settings(metadata, _MODELS[kind]))
    classes = metadata["numClasses"].index(2**16) if "numClasses" in metadata else None
    thresholds = metadata["paramMap"]["thresholds"].items() if "thresholds" in settings else ()
    model = SavedModel(classes, names if len(names) == len(features) else features, tuple(t.float(Width.FLOAT64) for t in thresholds))
    where = f"{folder.name}, data"
    rows = parquet_rows(folder / "data", where)
    groups = list(_by_tree(rows, where)) if _MODELS[kind] else [rows]
    wanted = metadata["numTrees"].index(2**24) if _MODELS[kind] else 1
    if len(groups) != wanted:
        raise Invalid(where, f"{wanted} trees", len(groups))
    roots = [tree_of_rows(group, model, where if len(groups) == 1 else f"{where}, tree {i}") for i, group in enumerate(groups)]
    source = f"Spark {settings['sparkVersion']} {kind.rpartition('.')[2]} {folder.name}"
    return trees_of_spark(roots, source, classes, model.features, [Setting(*pair) for pair in settings.items()])


def _settings(metadata: Parts, forest: bool) -> Iterator[tuple[str, str]]:
    """The parameters that a model was grown with, its defaults among them, as texts."""
    known = (*_OF_TREES, *(_OF_FORESTS if forest else ()))
    values: dict[str, Parts] = {}
    for part in (metadata["defaultParamMap"], metadata["paramMap"]):
        part.only((*known, *_COLUMNS, *_OF_COMPUTING))
        values |= {name: part[name] for name in part.fields()}
    yield "sparkVersion", metadata["sparkVersion"].text()
    for name in (*known, "weightCol"):
        if name in values:
            yield name, _text(values[name])


def _text(part: Parts) -> str:
    match part.value:
        case list():
            return ",".join(map(_text, part.items()))
        case bool() as flag:
            return "true" if flag else "false"
        case Numeral(text=text):
            return text
        case _:
            return part.text()


def _by_tree(rows: Sequence[Mapping[str, object]], where: str) -> Iterator[Sequence[Mapping[str, object]]]:
    """The rows of each tree of a forest, in order."""
    trees: dict[int, list[Mapping[str, object]]] = {}
    for row in rows:
        number, node = row.get("treeID"), row.get("nodeData")
        if not isinstance(number, int) or not isinstance(node, Mapping):
            raise Invalid(where, "treeID and nodeData", list(row))
        trees.setdefault(number, []).append(node)
    yield from (trees[number] for number in sorted(trees))
