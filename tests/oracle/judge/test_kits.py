"""Each harness kit, from an otherwise empty folder: as it is it answers nothing, filled in it is right, with a mistake it is wrong."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from oracle.judge.programs import command

from dtref.errors import Invalid
from dtref.oracle.judge.kits import HARNESS_KITS, harness_kit

COMPILERS = {"python": "python3", "javascript": "node", "r": "Rscript", "java": "java", "c": "cc", "go": "go"}
FILLED: dict[str, tuple[tuple[str, str], ...]] = {
    "python": (
        ('    raise NotImplementedError("gini")', "    n = sum(counts)\n    return 1 - sum((k / n) ** 2 for k in counts) if n else None"),
        ('    raise NotImplementedError("f1")', "    below = 2 * tp + fn + fp\n    return 2 * tp / below if below else None"),
    ),
    "javascript": (
        (
            '  skip("gini");',
            "  const n = counts.reduce((a, b) => a + b, 0);\n  return n ? 1 - counts.reduce((a, k) => a + (k / n) ** 2, 0) : null;",
        ),
        ('  skip("f1");', "  const below = 2 * tp + fn + fp; return below ? 2 * tp / below : null;"),
    ),
    "r": (
        ('skip("gini")', "if (sum(counts) > 0) 1 - sum((counts / sum(counts))^2) else NA"),
        ('skip("f1")', "if (2 * tp + fn + fp > 0) 2 * tp / (2 * tp + fn + fp) else NA"),
    ),
    "java": (
        (
            '        throw new Skipped("gini");',
            "        double n = 0, s = 0;\n        for (double k : counts) n += k;\n        for (double k : counts) s += k / n * (k / n);\n"
            "        return n > 0 ? 1 - s : Double.NaN;",
        ),
        (
            '        throw new Skipped("f1");',
            "        double below = 2 * tp + fn + fp;\n        return below > 0 ? 2 * tp / below : Double.NaN;",
        ),
    ),
    "c": (
        (
            '    (void)counts, (void)n;\n    return skipped = "gini", NAN;',
            "    double sum = 0, s = 0;\n    for (int i = 0; i < n; i++) sum += counts[i];\n"
            "    for (int i = 0; i < n; i++) s += counts[i] / sum * (counts[i] / sum);\n    return sum > 0 ? 1 - s : NAN;",
        ),
        (
            '    (void)tp, (void)fn, (void)fp, (void)tn;\n    return skipped = "f1", NAN;',
            "    (void)tn;\n    return 2 * tp + fn + fp > 0 ? 2 * tp / (2 * tp + fn + fp) : NAN;",
        ),
    ),
    "go": (
        (
            '{ return 0, skip("gini") }',
            "{\n\tn, s := 0.0, 0.0\n\tfor _, k := range counts {\n\t\tn += k\n\t}\n\tfor _, k := range counts {\n"
            "\t\ts += k / n * (k / n)\n\t}\n"
            "\tif n == 0 {\n\t\treturn math.NaN(), nil\n\t}\n\treturn 1 - s, nil\n}",
        ),
        ('{ return 0, skip("f1") }', "{\n\tbelow := 2*tp + fn + fp\n\treturn 2 * tp / below, nil\n}"),
    ),
}


def judged(folder: Path, language: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    kit = harness_kit(language)
    if kit.build:
        subprocess.run(kit.build, shell=True, cwd=folder, check=True)
    monkeypatch.chdir(folder)
    return command("judge", "--impl", kit.run, "--only", "gini", "--only", "f1", "--max-examples", "5", "--timeout", "60")


@pytest.mark.parametrize("language", HARNESS_KITS)
def test_a_kit_from_an_empty_folder(tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = shutil.which(COMPILERS[language])
    if compiler is None:
        pytest.skip(f"no {COMPILERS[language]}")
    if language == "r" and subprocess.run([compiler, "-e", "library(jsonlite)"], capture_output=True, check=False).returncode:
        pytest.skip("R without jsonlite")
    path = tmp_path / harness_kit(language).file
    path.write_text(command("new-harness", language)[1], "utf-8")
    assert harness_kit(language).run in path.read_text("utf-8")
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")  # it starts sooner
    # as it is
    code, text = judged(tmp_path, language, monkeypatch)
    assert code == 1
    assert "generated inputs answered" in text or "none of " in text
    # filled in
    source = path.read_text("utf-8")
    for stub, body in FILLED[language]:
        assert source.count(stub) == 1, stub
        source = source.replace(stub, body)
    path.write_text(source, "utf-8")
    code, text = judged(tmp_path, language, monkeypatch)
    assert code == 0, text
    assert " 0 failed" in text
    # with a mistake
    assert "2 * tp" in source
    path.write_text(source.replace("2 * tp /", "3 * tp /"), "utf-8")
    code, text = judged(tmp_path, language, monkeypatch)
    assert code == 1
    assert "factor: f1: answered/expected is always 3/2" in text


def test_a_key_that_is_not_there_is_a_mistake_and_not_a_function_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = command("new-harness", "python")[1].replace('raise NotImplementedError("gini")', 'return {}["x"]')
    (tmp_path / harness_kit("python").file).write_text(source, "utf-8")
    monkeypatch.chdir(tmp_path)
    code, text = command("judge", "--impl", harness_kit("python").run, "--only", "gini")
    assert code == 1
    assert "errored: KeyError('x')" in text


def test_no_kit() -> None:
    with pytest.raises(Invalid, match=r"^language: expected one of python"):
        harness_kit("cobol")
