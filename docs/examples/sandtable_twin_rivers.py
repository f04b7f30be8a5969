"""Twin Rivers: a small complete game, and the first example of the rule author's guide.

Two sides, twelve areas, hidden strengths, battles round by round, two options. The engine knows
nothing of it: all there is to the game stands in this file and in its rule texts.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, NewType, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.engine import (
    Action, Ask, Choice, CoreHooks, Frame, Game, GameSystem, HookSet, Option, Part, Phase, Refusal, Row, RuleModule,
    Scenario, Sequence, Side, SideId, Step, Tally, Was, ask, closes, collects, conceals, fills, happens, hookimpl, offer,
    opens, read_texts, refuses, roll, rule,
)  # fmt: skip

AreaId = NewType("AreaId", str)
UnitId = NewType("UnitId", str)
BLUE, RED = SideId("Blue"), SideId("Red")
LAST_TURN = 10

ROADS = """
Aldbridge: Barrow Cobham Dunmere · Barrow: Aldbridge Elmsford · Cobham: Aldbridge Elmsford Fenwick
Dunmere: Aldbridge Fenwick · Elmsford: Barrow Cobham Garth · Fenwick: Cobham Dunmere Garth Highmoor
Garth: Elmsford Fenwick Ivybridge · Highmoor: Fenwick Ivybridge Jarrow · Ivybridge: Garth Highmoor Kelby Larch
Jarrow: Highmoor Larch · Kelby: Ivybridge Larch · Larch: Ivybridge Jarrow Kelby
"""
BRIDGES = ("Aldbridge", "Ivybridge")
FORCES = {BLUE: ("Aldbridge", "Barrow", "Barrow", "Dunmere", "Cobham"), RED: ("Ivybridge", "Kelby", "Larch", "Larch", "Jarrow")}
STRENGTHS = (3, 2, 2, 1, 1)


class Area(Row, frozen=True):
    """A place on the map, and the areas that roads join it to."""

    id: AreaId
    roads: tuple[str, ...]
    bridge: bool = False


class Unit(Row, frozen=True):
    """A unit with its steps; ``None`` is what its enemy knows of them before it has fought."""

    indexes = ("area", "side")
    id: UnitId
    side: SideId
    area: AreaId
    steps: Annotated[int, Meta(ge=1, le=4, title="Steps")] | None
    known: bool = False


class March(Action, frozen=True):
    """March a unit to a neighbouring area."""

    unit: UnitId
    to: AreaId

    @fills("unit")
    @staticmethod
    def own_units(game: Game, ask: Ask) -> Choice[UnitId]:
        return Choice(unit.id for unit in game[Unit].where("side", ask.side))

    @fills("to")
    @staticmethod
    def down_the_road(game: Game, ask: Ask, unit: UnitId) -> Choice[str]:
        return Choice(game[Area][game[Unit][unit].area].roads)

    async def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Unit][self.unit], area=self.to)
        game.mark(self.unit, "marched", until="turn", count=marches(game, self.unit) + 1)
        await game.hooks(TwinRiversHooks).after_march(game, self.unit)


class LoseStep(Action, frozen=True):
    """Take the lost step from one unit."""

    unit: UnitId

    @fills("unit")
    @staticmethod
    def in_the_battle(game: Game, ask: Ask) -> Choice[UnitId]:
        return Choice(unit.id for unit in game[Unit].where("area", ask.about) if unit.side == ask.side)


class Retreat(Action, frozen=True):
    """Leave the battle, all units together."""

    to: AreaId

    @fills("to")
    @staticmethod
    def out_of_it(game: Game, ask: Ask) -> Choice[str]:
        return Choice(game[Area][ask.about].roads)


class TwinRiversHooks(HookSet):
    """Where modules can change Twin Rivers."""

    @collects
    def fire_parts(self, game: Game, area: AreaId, side: SideId) -> Iterable[Part]:
        """Add to what a side throws in a round of battle."""
        return ()

    @happens
    async def after_march(self, game: Game, unit: UnitId) -> None:
        """A unit has marched."""


def units(game: Game, area: AreaId, side: SideId) -> list[Unit]:
    return [unit for unit in game[Unit].where("area", area) if unit.side == side]


def enemy(side: str) -> SideId:
    return RED if side == BLUE else BLUE


def marches(game: Game, unit: UnitId) -> int:
    mark = game.marked(unit, "marched")
    return mark.count if mark else 0


def lose_step(game: Game, unit: Unit) -> None:
    if unit.steps == 1:
        game.remove(unit)
    else:
        game.change(unit, steps=cast("int", unit.steps) - 1)


class Marching(RuleModule):
    """How units move."""

    key = "marching"
    actions = {"march": (March,)}

    @refuses(March)
    @rule("TR-2-own-units")
    def own(self, game: Game, act: March) -> Refusal | None:
        side = game.frame.side
        return Refusal("{unit} belongs to {side}", unit=act.unit, side=enemy(side or "")) if game[Unit][act.unit].side != side else None

    @refuses(March)
    @rule("TR-2-neighbours")
    def neighbours(self, game: Game, act: March) -> Refusal | None:
        area = game[Unit][act.unit].area
        return None if act.to in game[Area][area].roads else Refusal("no road leads from {area} to {to}", area=area, to=act.to)

    @refuses(March)
    @rule("TR-2-once")
    def once(self, game: Game, act: March) -> Refusal | None:
        return Refusal("{unit} has marched this turn", unit=act.unit) if marches(game, act.unit) else None

    @refuses(March)
    @rule("TR-2-stacking")
    def stacking(self, game: Game, act: March) -> Refusal | None:
        side = game[Unit][act.unit].side
        return Refusal("three units of {side} stand in {to}", side=side, to=act.to) if len(units(game, act.to, side)) >= 3 else None


class Battles(RuleModule):
    """How units fight; a battle is a sequence of its own, its rounds and steps are data too."""

    key = "battles"

    @opens("battle")
    @rule("TR-3-battle")
    def start(self, game: Game, frame: Frame) -> None:
        """Where both sides stand there is a battle, in the order of the areas' names."""
        stand = {side: {unit.area for unit in game[Unit].where("side", side)} for side in (BLUE, RED)}
        for area in sorted(stand[BLUE] & stand[RED]):
            game.enter("fighting", area, side=frame.side)

    @opens("fire")
    @rule("TR-3-fire")
    async def fire(self, game: Game, frame: Frame) -> None:
        area = AreaId(frame.subject)
        for unit in game[Unit].where("area", area):
            game.change(unit, known=True)
        totals: dict[SideId, int] = {}
        for side in (BLUE, RED):
            die = await roll("1d6", why=f"{side} fires at {area}", rule="TR-3-fire")
            tally = Tally(f"for {side}", [Part("base", die, "TR-3-fire", "die"), *game.hooks(TwinRiversHooks).fire_parts(game, area, side)])
            game.note(f"{area}: {tally}", "TR-3-fire")
            totals[side] = tally.whole()
        for side in (BLUE, RED):
            if totals[side] <= totals[enemy(side)]:
                game.mark(f"{side}", "lost the round", until="round")

    @hookimpl
    @rule("TR-3-strongest")
    def fire_parts(self, game: Game, area: AreaId, side: SideId) -> Iterable[Part]:
        """The strongest unit there gives its steps."""
        return [Part("add", max(unit.steps or 0 for unit in units(game, area, side)), "TR-3-strongest", "strongest unit")]

    @opens("losses")
    @rule("TR-3-losses")
    async def losses(self, game: Game, frame: Frame) -> None:
        area = AreaId(frame.subject)
        for side in (BLUE, RED):
            if game.marked(side, "lost the round"):
                loss = await ask(side, LoseStep, f"lose a step in {area}", rule="TR-3-losses", about=area)
                lose_step(game, game[Unit][loss.unit])

    @opens("retreat")
    @rule("TR-3-retreat")
    async def retreat(self, game: Game, frame: Frame) -> None:
        area = AreaId(frame.subject)
        for side in (BLUE, RED):
            if game.marked(side, "lost the round") and units(game, area, side) and units(game, area, enemy(side)):
                way = await offer(side, Retreat, f"retreat from {area}", rule="TR-3-retreat", about=area)
                for unit in units(game, area, side) if way else ():
                    game.change(unit, area=way.to if way else area)
        if not (units(game, area, BLUE) and units(game, area, RED)):
            game.leave("fighting")

    @refuses(Retreat)
    @rule("TR-3-retreat-free")
    def free(self, game: Game, act: Retreat, ask: Ask) -> Refusal | None:
        """No retreat to an area where the enemy stands, or without room."""
        side = SideId(ask.side)
        if units(game, act.to, enemy(side)):
            return Refusal("{side} stands in {to}", side=enemy(side), to=act.to)
        going = len(units(game, ask.about, side)) + len(units(game, act.to, side))
        return Refusal("there is no room in {to}", to=act.to) if going > 3 else None


