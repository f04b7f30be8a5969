"""What the Scenario workspace begins with: the scenarios there are, and a new one."""
