"""Changing scenarios as a designer does: edits as values, what each has changed, drafts on disk."""
