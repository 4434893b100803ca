"""CHAID: merging categories by chi-square. Reading order: significance, categories, merging, offers."""
