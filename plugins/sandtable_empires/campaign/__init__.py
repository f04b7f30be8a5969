"""Campaigns: the set-up, what comes when, who holds what, who wins."""
