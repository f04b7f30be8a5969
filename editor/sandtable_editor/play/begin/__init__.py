"""Beginning a campaign, or going on with one."""
