"""Golden records: what a document prints and what is exactly true."""

READING_ORDER = (
    "records",
    "reader",
    "complaints",
    "checks",
    "vectors",
    "store",
    "manifest",
    "mutation",
    "errata",
    "variants",
)