class Fog(RuleModule):
    """What the enemy knows."""

    key = "fog"

    @conceals(Unit)
    @rule("TR-4-hidden")
    def hidden(self, row: Unit, viewers: frozenset[str]) -> Unit:
        return row if row.known or row.side in viewers else replace(row, steps=None)


class Victory(RuleModule):
    """Who wins, and what the table looks like."""

    key = "victory"

    @closes("reckoning")
    @rule("TR-5-victory")
    def reckon(self, game: Game, frame: Frame) -> None:
        left = [side for side in (BLUE, RED) if game[Unit].where("side", side)]
        held = {side: [area for area in game[Area] if units(game, area.id, side)] for side in left}
        bridges = [side for side in left if sum(area.bridge for area in held[side]) == len(BRIDGES)]
        if len(left) < 2:
            game.end(left[0] if left else None, f"{left[0] if left else 'nobody'} is left", "TR-5-victory")
        elif bridges:
            game.end(bridges[0], f"{bridges[0]} holds both bridges", "TR-5-victory")
        elif frame.round == LAST_TURN:
            more = sorted(left, key=lambda side: len(held[side]))
            drawn = len(held[more[0]]) == len(held[more[1]])
            game.end(None if drawn else more[1], "ten turns are over", "TR-5-victory")

    @hookimpl
    def situation(self, game: Game) -> Iterable[str]:
        return [
            f"{area.id + ('*' if area.bridge else ''):11}" + "  ".join(f"{u.id} ({u.steps or '?'})" for u in game[Unit].where("area", area.id))
            for area in game[Area]
        ]


