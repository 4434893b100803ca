"""
Reading data. A reader makes a table, a schema says what its columns are, and one module turns the two into a data set.

Reading order: first_bytes, replacing, files, notation, schema, schema_file, kinds, survey, inspecting, tables (CSV), cells, arrays
(Python objects, numpy, data frames), predictions, scored.
"""
