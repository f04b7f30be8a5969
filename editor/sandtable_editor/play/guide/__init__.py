"""The guided turn in the window: a page beside the prompt that points at what it means."""
