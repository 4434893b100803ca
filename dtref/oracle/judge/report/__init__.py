"""What judging a program found. Reading order: definitions, replaying, text, programs."""
