"""The book: the executable specification as pages to read, all made from the code, the proofs and the golden files."""

READING_ORDER = (
    "sources",
    "typeset",
    "pages",
    "write_book",
)
