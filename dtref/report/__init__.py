"""What people read. Reading order: tree_text, explain, explain_text, explain_json."""
