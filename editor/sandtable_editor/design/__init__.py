"""What workspaces that change a design share: its history as Qt sees it, and the line that says what can be done."""
