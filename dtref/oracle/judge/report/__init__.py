"""What judging a program found. Reading order: definitions, replaying, text, programs, page."""

READING_ORDER = ("definitions", "replay", "text", "programs", "page")
