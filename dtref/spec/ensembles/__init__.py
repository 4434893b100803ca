"""Many trees that vote. Reading order: voting, forest, out_of_bag, ways, output_codes."""

READING_ORDER = ("voting", "forest", "out_of_bag", "four_ensembles", "output_codes", "random_draws")
