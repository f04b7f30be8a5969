"""The first page of the Map workspace: maps there are, a new one, another library."""
