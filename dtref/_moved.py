"""
Modules that have another name since 0.1.0: the old name still imports, until 1.0, as the module of the new name.

Code that imports by an old name is warned (`DeprecationWarning`, at its own line); a pickle that names one loads without a word.
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import FrameType, ModuleType

MOVED = {
    "algorithms": "spec.presets",
    "warning": "errors",
    "sources": "spec.sources",
    "bibliography": "spec.bibliography",
    "avc": "engines.from_counts",
    "avc.growing": "engines.from_counts.grow",
    "distributions": "exact.distributions",
    "engine": "engines.compiled",
    "engine.choice": "engines.choice",
    "engine.coding": "engines.compiled.encoding",
    "engine.deciding": "engines.compiled.exact_decision",
    "engine.growing": "engines.compiled.grow",
    "engine.kernels.compiling": "engines.compiled.kernels.compilation",
    "engine.kernels.dividing": "engines.compiled.kernels.partition",
    "engine.kernels.settling": "engines.compiled.kernels.ties",
    "ensembles": "spec.ensembles",
    "ensembles.ways": "spec.ensembles.four_ensembles",
    "ensembles.drawing": "spec.ensembles.random_draws",
    "evaluation": "spec.evaluation",
    "evaluation.comparison.given": "spec.evaluation.comparison.paired_results",
    "evaluation.comparison.conventions": "spec.evaluation.comparison.if_undefined",
    "evaluation.confusion.conventions": "spec.evaluation.confusion.if_undefined",
    "evaluation.estimation.fitting": "spec.evaluation.estimation.overfitting",
    "evaluation.ranking.blocks": "spec.evaluation.ranking.tie_blocks",
    "exact.given": "exact.inputs",
    "exact.order": "exact.comparison",
    "induction": "spec.growing",
    "induction.closure": "spec.growing.tied_trees",
    "induction.distribution": "spec.growing.routing",
    "model": "spec.model",
    "model.columns": "spec.model.counts",
    "model.branching": "spec.model.branches",
    "model.deep": "spec.model.deep_records",
    "model.pickled": "spec.model.old_pickles",
    "model.predict": "spec.model.prediction",
    "optimal": "spec.optimal",
    "preparation": "spec.preparation",
    "preparation.drawing": "spec.preparation.random_draws",
    "pruning": "spec.pruning",
    "pruning.raising": "spec.pruning.subtree_raising",
    "pruning.reaching": "spec.pruning.records_at_nodes",
    "split": "spec.split",
    "split.chaid.offers": "spec.split.chaid.candidates",
    "split.numeric.apart": "spec.split.numeric.single_precision",
    "views": "spec.views",
    "io.kinds": "io.to_data_set",
    "io.inspecting": "io.refusals",
    "io.replacing": "io.replace_file",
    "io.foreign.own": "io.foreign.dtref_model",
    "io.foreign.listed": "io.foreign.node_list",
    "io.foreign.printed": "io.foreign.printed_trees",
    "io.foreign.printed.building": "io.foreign.printed_trees.nodes",
    "io.foreign.pmml.asking": "io.foreign.pmml.questions",
    "io.foreign.rpart_asking": "io.foreign.rpart_questions",
    "oracle.arithmetic.written": "oracle.arithmetic.json_numbers",
    "oracle.arithmetic.nested": "oracle.arithmetic.deep_json",
    "oracle.golden.checking": "oracle.golden.checks",
    "oracle.golden.reading": "oracle.golden.reader",
    "oracle.judge.alone": "oracle.judge.fresh_program",
    "oracle.judge.asking": "oracle.judge.questions",
    "oracle.judge.closure": "oracle.judge.equally_right",
    "oracle.judge.generating": "oracle.judge.generators",
    "oracle.judge.generating.generated": "oracle.judge.generators.generated_cases",
    "oracle.judge.judging": "oracle.judge.judge",
    "oracle.judge.telling": "oracle.judge.report",
    "oracle.judge.telling.replaying": "oracle.judge.report.replay",
    "oracle.judge.telling.page": "show.judge_page",
    "oracle.judge.testing": "testing",
    "oracle.judge.testing.plugin": "testing.pytest_plugin",
    "oracle.judge.testing.registering": "testing.hypothesis_plugin",
    "oracle.operations.given_data": "oracle.operations.data_inputs",
    "oracle.operations.given_parts": "oracle.operations.part_inputs",
    "oracle.operations.given_trees": "oracle.operations.tree_inputs",
    "oracle.operations.evaluation.bootstrapping": "oracle.operations.evaluation.bootstrap",
    "oracle.operations.evaluation.comparing": "oracle.operations.evaluation.comparison",
    "oracle.operations.evaluation.estimating": "oracle.operations.evaluation.estimation",
    "oracle.operations.evaluation.validating": "oracle.operations.evaluation.validation",
    "oracle.operations.trees.splitting": "oracle.operations.trees.splits",
    "oracle.operations.trees.preparing": "oracle.operations.trees.preparation",
    "oracle.verify.asking": "oracle.verify.questions",
    "oracle.verify.doors": "oracle.verify.compatibility",
    "oracle.verify.following": "oracle.verify.records_below",
    "oracle.verify.judging": "oracle.verify.node_verdicts",
    "oracle.verify.routing": "oracle.verify.route_comparison",
    "oracle.verify.telling": "oracle.verify.report",
    "oracle.verify.verifying": "oracle.verify.verify",
    "report": "show",
    "report.metrics": "spec.evaluation.confusion.summary",
    "report.derivation.docstring": "exact.definition",
    "oracle.book": "show.book",
    "oracle.book.reading": "show.book.sources",
    "oracle.book.reading.citing": "show.book.sources.citations",
    "oracle.book.setting": "show.book.typeset",
    "oracle.book.setting.running": "show.book.typeset.inline",
    "oracle.book.spec": "show.book.write_book",
    "cli.comparing": "cli.compare",
    "cli.ending": "cli.exit_codes",
    "cli.evaluating": "cli.evaluate",
    "cli.explaining": "cli.explain",
    "cli.explaining.evaluating": "cli.explain.evaluation",
    "cli.explaining.shown": "cli.page_format",
    "cli.explaining.spelling": "cli.explain.aliases",
    "cli.judging": "cli.judge",
    "cli.known": "cli.records_for_model",
    "cli.plotting": "cli.plot",
    "cli.plotting.of_growing": "cli.plot.of_trees",
    "cli.pruning": "cli.prune",
    "cli.ranking": "cli.roc",
    "cli.showing": "cli.show",
    "cli.verifying": "cli.verify",
    "cli.writing": "cli.output_files",
}
"""Old name -> new, both without `dtref.`; what is below an old name is below the new one, unless it has a line of its own."""


def moved(name: str) -> str:
    """
    The new name of a module, without `dtref.`; "" of one that has kept its name.

    >>> moved("split.impurity"), moved("split.chaid.offers"), moved("exact.logs")
    ('spec.split.impurity', 'spec.split.chaid.candidates', '')
    """
    parts = name.split(".")
    for n in range(len(parts), 0, -1):
        if new := MOVED.get(".".join(parts[:n])):
            return ".".join((new, *parts[n:]))
    return ""


class OldNames:
    """Finds a module by its old name. No module has one of these names now."""

    @staticmethod
    def find_spec(fullname: str, _path: object, _target: ModuleType | None = None) -> ModuleSpec | None:
        """The module of the new name; None for a name that isn't an old one."""
        package, _, name = fullname.partition(".")
        new = moved(name) if package == "dtref" else ""
        return ModuleSpec(fullname, _Alias(f"dtref.{new}")) if new else None  # type: ignore[arg-type]  # what is asked of a loader, it has


class _Alias:
    """Loads a module under its old name: the same module, not a copy."""

    def __init__(self, new: str) -> None:
        self.new = new

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(self.new)
        self.own = module.__spec__
        if importer := _importing(sys._getframe(1)):
            told = f"{spec.name} is {self.new} now; the old name goes with dtref 1.0"
            warnings.warn_explicit(told, DeprecationWarning, importer.f_code.co_filename, importer.f_lineno)
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.own


def _importing(frame: FrameType | None) -> FrameType | None:
    """The code that imports: by a statement, `import_module`, or an attribute of dtref; None where only unpickling asks."""
    from dis import opname

    by_call = False
    while frame is not None and _is_machinery(frame):
        by_call = by_call or frame.f_code.co_name in ("import_module", "__getattr__")
        frame = frame.f_back
    if frame is None:
        return None
    return frame if by_call or opname[frame.f_code.co_code[frame.f_lasti]] == "IMPORT_NAME" else None


def _is_machinery(frame: FrameType) -> bool:
    """Whether a frame is of `importlib`, or of dtref's own `__init__`."""
    name = str(frame.f_globals.get("__name__", ""))
    return name == "dtref" or name.partition(".")[0] == "importlib" or frame.f_code.co_filename.startswith("<frozen importlib")
