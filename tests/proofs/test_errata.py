"""Every erratum that is a formula has a theorem that refutes it, and no theorem refutes what is none."""

from __future__ import annotations

import re

from golden_files import RECORDS

from dtref.oracle.golden.errata import errata
from proofs.theorem import Outcome, theorems

FORMULAS = {record.id: record for record, erratum in errata(RECORDS) if erratum.category == "formula"}
REFUTED = [(found, one) for _, one in theorems(("errata",)) for found in re.findall(r"\[([a-z0-9-]+)\]", one.says)]


def test_every_erratum_that_is_a_formula_has_one_theorem() -> None:
    assert sorted(found for found, _ in REFUTED) == sorted(FORMULAS)


def test_the_theorem_of_an_erratum_refutes_it_and_cites_its_slide() -> None:
    for found, one in REFUTED:
        record = FORMULAS[found]
        assert one.ends is Outcome.REFUTED
        assert one.source == f"{record.document}: {record.slide}"
