"""Drill 13: a fort declares late who is inside (14); until then nothing tells the enemy."""

from collections.abc import Iterable
from typing import NewType

from sandtable.engine import (
    Action,
    Ask,
    Game,
    Row,
    RuleModule,
    SideId,
    Subset,
    Was,
    ask,
    conceals,
    fills,
    hookimpl,
    rule,
)

from .hexes import HexId, Unit, UnitId, around, standing
from .zones import GroundHooks

FortId = NewType("FortId", str)


class Fort(Row, frozen=True):
    """A fort; units in the hex of one that has not declared are under cover (``hidden``)."""

    id: FortId
    side: SideId
    at: HexId
    declared: bool = False


class Post(Row, frozen=True):
    """Where a unit in the hex of a fort that has declared stands; a cover marker shows it to all."""

    id: UnitId
    inside: bool


class Declare(Action[FortId], frozen=True):
    """Say which of the units in a fort's hex, if there are any, are inside."""

    inside: tuple[UnitId, ...]

    @fills("inside")
    @staticmethod
    def in_the_hex(game: Game, ask: Ask[FortId]) -> Subset[UnitId]:
        return Subset(unit.id for unit in standing(game, game[Fort][ask.about].at) if unit.side == ask.side)


class Forts(RuleModule):
    """Who is inside a fort, when that must be said, and what it means."""

    key = "forts"
    rows = (Fort, Post)

    @conceals(Unit)
    @rule("DRILL-14-cover")
    def cover(self, row: Unit, viewers: frozenset[str]) -> Unit | None:
        return None if row.hidden and row.side not in viewers else row

    @hookimpl
    @rule("DRILL-14-declare-late", before="DRILL-11-stop-in-zone")
    async def entered(self, game: Game, unit: UnitId, at: HexId) -> None:
        """An enemy becomes adjacent: the fort's side is asked, whether or not anybody is there."""
        for fort in game[Fort]:
            if fort.side != game[Unit][unit].side and not fort.declared and at in around(fort.at):
                answer = await ask(fort.side, Declare, f"{unit} is next to {fort.id}", about=fort.id)
                game.change(game[Fort][fort.id], declared=True)
                game.note(f"inside {fort.id}: {', '.join(answer.inside) or 'nobody'}")
                await game.hooks(GroundHooks).after_declared(game, fort.at, answer.inside)

    @hookimpl(of=GroundHooks.after_declared)
    @rule("DRILL-14-split")
    def split(self, game: Game, at: HexId, inside: tuple[UnitId, ...]) -> None:
        """Some may be inside and some outside; all of them come out of cover."""
        for one in standing(game, at):
            game.put(Post(one.id, one.id in inside))
            game.change(one, hidden=False)

    @hookimpl(of=GroundHooks.zoneless)
    @rule("DRILL-14-inside-no-zoc")
    def inside_no_zone(self, game: Game, side: str) -> Iterable[UnitId]:
        """Units outside, and those not yet declared (ruling Q7), keep theirs."""
        return [post.id for post in game[Post] if post.inside]

    @hookimpl(of=GroundHooks.sources)
    @rule("DRILL-13-fort-occupants")
    def fort_supply(self, game: Game, unit: Unit) -> Iterable[HexId]:
        return [fort.at for fort in game[Fort] if fort.side == unit.side and fort.at in unit.hexes]

    @rule("DRILL-14-outside-no-fort-supply", amends="DRILL-13-fort-occupants")
    def outside_no_fort_supply(self, was: Was[Iterable[HexId]], game: Game, unit: Unit) -> Iterable[HexId]:
        """Those not yet declared count as inside (ruling Q7)."""
        post = game[Post].get(unit.id)
        return [] if post and not post.inside else was()
