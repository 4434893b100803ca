"""
What others are checked against: golden records, and the exact arithmetic in which they are derived.

Reading order: the arithmetic language (rounding, grammar, vocabulary, arithmetic); JSON (written, answers, inputs, given_data); operations;
golden records (records, reading, complaints, checking, golden).
"""
