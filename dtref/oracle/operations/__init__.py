"""dtref's functions by name, with inputs and answers that others can replay. Reading order: answers, inputs, given_data, registry."""
