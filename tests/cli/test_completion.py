"""What a shell completes: commands, options, names of algorithms, columns of the file that is named."""

from __future__ import annotations

import pytest

from dtref.cli import main


def completed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """What bash is told to complete the last word by."""
    monkeypatch.setenv("_DTREF_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(("dtref", *words)))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    monkeypatch.setattr("sys.argv", ["dtref"])
    with pytest.raises(SystemExit):
        main()
    said = capsys.readouterr()
    assert said.err == ""
    return [line.partition(",")[2] for line in said.out.split()]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("da",), ["data"]),
        (("fit", "--crit"), ["--criterion"]),
        (("fit", "golden/data/iris.csv", "--as", "car"), ["cart", "cart-twoing", "cart-surrogates"]),
        (("fit", "golden/data/iris.csv", "--target", "s"), ["sepal_length", "sepal_width", "species"]),
        (("fit", "no/such.csv", "--target", "s"), []),
        (("roc", "golden/data/tan_roc.csv", "--score", "s"), ["score"]),
        (("compare", "labels", "golden/data/buys_computer_two_models.csv", "--first", "maj"), ["majority"]),
        (("evaluate", "golden/data/tan_model_m1.csv", "--predicted", "p"), ["predicted"]),
        (("operations", "gini"), ["gini", "gini_reduction"]),
        (("judge", "--only", "twoi"), ["twoing"]),
    ],
)
def test_a_word_is_completed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], wanted: list[str]
) -> None:
    assert completed(monkeypatch, capsys, *words) == wanted


def test_a_shell_gets_its_script(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("_DTREF_COMPLETE", "zsh_source")
    monkeypatch.setattr("sys.argv", ["dtref"])
    with pytest.raises(SystemExit):
        main()
    assert "_DTREF_COMPLETE=zsh_complete" in capsys.readouterr().out
