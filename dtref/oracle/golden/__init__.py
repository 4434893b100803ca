"""
Golden records: what a document prints and what is exactly true.

Reading order: records, reading, complaints, checking, vectors, store, manifest, mutation, errata, variants.
"""
