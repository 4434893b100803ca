"""Whether a program is right: it is asked golden cases and generated ones, and judged exactly."""

READING_ORDER = (
    "cases",
    "outcomes",
    "rounding",
    "answers",
    "equally_right",
    "python_values",
    "questions",
    "pipes",
    "process",
    "judge",
    "lines",
    "coverage",
    "fresh_program",
    "generators",
    "report",
)
