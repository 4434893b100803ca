"""The commands for the best trees and those near the best: names of options, borders, bad input; each refused or bounded by name."""

from __future__ import annotations

from cli.run import Run

PLAY = ("golden/data/play_tennis.csv", "--target", "play")
IRIS = ("golden/data/iris.csv", "--target", "species")


def test_the_limit_of_tests_has_two_names(run: Run) -> None:
    code, out, _ = run("optimal", *IRIS, "--depth", "3", "--list", "0")
    assert code == 0
    assert ["1/150", "1", "7", "104"] in [line.split() for line in out.splitlines()]
    for words in (("optimal", *PLAY), ("rashomon", *PLAY, "--within", "1/10")):
        assert run(*words, "--depth", "1") == run(*words, "--max-depth", "1")
