"""
Reading data. A reader makes a table, a schema says what its columns are, and one module turns the two into a data set.

Reading order: first_bytes, replacing, files, numerals, schema, schema_file, kinds, tables (CSV), cells, arrays (Python objects, numpy,
data frames).
"""
