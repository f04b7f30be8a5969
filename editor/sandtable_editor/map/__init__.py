"""The Map workspace: maps drawn by mouse or by keys, every change an edit of the design document."""
