"""The card of a piece that is pointed at: what its counter says, where the game says no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.present.panels import Sheet, SheetEntry

if TYPE_CHECKING:
    from sandtable.present.board import Counter


def card_of_counter(counter: Counter) -> Sheet:
    """Return what a counter says of its piece, in words."""
    facts = {
        "Side": counter.side,
        "Formation" if counter.formation else "Composition": counter.says,
        "Strength": counter.strength,
        "Movement": counter.movement,
        "Leader": counter.leader,
        **dict(counter.facts),
        "State": ", ".join(counter.badges),
    }
    return Sheet(
        key="card",
        title=counter.title,
        entries=tuple(SheetEntry(title=title, value=value) for title, value in facts.items() if value),
        colour=counter.colour,
        about=counter.space,
    )
