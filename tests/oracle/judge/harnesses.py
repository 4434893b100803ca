"""The harnesses that ship in golden/harnesses, each with the version of its program that is installed here, "" where it is not."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from shlex import join
from shutil import which

from attrs import frozen
from peers import rpart, scikit, weka

from dtref.oracle.judge.process import AnsweringProgram

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "golden" / "harnesses"
GSON = Path("/usr/share/java/gson.jar")
"""Where Debian's package puts the reader of JSON that the harness for Weka uses."""
PATIENCE = 120.0
"""Seconds for an answer: Java compiles the harness first, and machines may be busy."""


@frozen
class Harness:
    """A harness. name: of its files in golden/departures and golden/harnesses/known. absent: what to say where its program is not there."""

    name: str
    words: tuple[str, ...]
    version: Callable[[], str]
    absent: str

    def program(self) -> AnsweringProgram:
        """The harness, to be asked."""
        return AnsweringProgram(join(self.words), PATIENCE)


def ml_cart_version() -> str:
    """The installed version of the npm package."""
    package = ROOT / "node_modules" / "ml-cart" / "package.json"
    return str(json.loads(package.read_text())["version"]) if which("node") and package.exists() else ""


def weka_version() -> str:
    """The version of Weka, where Java can compile the harness and read JSON."""
    return weka.version() if which("javac") and GSON.exists() else ""


@cache
def rpart_version() -> str:
    """The versions of rpart, and of R, whose tests and distributions are asked, too."""
    if not rpart.version():
        return ""
    ran = subprocess.run(["Rscript", "-e", "cat(paste(getRversion()))"], capture_output=True, text=True, check=True)
    return f"{rpart.version()}, R {ran.stdout.strip()}"


WEKA = (*weka.JAVA, "-cp", f"{weka.JAR}:{GSON}", str(FOLDER / "weka" / "Harness.java"))
INSTALL = "is not there (tests/peers/install)"
HARNESSES = (
    Harness("scikit-learn", (sys.executable, str(FOLDER / "scikit_learn.py")), scikit.version, "scikit-learn is not installed"),
    Harness("rpart", ("Rscript", "--vanilla", str(FOLDER / "rpart.R")), rpart_version, f"Rscript with rpart and jsonlite {INSTALL}"),
    Harness("weka", WEKA, weka_version, f"a JDK with Debian's weka.jar and gson.jar {INSTALL}"),
    Harness("ml-cart", ("node", str(FOLDER / "javascript" / "ml-cart.mjs")), ml_cart_version, f"node with the package ml-cart {INSTALL}"),
)
