"""The pages of the book. Each module makes pages of one kind, as HTML texts by the names of their files."""

READING_ORDER = (
    "places",
    "frame",
    "lists",
    "definitions",
    "chapters",
    "theorems",
    "records",
    "golden",
    "documents",
    "from_scratch",
    "figures",
    "first_words",
    "subject_list",
    "subjects",
    "trust",
    "departures",
    "search",
)
