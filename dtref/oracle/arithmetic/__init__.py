"""A tiny exact arithmetic language, and numbers as JSON. Reading order: rounding, grammar, vocabulary, evaluation, written."""
