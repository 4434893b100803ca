"""Two programs at once."""

from __future__ import annotations

from pathlib import Path

from oracle.judge.programs import command, program

QUESTION = '{"operation": "gini", "given": {"counts": ["1", "1"]}}'


def says(answer: str) -> str:
    return f"say({{'seq': m['seq'], 'answer': {answer}}})"


def verdict(tmp_path: Path, mine: str, other: str) -> tuple[int, str]:
    both = "--impl", program(tmp_path, says(mine)), "--against", program(tmp_path, says(other))
    return command("judge", *both, "--replay", QUESTION)


def test_who_is_right(tmp_path: Path) -> None:
    assert verdict(tmp_path, "'1/2'", "0.5")[0] == 0
    code, text = verdict(tmp_path, "'1/2'", "0.25")
    assert code == 1
    assert "why      this program is right, the other program is not: 0.25" in text
    assert "; the other program is right" in verdict(tmp_path, "'1/4'", "0.5")[1]
    assert "; the other program is wrong alike" in verdict(tmp_path, "'1/4'", "0.25")[1]
    assert "; the other program is wrong, too: 0.75" in verdict(tmp_path, "'1/4'", "0.75")[1]


def test_a_disagreement_is_shrunk(tmp_path: Path) -> None:
    """Alike up to three records."""
    right = "k = [float(eval(x)) for x in m['case']['given']['counts']]; n = sum(k); a = 1 - sum((x / n) ** 2 for x in k) if n else None"
    neg = "say({'seq': m['seq'], 'refused': 'x'}) if min(k, default=0) < 0 else "
    mine = program(tmp_path, f"{right}; {neg}say({{'seq': m['seq'], 'answer': a}})")
    other = program(tmp_path, f"{right}; {neg}say({{'seq': m['seq'], 'answer': a if n < 4 or a is None else a + 1}})")
    code, text = command("judge", "--impl", mine, "--against", other, "--only", "gini", "--max-examples", "40")
    assert code == 1
    assert 'given    {"operation": "gini", "given": {"counts": ["4"]}}' in text
    assert "this program is right, the other program is not: 1" in text
