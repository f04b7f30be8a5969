"""Stacking: how much may stand in a hex, and what supply does for it (base paper, section 6; clarification 13)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Refusal,
    RuleModule,
    SpaceId,
    ask,
    fills,
    opens,
    refuses,
    refuses_end,
    rule,
)
from sandtable_grande_armee.charts.keys import LIMITS
from sandtable_grande_armee.charts.lookups import limit
from sandtable_grande_armee.model import Disruption, Served, Unit, UnitId, those_who_fight, unit_types
from sandtable_grande_armee.model.agreeing import sentence_of
from sandtable_grande_armee.movement.crowds import LeftOut
from sandtable_grande_armee.movement.losses import disrupt
from sandtable_grande_armee.movement.march import March
from sandtable_grande_armee.movement.strides import HexStep, troops_at
from sandtable_grande_armee.steps import HALT_STEP
from sandtable_grande_armee.supply.sources import may_serve, serve, sources, supply_reach, supply_units


class FeedStack(Action[SpaceId], frozen=True):
    """Say which source of supply feeds a crowded hex."""

    source: str

    @fills("source")
    @staticmethod
    def in_reach(game: Game, ask: Ask[SpaceId]) -> Choice[str]:
        return Choice(stack_sources(game, ask.side, ask.about))

    def says(self, game: Game, ask: Ask[SpaceId]) -> str:
        return sentence_of(game, self.source, f"feeds the troops in {game.name(ask.about)}")


class CrowdOut(Action[SpaceId], frozen=True):
    """Say which troops in a crowded hex without supply are disrupted."""

    units: tuple[UnitId, ...]

    @fills("units")
    @staticmethod
    def troops_there(game: Game, ask: Ask[SpaceId]) -> LeftOut:
        strengths = {unit.id: unit.strength(game) for unit in crowd(game, ask.side, ask.about)}
        return LeftOut(strengths, stack_limit(game))

    def says(self, game: Game, ask: Ask[SpaceId]) -> str:
        return sentence_of(game, self.units, f"finds no food in {game.name(ask.about)}")


class Stacking(RuleModule):
    """How much may stand in a hex."""

    key = "stacking"
    charts = (limit("stack", 1),)

    @refuses_end(March, "units", "side", "there")
    @rule("BASE-2c-stack-limit")
    def no_room(self, game: Game, stride: HexStep) -> Refusal | None:
        """A march does not end where more strength points would stand than the limit, unless supply can feed them."""
        going = [game[Unit][unit] for unit in stride.units]
        others = [unit for unit in troops_at(game, stride.there, stride.side) if unit not in going]
        most = stack_limit(game)
        if strength_of(game, [*others, *going]) <= most or not any(unit.fights(game) for unit in going):
            return None
        there = [unit for unit in others if not fed_by_fort(game, unit)]
        points = strength_of(game, [*there, *going])
        if points <= most:
            return None
        if any(sources(game, unit.id, "combat") for unit in there) or can_feed(game, stride):
            return None
        says = "{points} strength points would stand in {hex}: without supply it holds {most}"
        return Refusal(says, points=points, hex=stride.there, most=most)

    @opens(HALT_STEP)
    @rule("BASE-2c-stack-supply", after="BASE-2a-idle")
    async def feed(self, game: Game, frame: Frame) -> None:
        """When movement is over, supply serves every hex that is crowded; its owner says which."""
        for hex in crowded(game, frame.side):
            found = stack_sources(game, frame.side, hex)
            if len(found) == 1:
                serve(game, found[0], "combat")
                game.note(sentence_of(game, found[0], f"feeds the troops in {game.name(hex)}"))
            elif found and frame.side is not None:
                answer = await ask(frame.side, FeedStack, f"{game.name(hex)} is crowded", about=hex)
                serve(game, answer.source, "combat")

    @opens(HALT_STEP)
    @rule("BASE-2c-overstacked", after="BASE-2c-stack-supply")
    async def crowd_out(self, game: Game, frame: Frame) -> None:
        """Where there is none, troops beyond the limit are disrupted; their owner says which."""
        for hex in crowded(game, frame.side):
            if frame.side is not None and not stack_sources(game, frame.side, hex):
                why = f"{game.name(hex)} holds {stack_limit(game)} strength points without supply"
                for unit in (await ask(frame.side, CrowdOut, why, about=hex)).units:
                    await disrupt(game, unit)

    @refuses(CrowdOut, "units")
    @rule("BASE-2c-overstacked-enough")
    def enough(self, game: Game, act: CrowdOut, ask: Ask[SpaceId]) -> Refusal | None:
        """Those who are left are no more than the limit, and nobody is disrupted without need."""
        left = sum(one.strength(game) for one in crowd(game, ask.side, ask.about) if one.id not in act.units)
        most = stack_limit(game)
        if left > most:
            return Refusal("{left} strength points would be left, and {most} may be", left=left, most=most)
        spared = next((one for one in act.units if left + game[Unit][one].strength(game) <= most), None)
        return Refusal("{unit} need not be disrupted", unit=spared) if spared else None


def stack_limit(game: Game) -> int:
    """Return how many strength points may stand in a hex without supply."""
    return game.chart(LIMITS).number("stack")


def strength_of(game: Game, units: Iterable[Unit]) -> int:
    """Return the strength points of some units together, as printed."""
    types = unit_types(game)
    return sum(types[unit.kind].strength for unit in units)


def fit_troops(game: Game, side: str | None, hex: SpaceId) -> list[Unit]:
    """Return the troops of a side in a hex that are not disrupted."""
    own = [unit for unit in game[Unit].where("hex", hex) if unit.side == side and unit.id not in game[Disruption]]
    return those_who_fight(game, own)


def crowd(game: Game, side: str | None, hex: SpaceId) -> list[Unit]:
    """Return the troops of a side in a hex that need room and food: neither disrupted nor fed by a fort."""
    return [unit for unit in fit_troops(game, side, hex) if not fed_by_fort(game, unit)]


def fed_by_fort(game: Game, unit: Unit) -> bool:
    """Tell whether a fort supplies a unit: that needs no saying, and takes nothing from others."""
    return any(one not in game[Unit] for one in sources(game, unit.id, "combat"))


def crowded(game: Game, side: str | None) -> list[SpaceId]:
    """Return the hexes in which more strength points of a side stand than may without supply."""
    most, points = stack_limit(game), dict[SpaceId, int]()
    types = unit_types(game)
    for unit in those_who_fight(game, game[Unit].where("side", side)):
        if unit.hex is not None:
            points[unit.hex] = points.get(unit.hex, 0) + types[unit.kind].strength
    full = sorted(hex for hex, there in points.items() if there > most)  # fit or not, fed by a fort or not
    return [hex for hex in full if strength_of(game, crowd(game, side, hex)) > most]


def stack_sources(game: Game, side: str | None, hex: SpaceId) -> tuple[str, ...]:
    """Return what can feed a crowded hex: those that serve already alone, where there are any."""
    found = tuple(dict.fromkeys(one for unit in crowd(game, side, hex) for one in sources(game, unit.id, "combat")))
    serving = tuple(one for one in found if one not in game[Unit] or one in game[Served])
    return serving[:1] or found


def can_feed(game: Game, stride: HexStep) -> bool:
    """Tell whether a supply unit could feed those who end a march: one that they take along, or one in reach."""
    reach = supply_reach(game, stride.there)
    found = (one for one in supply_units(game, stride.side) if one.id in stride.units or one.hex in reach)
    return any(may_serve(game, one.id, "combat") for one in found)
