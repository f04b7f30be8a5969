"""The printed options (12), a module each: nothing of one counts unless it is on."""
