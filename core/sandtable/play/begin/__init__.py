"""What can be begun: scenarios and their games, presets, where campaigns are kept."""
