"""Many trees that vote. Reading order: voting, forest, out_of_bag, ways, output_codes."""
