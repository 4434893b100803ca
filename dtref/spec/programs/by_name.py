"""Released programs by the names that the command line uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dtref.spec.growing.policy import Policy
from dtref.spec.programs.c45 import c45_release_8
from dtref.spec.programs.chaid_package import chaid_package
from dtref.spec.programs.j48 import j48
from dtref.spec.programs.lightgbm import lightgbm
from dtref.spec.programs.random_forest_r import random_forest_r
from dtref.spec.programs.ranger import ranger
from dtref.spec.programs.reptree import reptree
from dtref.spec.programs.rpart import rpart
from dtref.spec.programs.scikit_learn import scikit_learn
from dtref.spec.programs.simple_cart import simple_cart
from dtref.spec.programs.spark import spark
from dtref.spec.programs.spss_chaid import spss_chaid
from dtref.spec.programs.weka_id3 import weka_id3
from dtref.spec.programs.weka_random_tree import weka_random_forest, weka_random_tree
from dtref.spec.programs.xgboost import xgboost

PROGRAMS: Mapping[str, Callable[..., Policy]] = {
    "c45-release-8": c45_release_8,
    "chaid-package": chaid_package,
    "j48": j48,
    "rpart": rpart,
    "lightgbm": lightgbm,
    "scikit-learn": scikit_learn,
    "spss-chaid": spss_chaid,
    "weka-id3": weka_id3,
    "reptree": reptree,
    "simple-cart": simple_cart,
    "spark": spark,
    "weka-random-tree": weka_random_tree,
    "weka-random-forest": weka_random_forest,
    "ranger": ranger,
    "random-forest-r": random_forest_r,
    "xgboost": xgboost,
}
"""The programs by the names that the command line uses; called without arguments each gives its defaults."""
