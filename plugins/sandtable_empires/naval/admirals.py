"""Admirals (10.6): a leader who stands with a fleet has the wind more often, and his victories count for more."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    Part,
    Refusal,
    RuleModule,
    SideId,
    fills,
    hookimpl,
    refuses,
    rule,
)
from sandtable.present import Lesson
from sandtable_empires.charts.keys import NAVAL_WON
from sandtable_empires.model import (
    Admiral,
    AdmiralId,
    Area,
    Fleet,
    FleetId,
    NavalBattle,
    NavalBattleId,
    NavalForce,
    NavalForceId,
    fleets_in,
    naval_force_id,
    power_of,
)
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.status import befall
from sandtable_empires.steps import NAVAL_REINFORCEMENT_STEP


class HoistFlag(Action, frozen=True):
    """Put an admiral with a fleet in one of your ports."""

    title = "Hoist a flag"
    if_none = {"admiral": ("you have no admiral", "BASE-10.6.2-admiral")}

    admiral: AdmiralId
    fleet: FleetId

    @fills("admiral")
    @staticmethod
    def own_admirals(game: Game, ask: Ask) -> Choice[AdmiralId]:
        return Choice(one.id for one in game[Admiral].where("side", ask.side))

    @fills("fleet")
    @staticmethod
    def own_fleets(game: Game, ask: Ask) -> Choice[FleetId]:
        return Choice(one.id for one in game[Fleet].where("side", ask.side))

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Admiral][self.admiral], fleet=self.fleet)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{game.name(self.admiral, Admiral)} hoists his flag in {game.name(self.fleet, Fleet)}"


class Admirals(RuleModule):
    """What admirals are good for."""

    key = "admirals"
    needs = CAMPAIGN
    after = ("launches?", "naval_combat?", "naval_outcome?")
    actions = {NAVAL_REINFORCEMENT_STEP: (HoistFlag,)}

    @refuses(HoistFlag)
    @rule("BASE-10.6.2-admiral")
    def in_an_own_port(self, game: Game, act: HoistFlag, ask: Ask) -> Refusal | None:
        """In the Naval Reinforcement Step an admiral may be put with another fleet of his side in a port it holds."""
        admiral, fleet = game[Admiral][act.admiral], game[Fleet][act.fleet]
        if (admiral.side, fleet.side) != (ask.side, ask.side):
            return Refusal(
                "{admiral} and {fleet} are not both of {side}", admiral=admiral.id, fleet=fleet.id, side=ask.side
            )
        if admiral.fleet == fleet.id:
            return Refusal("{admiral} is with {fleet} already", admiral=admiral.id, fleet=fleet.id)
        port = game[Area].get(fleet.port)
        if fleet.lies == "port" and port is not None and port.holder == ask.side:
            return None
        return Refusal("{fleet} is not in a port of {side}", fleet=fleet.id, side=ask.side)

    @hookimpl
    @rule("BASE-6.3-wind-admiral")
    def wind_parts(self, game: Game, force: NavalForceId) -> Iterable[Part]:
        """A force with an admiral adds his number to its die for the wind gauge; of several the best."""
        there = commanders(game, force)
        return [Part("add", there[0].wind, says=there[0].title)] if there and there[0].wind else []

    @hookimpl
    @rule("BASE-6.3-points-admiral")
    async def after_naval_combat(self, game: Game, battle: NavalBattleId) -> None:
        """A power that wins under an admiral of its own gains once more."""
        row = game[NavalBattle][battle]
        if row.winner not in ("attacker", "defender"):
            return
        winner = naval_force_id(battle, "attacker" if row.winner == "attacker" else "defender")
        for side in sorted({power_of(game, one.side) for one in commanders(game, winner)}):
            await befall(game, side, NAVAL_WON)

    @hookimpl
    @rule("BASE-10.6-admiral-lost")
    async def fleet_lost(self, game: Game, fleet: Fleet, by: tuple[SideId, ...]) -> None:
        """An admiral whose fleet is lost waits until he is put with another."""
        for one in list(game[Admiral].where("fleet", fleet.id)):
            game.change(one, fleet=None)
            game.note(f"{one.title} has lost his fleet")

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Put him where the fight will be."""
        if HoistFlag in ask.kinds:
            yield Lesson(
                kind=HoistFlag, says="Puts an admiral with a fleet in port: it has the wind more often.",
                rules=("BASE-10.6.2-admiral", "BASE-6.3-wind-admiral"),
            )  # fmt: skip


def commanders(game: Game, force: NavalForceId) -> list[Admiral]:
    """Return the admirals with the fleets of a force, of the side that decides for it first, then the best first."""
    there = [one for fleet in fleets_in(game, force) for one in game[Admiral].where("fleet", fleet.id)]
    side = game[NavalForce][force].side
    return sorted(there, key=lambda one: (one.side != side, -one.wind, one.id))