class ForcedMarch(RuleModule):
    """An option that amends a rule of the base: a unit may march twice, at a risk."""

    key = "forced_march"
    option = Option("Forced march", "A unit may march a second time; it loses a step on a low roll.", ("TR-6-forced-march",))

    class Parameters(Struct, frozen=True):
        """What the table may set."""

        straggles_on: Annotated[int, Meta(ge=0, le=5, title="Loses a step on a roll of up to")] = 2

    parameters: Parameters

    @rule("TR-6-forced-march", amends="TR-2-once")
    def twice(self, was: Was[Refusal | None], game: Game, act: March) -> Refusal | None:
        return None if marches(game, act.unit) == 1 else was()

    @hookimpl
    @rule("TR-6-straggling")
    async def after_march(self, game: Game, unit: UnitId) -> None:
        """The second march of a turn costs a step on a low roll."""
        if marches(game, unit) == 2:
            die = await roll("1d6", why=f"{unit} marches on", rule="TR-6-straggling")
            if die <= self.parameters.straggles_on:
                game.note(f"{unit} loses a step on the march", "TR-6-straggling")
                lose_step(game, game[Unit][unit])


class RiverLine(RuleModule):
    """An option that adds to a number."""

    key = "river_line"
    option = Option("River line", "Bridges are easier to hold.", ("TR-7-river-line",))

    class Parameters(Struct, frozen=True):
        """What the table may set."""

        adds: Annotated[int, Meta(ge=1, le=3, title="Added to the defender's die")] = 1

    parameters: Parameters

    @hookimpl
    @rule("TR-7-river-line")
    def fire_parts(self, game: Game, area: AreaId, side: SideId) -> Iterable[Part]:
        defends = game[Area][area].bridge and side != game.frame.owner
        return [Part("add", self.parameters.adds, "TR-7-river-line", "holds the bridge")] if defends else []


TURN = Sequence(
    "turn",
    (
        Phase("operations", (Step("march", "March"), Step("battle", "Battle")), each="side"),
        Phase("end", (Step("reckoning"),)),
    ),
)
FIGHTING = Sequence("fighting", (Phase("combat", (Step("fire"), Step("losses"), Step("retreat"))),))


def start() -> list[Row]:
    """Return the rows of a new game."""
    rows: list[Row] = [Side(BLUE), Side(RED)]
    for line in ROADS.replace("·", "\n").split("\n"):
        if line.strip():
            name, roads = line.split(":")
            rows.append(Area(AreaId(name.strip()), tuple(roads.split()), name.strip() in BRIDGES))
    for side, areas in FORCES.items():
        rows += [
            Unit(UnitId(f"{side} {number}"), side, AreaId(area), steps)
            for number, (area, steps) in enumerate(zip(areas, STRENGTHS, strict=True), 1)
        ]
    return rows


TWIN_RIVERS = GameSystem(
    key="twin_rivers",
    title="Twin Rivers",
    sequences=(TURN, FIGHTING),
    modules=(Marching, Battles, Fog, Victory, ForcedMarch, RiverLine),
    texts=read_texts(Path(__file__).with_suffix(".toml")),
    rows=(Area, Unit),
    hook_sets=(TwinRiversHooks,),
    scenarios=(Scenario("twin_rivers", "Twin Rivers", start, "Two sides, two bridges, ten turns."),),
)
