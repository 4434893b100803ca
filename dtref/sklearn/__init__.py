"""
Estimators for scikit-learn that grow dtref's exact trees: change one import, and the tree no longer depends on machine, version or chance.

They need the extra `sklearn`, and `fast` for their speed. Nothing here is imported before it is used: `import dtref` doesn't.
"""

try:
    from dtref.sklearn.exchange import as_sklearn, from_sklearn
    from dtref.sklearn.forests import ExactForestClassifier, ExactForestRegressor
    from dtref.sklearn.scorers import make_exact_scorer
    from dtref.sklearn.shown_trees import export_text, plot_tree
    from dtref.sklearn.trees import ExactTreeClassifier, ExactTreeRegressor
except ModuleNotFoundError as problem:
    if (problem.name or "").partition(".")[0] != "sklearn":
        raise
    wanted = "dtref.sklearn needs the extra dtref[sklearn], which pip install 'dtref[sklearn]' installs"
    raise ModuleNotFoundError(wanted, name="sklearn") from None

READING_ORDER = (
    "policies",
    "coded_frames",
    "training",
    "frames_to_predict",
    "fitted",
    "doubles",
    "ties",
    "reading",
    "drawn_columns",
    "base",
    "trees",
    "forest_base",
    "forests",
    "exchange",
    "shown_trees",
    "scorers",
)

__all__ = [
    "ExactForestClassifier",
    "ExactForestRegressor",
    "ExactTreeClassifier",
    "ExactTreeRegressor",
    "as_sklearn",
    "export_text",
    "from_sklearn",
    "make_exact_scorer",
    "plot_tree",
]
