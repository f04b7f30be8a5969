"""What can be wrong with a campaign before it is played: each module asks for its own in its ``findings``."""
