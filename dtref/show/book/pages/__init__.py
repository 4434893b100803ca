"""
The pages of the book. Each module makes pages of one kind, as HTML texts by the names of their files.

Reading order: places, frame, lists, definitions, chapters, theorems, records, golden, documents, departures, search.
"""
