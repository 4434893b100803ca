"""Readers of other programs' trees. Next: `dtref.io.foreign.tree`."""
