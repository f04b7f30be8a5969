"""What may be done: actions, the domains of their fields, offers, and the search for legal ones."""
