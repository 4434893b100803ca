"""Tests between classifiers, and between learning algorithms."""
