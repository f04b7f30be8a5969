"""The window around the workspaces: theme, commands, settings, long work, errors. It knows no game."""
