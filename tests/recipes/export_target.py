"""A target of exports: a subroutine of Perl."""

from __future__ import annotations

from recipes.additions import Addition, Edit, Part

TARGETS, ORDER, RUNNERS, RUNS = (
    "dtref/io/export/targets.py",
    "dtref/io/export/__init__.py",
    "tests/exported/runners.py",
    "tests/exported/agreement.py",
)

WRITER = r'''"""A tree as a subroutine of Perl, which needs no module."""

from __future__ import annotations

from attrs import evolve

from dtref.io.export.doubles import Doubles
from dtref.io.export.forks import forks
from dtref.io.export.head import asked_attributes, head
from dtref.io.export.names import variables
from dtref.io.export.nested import in_braces, nested_lines
from dtref.io.models import Model


def perl_text(text: str) -> str:
    r"""
    A text as a string of Perl, all but letters and digits by their numbers.

    >>> print(perl_text("it's"))
    "it\x{27}s"
    """
    return '"' + "".join(sign if sign.isascii() and sign.isalnum() else f"\\x{{{ord(sign):x}}}" for sign in text) + '"'


PERL = evolve(
    in_braces(
        text=perl_text,
        compares=lambda variable, sign, number: f"(defined ${variable} && ${variable} {sign} {number})",
        one_of=lambda variable, texts: f"(defined ${variable} && ({' || '.join(f'${variable} eq {text}' for text in texts)}))",
        missing=lambda variable, _: f"!defined ${variable}",
        constants=("1", "0"),
    ),
    comment="#",
    number=float.hex,
)


def perl_script(model: Model, doubles: Doubles) -> str:
    r"""
    A subroutine of a hash. Errors: as `forks` and `nested_lines`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> print(perl_script(Model((), Nominal("y", ("-", "+")), "CART", Leaf((), ("+",))), Doubles.EXACT).partition("sub ")[2])
    predict_record {
        my (%record) = @_;
        return "\x{2b}";
        return undef;
    }
    <BLANKLINE>
    """
    by_name = variables([attribute.name for attribute in asked_attributes(model)])
    about = [*head(model, doubles, "undef"), "A record is a hash of names; undef is missing."]
    reading = [f"    my ${variable} = $record{{{perl_text(name)}}};" for name, variable in by_name.items()]
    opening = ["sub predict_record {", "    my (%record) = @_;", *reading]
    lines = nested_lines(forks(model.tree, doubles), PERL, by_name)
    return "\n".join((*map(PERL.comment_line, about), *opening, *lines, "    return undef;\n}\n"))
'''

RUNNER = r"""

def run_perl(model: Model, records: Sequence[Asked], folder: Path, doubles: Doubles) -> Answers:
    def cell(value: Value) -> str:
        return "undef" if value is None else value.hex() if isinstance(value, float) else perl_text(value)

    asked = ("".join(f"{perl_text(name)} => {cell(value)}, " for name, value in record.items()) for record in records)
    shown = "sprintf('%.17g', $p)" if isinstance(model.target, Continuous) else "$p"
    calls = "".join(f"$p = predict_record({one}); print defined $p ? {shown} : '', chr(10);\n" for one in asked)
    script = folder / "tree.pl"
    script.write_text(f"{perl_script(model, doubles)}binmode(STDOUT, ':utf8');\n{calls}", "utf-8")
    ran = subprocess.run(["perl", str(script)], capture_output=True, text=True, check=True)
    return [None if not line else float(line) if "sprintf" in shown else line for line in ran.stdout.splitlines()]
"""

ADDITION = Addition(
    "How to add a target of exports",
    (
        Edit(Part.PROPERTY, "dtref/io/export/perl.py", WRITER),
        Edit(Part.PROPERTY, ORDER, '    "perl",\n', '    "r",\n'),
        Edit(Part.DEFINITION, TARGETS, "from dtref.io.export.perl import perl_script\n", "from dtref.io.export.pmml import"),
        Edit(Part.DEFINITION, TARGETS, '    Target("perl", perl_script, "a subroutine of Perl"),\n', '    Target("r", r_script'),
        Edit(Part.PROPERTY, RUNNERS, "from dtref.io.export.perl import perl_script, perl_text\n", "from dtref.io.export.python import"),
        Edit(Part.PROPERTY, RUNNERS, RUNNER),
        Edit(Part.PROPERTY, RUNS, "run_perl, ", "run_python, run_r"),
        Edit(Part.VECTOR, RUNS, '        Runs("Perl", "perl", lambda: nullcontext(run_perl)),\n', '        Runs("R", '),
    ),
    (
        "dtref/io/export/perl.py",
        "tests/io/export/test_programs.py::test_every_target_is_run_by_a_program",
        "tests/io/export/test_hostile_texts.py",
    ),
    {
        Part.DEFINITION: (
            "tests/io/export/test_programs.py::test_every_target_is_run_by_a_program",
            "dtref/io/export/targets.py: list its target",
        ),
        Part.VECTOR: (
            "tests/io/export/test_programs.py::test_every_target_is_run_by_a_program",
            "tests/exported/agreement.py: a program that runs it",
        ),
    },
)
