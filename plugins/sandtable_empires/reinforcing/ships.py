"""The Naval Reinforcement Phase (5.1): ships that were ordered are launched, others are scuttled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    Insert,
    MarkKind,
    Range,
    Refusal,
    RuleModule,
    Step,
    fills,
    hookimpl,
    refuses,
    rule,
    ruling,
)
from sandtable.present import Lesson
from sandtable_empires.hookspecs.naval import NavalHooks, give_ships, sink
from sandtable_empires.model import Area, Fleet, FleetId, declare, in_port
from sandtable_empires.model.causes import BUILT
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.quarter import LARGEST_FLEET, Keels
from sandtable_empires.steps import NAVAL_REINFORCEMENT_PHASE, NAVAL_REINFORCEMENT_STEP

SCUTTLED: Final = declare("scuttled", "Ships scuttled")
THIS_MONTH: Final = MarkKind("scuttled", until=NAVAL_REINFORCEMENT_PHASE)
"""A side has scuttled so many ships in this phase."""


class Launch(Action, frozen=True):
    """Add ships that are finished to a fleet in a port of yours."""

    title = "Launch ships"
    if_none = {"keels": ("no ships of yours are finished", "BASE-5.1-launching")}

    keels: str
    fleet: FleetId
    ships: int

    @fills("keels")
    @staticmethod
    def those_finished(game: Game, ask: Ask) -> Choice[str]:
        return Choice(one.id for one in game[Keels].where("side", ask.side) if one.turn <= game.round)

    @fills("fleet")
    @staticmethod
    def fleets_of_the_nation(game: Game, ask: Ask, keels: str) -> Choice[FleetId]:
        own = game[Fleet].where("side", ask.side)
        return Choice(one.id for one in own if one.nation == game[Keels][keels].nation)

    @fills("ships")
    @staticmethod
    def as_many_as_it_holds(game: Game, ask: Ask, keels: str, fleet: FleetId) -> Range:
        most = min(game[Keels][keels].ships, LARGEST_FLEET - game[Fleet][fleet].ships)
        return Range(1, most, usual=most)

    def perform(self, game: Game, ask: Ask) -> None:
        give_ships(game, self.fleet, self.ships, BUILT)
        keels = game[Keels][self.keels]
        if keels.ships > self.ships:
            game.change(keels, ships=keels.ships - self.ships)
        else:
            game.remove(keels)

    def says(self, game: Game, ask: Ask) -> str:
        many = "a ship" if self.ships == 1 else f"{self.ships} ships"
        return f"{game.name(self.fleet, Fleet)} is joined by {many}"


class Scuttle(Action, frozen=True):
    """Scuttle ships of a fleet in port."""

    title = "Scuttle ships"
    if_none = {
        "fleet": ("no fleet of yours lies in a port", "BASE-5.3-scuttling"),
        "ships": ("you have scuttled as many ships as you may in a month", "BASE-5.3-scuttling-limit"),
    }

    fleet: FleetId
    ships: int

    @fills("fleet")
    @staticmethod
    def own_fleets(game: Game, ask: Ask) -> Choice[FleetId]:
        return Choice(one.id for one in in_port(game, ask.side))

    async def perform(self, game: Game, ask: Ask) -> None:
        game.mark(ask.side, THIS_MONTH, count=scuttled(game, ask.side) + self.ships)
        await sink(game, self.fleet, self.ships, SCUTTLED)

    def says(self, game: Game, ask: Ask) -> str:
        many = "a ship" if self.ships == 1 else f"{self.ships} ships"
        return f"{ask.side} scuttles {many} of {game.name(self.fleet, Fleet)}"


def scuttled(game: Game, side: str) -> int:
    """Return how many ships a side has scuttled in this month's phase."""
    mark = game.mark_of(side, THIS_MONTH)
    return mark.count if mark is not None else 0


class Launches(RuleModule):
    """How fleets grow and shrink."""

    key = "launches"
    needs = CAMPAIGN
    steps = (Insert(Step(NAVAL_REINFORCEMENT_STEP, "Naval reinforcement"), phase=NAVAL_REINFORCEMENT_PHASE),)
    brings = (THIS_MONTH,)
    actions = {NAVAL_REINFORCEMENT_STEP: (Launch, Scuttle)}
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        scuttled: Annotated[
            int,
            Meta(ge=0, le=999),
            ruling(
                "Ships scuttled in a month",
                "A power scuttles so many ships at most in a month; that there is a limit is known, not what it is.",
                "BASE-5.3-scuttling-limit",
            ),
        ] = 5

    @refuses(Launch, "keels")
    @rule("BASE-5.1-launching")
    def finished(self, game: Game, act: Launch, ask: Ask) -> Refusal | None:
        """Ships are launched when the months since they were ordered are over; until they are, they wait."""
        keels = game[Keels][act.keels]
        if keels.side != ask.side:
            return Refusal("they are ships of {side}", side=keels.side)
        return Refusal("they are not finished yet") if keels.turn > game.round else None

    @refuses(Launch, "keels", "fleet")
    @rule("BASE-5.1-launching-fleet")
    def in_an_own_port(self, game: Game, act: Launch, ask: Ask) -> Refusal | None:
        """They join a fleet of their nation in a port that their side holds, if it is not laid up and has room."""
        fleet = game[Fleet][act.fleet]
        if (fleet.side, fleet.nation) != (ask.side, game[Keels][act.keels].nation):
            return Refusal("{fleet} does not belong to {nation}", fleet=fleet.id, nation=game[Keels][act.keels].nation)
        port = game[Area].get(fleet.port)
        if fleet.lies != "port" or port is None or port.holder != ask.side:
            return Refusal("{fleet} is not in a port of {side}", fleet=fleet.id, side=ask.side)
        if fleet.id in game.hooks(NavalHooks).frozen(game):
            return Refusal("{fleet} is laid up", fleet=fleet.id)
        return Refusal("{fleet} has no room", fleet=fleet.id) if fleet.ships >= LARGEST_FLEET else None

    @refuses(Scuttle, "fleet")
    @rule("BASE-5.3-scuttling")
    def in_port(self, game: Game, act: Scuttle, ask: Ask) -> Refusal | None:
        """A side may scuttle ships of its fleets that lie in port."""
        fleet = game[Fleet][act.fleet]
        if fleet.side != ask.side:
            return Refusal("{fleet} belongs to {side}", fleet=fleet.id, side=fleet.side)
        return Refusal("{fleet} is not in port", fleet=fleet.id) if fleet.lies != "port" else None

    @fills(Scuttle, "ships")
    @rule("BASE-5.3-scuttling-limit")
    def so_many_a_month(self, game: Game, ask: Ask, fleet: FleetId) -> Range:
        """All of them, but no more in a month than the ruling says."""
        return Range(1, min(game[Fleet][fleet].ships, self.parameters.scuttled - scuttled(game, ask.side)))

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Say where ships may go."""
        if Launch in ask.kinds:
            yield Lesson(
                kind=Launch, says="Adds ships that are finished to a fleet in a port of yours.",
                rules=("BASE-5.1-launching", "BASE-5.1-launching-fleet"),
            )  # fmt: skip
