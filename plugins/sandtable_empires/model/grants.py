"""What a scenario of Empires grants: the words that modules need (10.0)."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Not

CAMPAIGN: Final = "campaign"
"""A scenario that grants it is played with all phases of the month, the political and the economic among them."""
SINGLE_WAR: Final = Not(CAMPAIGN)
"""What only a scenario without those phases has: it says itself what comes, who is at war, and what is fought for."""
