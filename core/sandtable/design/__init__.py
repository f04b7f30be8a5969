"""Changing maps as a designer does: edits as values, what each has changed, one history, drafts on disk."""
