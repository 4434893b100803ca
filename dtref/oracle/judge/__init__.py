"""The judge: asks a program golden and generated cases, and judges its answers exactly."""

READING_ORDER = (
    "cases",
    "outcomes",
    "rounding",
    "answers",
    "undecided",
    "equally_right",
    "python_values",
    "questions",
    "undisturbed",
    "pipes",
    "process",
    "judge",
    "lines",
    "coverage",
    "fresh_program",
    "generators",
    "report",
)
