"""Interception (6.2): fleets at sea may fall upon an enemy who comes near them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    Part,
    Quantity,
    Reaction,
    Refusal,
    RuleModule,
    SideId,
    SpaceId,
    Subset,
    Tally,
    fills,
    hookimpl,
    in_a_row,
    reacts,
    refuses,
    roll,
    rule,
)
from sandtable.present import Lesson
from sandtable_empires.charts.keys import numbers
from sandtable_empires.charts.naval_keys import BLOCKADED, INTERCEPTION, MEETINGS, NEXT_SPACE, SAME_SEA
from sandtable_empires.hookspecs.naval import FleetEntered, NavalHooks
from sandtable_empires.model import Fleet, FleetId, enemies, own_fleets_at
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.marks import MOORED, TRIED_TO_INTERCEPT, UNDER_WAY
from sandtable_empires.model.words import does
from sandtable_empires.naval.fighting import begin_at_sea
from sandtable_empires.sail import kind_of, lay, waters

INTERCEPT_NUMBER: Final = Quantity("die to intercept")


class Intercept(Action[FleetEntered], frozen=True):
    """Try to intercept the fleets that have come near."""

    if_declined = "Let them pass"

    at: SpaceId
    fleets: tuple[FleetId, ...]

    @fills("at")
    @staticmethod
    def where_fleets_lie(game: Game, ask: Ask[FleetEntered]) -> Choice[SpaceId]:
        return Choice(dict.fromkeys(one.space for one in game[Fleet].where("side", ask.side) if one.space is not None))

    @fills("fleets")
    @staticmethod
    def any_of_them(game: Game, ask: Ask[FleetEntered], at: SpaceId) -> Subset[FleetId]:
        fresh = (one for one in own_fleets_at(game, at, ask.side) if game.mark_of(one.id, TRIED_TO_INTERCEPT) is None)
        return Subset([one.id for one in fresh], 1)

    def says(self, game: Game, ask: Ask[FleetEntered]) -> str:
        mine = in_a_row(game.name(one, Fleet) for one in self.fleets)
        return (
            f"{does(mine, 'attempt')} to intercept {game.name(ask.about.fleet, Fleet)} in {game.name(ask.about.space)}"
        )

    async def perform(self, game: Game, ask: Ask[FleetEntered]) -> None:
        await game.hooks(NavalHooks).intercepts(game, self.fleets, ask.about)


class Interception(RuleModule):
    """Who falls upon whom at sea."""

    key = "interception"
    needs = CAMPAIGN
    after = ("sailing?",)
    brings = (UNDER_WAY, TRIED_TO_INTERCEPT)
    charts = (numbers(INTERCEPTION, MEETINGS, most=6),)

    # --- who may try

    @reacts(FleetEntered)
    @rule("BASE-6.2-intercept")
    def near_by(self, game: Game, moment: FleetEntered) -> Iterator[Reaction]:
        """Whenever a fleet comes into a sea area or a blockade box, its enemies may try to intercept it there."""
        if kind_of(game, moment.space) == "port" or game.mark_of(moment.fleet, MOORED) is not None:
            return
        for foe in sorted(enemies(game, moment.side)):
            if any(_fresh(game, space, foe) for space in (moment.space, *waters(game).get(moment.space, ()))):
                why = f"{game.name(moment.fleet, Fleet)} comes into {game.name(moment.space)}: you may intercept it"
                yield Reaction(foe, Intercept, why)

    @refuses(Intercept, "at")
    @rule("BASE-6.2-intercept-where")
    def from_the_sea(self, game: Game, act: Intercept, ask: Ask[FleetEntered]) -> Refusal | None:
        """Those try who lie at sea or in a blockade box, in the space that is entered or next to it."""
        if kind_of(game, act.at) == "port":
            return Refusal("{space} is a port", space=act.at)
        if act.at in (ask.about.space, *waters(game).get(ask.about.space, ())):
            return None
        return Refusal("{space} is not next to {there}", space=act.at, there=ask.about.space)

    @refuses(Intercept, "fleets")
    @rule("BASE-6.2-intercept-once")
    def once(self, game: Game, act: Intercept, ask: Ask[FleetEntered]) -> Refusal | None:
        """A fleet tries once in the Naval Movement Step of another side."""
        tired = next((one for one in act.fleets if game.mark_of(one, TRIED_TO_INTERCEPT) is not None), None)
        return Refusal("{fleet} has tried to intercept in this step", fleet=tired) if tired is not None else None

    # --- whether they meet

    @hookimpl
    @rule("BASE-6.2-intercept-number")
    def interception_parts(self, game: Game, fleet: FleetId, entry: FleetEntered) -> Iterable[Part]:
        """By where it lies: in the box that is entered, in the sea that is, or next to it."""
        where = NEXT_SPACE
        if game[Fleet][fleet].space == entry.space:
            where = BLOCKADED if kind_of(game, entry.space) == "blockade" else SAME_SEA
        return [game.chart(INTERCEPTION).part("base", where, says=where)]

    @hookimpl
    @rule("BASE-6.2-intercept-die", vital=True)
    async def intercepts(self, game: Game, fleets: tuple[FleetId, ...], entry: FleetEntered) -> None:
        """One die for the fleets of a space: at their number, or under it, they meet the enemy."""
        number = interception(game, fleets, entry)
        side = game[Fleet][fleets[0]].side
        die = await roll("1d6", why=f"{side} tries to intercept", by=side)
        for one in fleets:
            game.mark(one, TRIED_TO_INTERCEPT)
        met = die <= number.whole()
        game.note(f"{side} {'intercepts' if met else 'does not meet'} the enemy: {die} against {number.with_parts()}")
        if met:
            await game.hooks(NavalHooks).intercepted(game, fleets, entry)

    @hookimpl
    @rule("BASE-6.2-intercepted", vital=True)
    async def intercepted(self, game: Game, fleets: tuple[FleetId, ...], entry: FleetEntered) -> None:
        """They come into the space and attack; what the enemy has left of his points he keeps for after the combat."""
        for one in fleets:
            lay(game, one, entry.space)
        game.mark(entry.fleet, MOORED)
        for one in entry.fleets:
            game.mark(one, UNDER_WAY, count=entry.left)
        begin_at_sea(game, entry.space, game[Fleet][fleets[0]].side, fleets, entry.side)

    @hookimpl
    @rule("BASE-6.2-sails-on")
    def sailing_parts(self, game: Game, fleet: FleetId) -> Iterable[Part]:
        """A fleet that was intercepted, and neither lost nor is spent, may sail on with the points it had left."""
        mark = game.mark_of(fleet, UNDER_WAY)
        return [Part("at_most", mark.count, says="left when it was intercepted")] if mark is not None else []

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Meet the enemy where you are the stronger."""
        if Intercept in ask.kinds:
            yield Lesson(
                title="Interception", says="An enemy fleet comes near yours: try to meet it, or let it pass.",
                why="Whoever lies in its way meets it most likely. If you meet it you fight at once.",
                rules=("BASE-6.2-intercept", "BASE-6.2-intercept-number"),
            )  # fmt: skip


def interception(game: Game, fleets: Iterable[FleetId], entry: FleetEntered) -> Tally:
    """Return the die at which, or under, fleets of one space intercept: the first speaks for all."""
    lead = next(iter(fleets))
    return Tally(INTERCEPT_NUMBER, game.hooks(NavalHooks).interception_parts(game, lead, entry))


def _fresh(game: Game, space: SpaceId, side: SideId) -> list[Fleet]:
    """Return the fleets of a side in a space, at sea or in its box, that may still try."""
    if kind_of(game, space) == "port":
        return []
    return [one for one in own_fleets_at(game, space, side) if game.mark_of(one.id, TRIED_TO_INTERCEPT) is None]
