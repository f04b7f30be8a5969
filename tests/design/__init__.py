"""Tests of the design of maps: edits, patches, history, drafts."""
