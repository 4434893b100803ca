"""A tiny exact arithmetic language, and numbers as JSON. Reading order: rounding, grammar, vocabulary, evaluation, written."""

READING_ORDER = ("rounding", "grammar", "vocabulary", "evaluation", "deep_json", "json_numbers")
