"""How a game is won, and how near each side is to it."""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.state.rows import SideId
from sandtable.engine.words import make_fit


class SideScore(Struct, frozen=True, kw_only=True):
    """What a side has of what decides the game, in words: "7 provinces"; ``reasons`` are the parts, a line each."""

    side: SideId
    says: str
    reasons: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        make_fit(self, "says", "reasons")


class Standing(Struct, frozen=True, kw_only=True):
    """How the game is won and who would win if it ended now, as a seat sees it.

    ``aim`` says in a sentence or two how one wins, ``rule`` is the rule that says so. ``leaders`` are the sides that
    lead: several that are equal, none where nobody does. ``lead`` says how things stand in a few words that are always
    in view ("France leads: 7 of 12 provinces"); without it they are made of the leaders and their scores.
    """

    aim: str
    scores: tuple[SideScore, ...]
    rule: str = ""
    leaders: tuple[SideId, ...] = ()
    lead: str = ""

    def __post_init__(self) -> None:
        make_fit(self, "aim", "lead")
