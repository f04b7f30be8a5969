"""Blue and Red, who play the small games: their colours, their pieces, and how a piece of theirs looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sandtable.engine import RuleText, SideId
from sandtable.present import Counter

BLUE, RED = SIDES = SideId("Blue"), SideId("Red")
ENEMY: Final = {BLUE: RED, RED: BLUE}
COLOURS: Final = {BLUE: "#2f5d9e", RED: "#b1352f"}


def infantry(piece: str, kind: str, side: str, title: str, **more: Any) -> Counter:
    """Return the counter of a piece on foot, in the colour of its side."""
    colour = COLOURS[SideId(side)]
    return Counter(
        piece=piece, kind=kind, side=side, title=title, symbol="infantry", colour=colour, ink="#ffffff", **more
    )


def rule_texts(says: Mapping[str, str]) -> dict[str, RuleText]:
    """Return the texts of rules, each entitled as its id goes on behind the first dash."""
    return {id: RuleText(id, id.partition("-")[2], text) for id, text in says.items()}
