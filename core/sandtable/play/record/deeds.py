"""What a piece did this turn: the plies of the round whose action names it, in the words of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.play.record.landmarks import spots_of
from sandtable.play.words.where import plies_of_round

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.engine.journal.journal import Journal
    from sandtable.play.record.chronicle import Chronicle

MOST: Final = 4
"""So many deeds of a piece are told, the last ones."""


def deeds_of(chronicle: Chronicle, journal: Journal, piece: str, sides: Collection[str]) -> list[str]:
    """Return what these sides know that a piece has done this turn, the first deed first."""
    found: list[str] = []
    for ply in plies_of_round(journal):
        if ply.action is None or piece not in spots_of(ply.action) or not chronicle.may_know(ply, sides):
            continue
        found += [line.text for line in chronicle.lines(ply, sides) if line.kind == "deed"]
        if len(found) >= MOST:
            break
    return found[::-1]
