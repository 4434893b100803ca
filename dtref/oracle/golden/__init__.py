"""Golden records: what a document prints and what is exactly true. Reading order: records, reading, complaints, checking, store."""
