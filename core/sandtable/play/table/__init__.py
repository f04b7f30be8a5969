"""The table: a sitting with its campaign, the seats, the bots among them, taking back, rules that do not end."""
