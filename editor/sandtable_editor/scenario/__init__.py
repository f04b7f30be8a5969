"""The Scenario workspace: laying a scenario out, on its map and in its tables, without a line of code."""
