"""The five documents, where `DTREF_DOCUMENTS` names their folder: their lines by slide, and what records quote of them."""
