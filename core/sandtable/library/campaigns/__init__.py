"""What a campaign is kept in: its journal, positions and snapshots."""
