"""Twin Rivers, a small game, whole; its areas, forces and rules in words stand in ``sandtable_twin_rivers.toml``."""

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NewType

from msgspec import Meta, convert, structs

from sandtable import interchange

from sandtable.engine import (  # isort: skip
    Action, Ask, Choice, Consequence, Fact, Frame, Game, GameSystem, HookSet, MarkKind, Occasion, Option, Part, Phase,
    Refusal, Row, Rows, RuleModule, Scenario, Sequence, Side, SideId, SpaceId, Step, Tally, Was, Word, ask, closes,
    collects, conceals, fields_of, fills, happens, hookimpl, offer, opens, read_texts, refuses, roll, rule,
)  # fmt: skip
from sandtable.present import (  # isort: skip
    Advice, Branch, Contest, Counter, Course, Gauge, Lesson, Outcome, PieceTemplate, PlacingFault, PresentHooks,
    SetUpCount, SetUpHooks, SetUpLimit, SideScore, Standing,
)  # fmt: skip

if TYPE_CHECKING:
    from sandtable.board import Map

TEXTS = Path(__file__).with_suffix(".toml")
SET_UP = tomllib.loads(TEXTS.read_text("utf-8"))
AreaId = NewType("AreaId", str)
UnitId = NewType("UnitId", str)
BLUE, RED = SIDES = SideId("Blue"), SideId("Red")
ENEMY: dict[str, SideId] = {BLUE: RED, RED: BLUE}
COLOURS = {BLUE: "#2b5c8a", RED: "#a83a2f"}
LAST_TURN = 10
MARCHED = MarkKind("marched", until="turn")
MARCHED_ON = MarkKind("marched on", until="turn")
LOST = MarkKind("lost the round", until="round")


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


def units(game: Game, area: str, side: str) -> list[Unit]:
    """Return the units of a side in an area."""
    return [unit for unit in game[Unit].where("area", area) if unit.side == side]


def held(game: Game) -> dict[SideId, set[AreaId]]:
    """Return the areas in which each side has units."""
    return {side: {unit.area for unit in game[Unit].where("side", side)} for side in SIDES}


def bridges(game: Game) -> set[AreaId]:
    """Return the areas that have a bridge."""
    return {area.id for area in game[Area] if area.bridge}


def lose_step(game: Game, unit: Unit) -> None:
    """Take a step from a unit; with its last one it is gone."""
    if unit.steps == 1:
        game.remove(unit)
    else:
        game.change(unit, steps=(unit.steps or 0) - 1)


class TwinRiversHooks(HookSet):
    """Where modules can change Twin Rivers."""

    @collects
    def fire_parts(self, game: Game, area: AreaId, side: SideId) -> Iterable[Part] | None:
        """Add to what a side throws in a round of battle."""

    @happens
    async def after_march(self, game: Game, unit: UnitId) -> None:
        """A unit has marched; it is not marked "marched" yet, unless it was before."""


class March(Action, frozen=True):
    """March a unit to a neighbouring area."""

    if_none = {
        "unit": ("you have no unit left", "TR-2-own-units"),
        "to": ("no road leads on from there", "TR-2-neighbours"),
    }
    unit: UnitId
    to: AreaId

    @fills("unit")
    @staticmethod
    def own_units(game: Game, ask: Ask) -> Rows:
        return Rows(game[Unit], side=ask.side)

    @fills("to")
    @staticmethod
    def down_the_road(game: Game, ask: Ask, unit: UnitId) -> Choice[str]:
        return Choice(game[Area][game[Unit][unit].area].roads)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{self.unit} marches to {self.to}"

    async def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Unit][self.unit], area=self.to)
        await game.hooks(TwinRiversHooks).after_march(game, self.unit)
        game.mark(self.unit, MARCHED)


def to_bridge(game: Game, area: str, side: str) -> int:
    """Return how many roads away the nearest bridge is on which a side has no unit; many if it has one on each."""
    ends = {one for one in bridges(game) if not units(game, one, side)}
    reached, roads = {area}, 0
    while not reached & ends and roads < len(game[Area]):
        reached, roads = reached | {to for one in reached for to in game[Area][one].roads}, roads + 1
    return roads


def leads_on(game: Game, act: March, side: str) -> tuple[int, March] | None:
    """Return a march that comes nearer to a bridge, after how far it is from there then, unless it gives one up."""
    here, roads = game[Unit][act.unit].area, to_bridge(game, act.to, side)
    leaves_bridge = game[Area][here].bridge and len(units(game, here, side)) == 1
    is_free = not leaves_bridge and not game.mark_of(act.unit, MARCHED) and not units(game, act.to, ENEMY[side])
    return (roads, act) if is_free and roads < to_bridge(game, here, side) else None


class LoseStep(Action[AreaId], frozen=True):
    """Name the unit that loses the step."""

    unit: UnitId

    @fills("unit")
    @staticmethod
    def in_the_battle(game: Game, ask: Ask[AreaId]) -> Choice[UnitId]:
        return Choice(unit.id for unit in units(game, ask.about, ask.side))

    def says(self, game: Game, ask: Ask[AreaId]) -> str:
        return f"{self.unit} loses a step"


class Retreat(Action[AreaId], frozen=True):
    """Leave the battle, all units together."""

    if_declined = "Stay and fight another round"
    if_none = {"to": ("no road leads away from there", "TR-3-retreat")}
    to: AreaId

    @fills("to")
    @staticmethod
    def down_the_road(game: Game, ask: Ask[AreaId]) -> Choice[str]:
        return Choice(game[Area][ask.about].roads)

    def says(self, game: Game, ask: Ask[AreaId]) -> str:
        return f"{ask.side} retreats from {ask.about} to {self.to}"


class Marching(RuleModule):
    """How units move."""

    key, brings = "marching", (MARCHED,)
    actions = {"march": (March,)}

    @refuses(March, "unit")
    @rule("TR-2-own-units")
    def own_units(self, game: Game, act: March, ask: Ask) -> Refusal | None:
        side = game[Unit][act.unit].side
        return None if side == ask.side else Refusal("{unit} belongs to {side}", unit=act.unit, side=side)

    @refuses(March)
    @rule("TR-2-neighbours")
    def neighbours(self, game: Game, act: March) -> Refusal | None:
        here = game[Area][game[Unit][act.unit].area]
        return None if act.to in here.roads else Refusal("no road leads from {here} to {to}", here=here.id, to=act.to)

    @refuses(March, "unit")
    @rule("TR-2-once")
    def once(self, game: Game, act: March) -> Refusal | None:
        return Refusal("{unit} has marched this turn", unit=act.unit) if game.mark_of(act.unit, MARCHED) else None

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        if March in ask.kinds:
            marches = game.legal(March, ask.side)
            best = min(
                (way for act in marches if (way := leads_on(game, act, ask.side))), key=lambda way: way[0], default=None
            )
            because = "It leads towards a bridge that you do not hold yet, and past no enemy."
            yield Lesson(
                title="March", says="March your units along the roads, each of them once; then end the step.",
                why="Whoever holds both bridges when the turn ends wins. Marching among enemies begins a battle.",
                rules=("TR-2-neighbours", "TR-2-stacking", "TR-3-battle"),
                advice=(Advice(action=best[1], because=because),) if best else (),
            )  # fmt: skip

    @refuses(March)
    @rule("TR-2-stacking")
    def stacking(self, game: Game, act: March) -> Refusal | None:
        there = units(game, act.to, game[Unit][act.unit].side)
        return Refusal("three units already stand in {to}", to=act.to) if len(there) >= 3 else None


class Battles(RuleModule):
    """How units fight: a battle is a sequence of its own, played round after round until a side has gone."""

    key, brings = "battles", (LOST,)

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        area = AreaId(str(ask.about or ""))
        there = sorted(units(game, area, ask.side), key=lambda unit: unit.steps or 0)
        if LoseStep in ask.kinds:
            because = "Only your strongest unit adds to your die, so let the weakest bear the loss."
            yield Lesson(
                title="A lost round", says="Your total was not the higher one: name the unit that loses a step.",
                why="A unit without steps is gone.", rules=("TR-3-fire", "TR-3-losses"),
                advice=(Advice(action=LoseStep(there[0].id), because=because),),
            )  # fmt: skip
        elif Retreat in ask.kinds:
            foes = units(game, area, ENEMY[ask.side])
            is_weaker = (there[-1].steps or 0) < max(foe.steps or 0 for foe in foes)
            ways = game[Area][area].roads if is_weaker else ()
            because = "Their strongest unit is stronger than yours: the next round would probably be lost as well."
            yield Lesson(
                title="Retreat", says="You lost the round. You may take all your units away, or pass and fight on.",
                why="The battle lasts until one side has gone.", rules=("TR-3-retreat", "TR-3-retreat-free"),
                advice=tuple(Advice(action=Retreat(AreaId(to)), because=because) for to in ways),
            )  # fmt: skip

    @opens("battle")
    @rule("TR-3-battle")
    def begin(self, game: Game, frame: Frame) -> None:
        for area in sorted(set[AreaId].intersection(*held(game).values())):
            game.enter("fighting", area, side=frame.side)

    @opens("fire")
    @rule("TR-3-fire", vital=True)
    async def fire(self, game: Game, frame: Frame) -> None:
        area = AreaId(frame.subject)
        for unit in game[Unit].where("area", area):
            game.change(unit, known=True)
        thrown: dict[SideId, int] = {}
        for side in SIDES:
            die = await roll("1d6", why=f"{side} fires at {area}", by=side)
            parts = game.hooks(TwinRiversHooks).fire_parts(game, area, side)
            tally = Tally(f"for {side}", [Part("base", die, says="die"), *parts])
            game.note(f"{area}: {tally}")
            thrown[side] = tally.whole()
        for side in [side for side in SIDES if thrown[side] <= thrown[ENEMY[side]]]:
            game.mark(side, LOST)

    @hookimpl
    @rule("TR-3-strongest")
    def fire_parts(self, game: Game, area: AreaId, side: SideId) -> Iterable[Part]:
        return [Part("add", max(unit.steps or 0 for unit in units(game, area, side)), says="strongest")]

    @opens("losses")
    @rule("TR-3-losses")
    async def losses(self, game: Game, frame: Frame) -> None:
        area = AreaId(frame.subject)
        for side in [side for side in SIDES if game.mark_of(side, LOST)]:
            loss = await ask(side, LoseStep, f"lose a step in {area}", about=area)
            lose_step(game, game[Unit][loss.unit])

    @opens("retreat")
    @rule("TR-3-retreat", vital=True)
    async def retreat(self, game: Game, frame: Frame) -> None:
        area = AreaId(frame.subject)
        for side in SIDES:
            beaten = game.mark_of(side, LOST) and units(game, area, side) and units(game, area, ENEMY[side])
            if beaten and (way := await offer(side, Retreat, f"retreat from {area}", about=area)):
                for unit in units(game, area, side):
                    game.change(unit, area=way.to)
        if not (units(game, area, BLUE) and units(game, area, RED)):
            game.leave("fighting")

    @refuses(Retreat)
    @rule("TR-3-retreat-free")
    def free(self, game: Game, act: Retreat, ask: Ask[AreaId]) -> Refusal | None:
        if units(game, act.to, ENEMY[ask.side]):
            return Refusal("{enemy} stands in {to}", enemy=ENEMY[ask.side], to=act.to)
        full = len(units(game, ask.about, ask.side)) + len(units(game, act.to, ask.side)) > 3
        return Refusal("there is no room in {to}", to=act.to) if full else None

    @hookimpl
    def contests(self, game: Game) -> Iterable[Contest]:
        for frame in game.frames:
            if frame.sequence == "fighting":
                title = f"Battle of {frame.subject}"
                yield Contest(sequence="fighting", subject=frame.subject, title=title, parties=SIDES, unit="steps")

    @hookimpl
    def outcome(self, game: Game, course: Course) -> Outcome:
        lost: dict[str, int] = dict.fromkeys(SIDES, 0)
        events: list[str] = []
        for before, *_, after in course.histories(Unit).values():
            if before is not None:
                lost[before.side] += (before.steps or 0) - (after.steps or 0 if after is not None else 0)
                if after is None:
                    events.append(f"{before.id} is destroyed")
                elif after.area != before.area:
                    events.append(f"{after.id} retreats to {after.area}")
        left = [side for side in SIDES if units(game, course.contest.subject, side)]
        return Outcome(winner=left[0] if len(left) == 1 else "", losses=lost, events=tuple(events))

    @hookimpl
    def gauges(self, game: Game, course: Course) -> Iterable[Gauge]:
        for side in SIDES:
            steps = {unit.id: unit.steps or 0 for unit in units(game, course.contest.subject, side)}
            changed = [rows[0] for rows in course.histories(Unit).values()]
            steps |= {unit.id: unit.steps or 0 for unit in changed if unit is not None and unit.side == side}
            left = sum(unit.steps or 0 for id in steps if (unit := game[Unit].get(id)) is not None)
            yield Gauge(party=side, title="Steps", value=left, full=max(left, sum(steps.values())))


class Words(RuleModule):
    """What house rules by form can speak of."""

    key = "words"

    @hookimpl
    def facts(self) -> Iterable[Word]:
        yield from fields_of(Unit, side="the side of {it}", area="the area of {it}", steps="the strength of {it}")
        yield from fields_of(Area, bridge="{it} is a bridge")
        yield Fact(UnitId, "marched", "{it} has marched", bool, lambda game, unit: bool(game.mark_of(unit, MARCHED)))
        yield Fact(
            AreaId, "units", "the number of units of {of} in {it}", int,
            lambda game, area, side: len(units(game, area, side)), of=SideId,
        )  # fmt: skip
        yield Fact(SideId, "enemy", "the enemy of {it}", SideId, lambda game, side: ENEMY[side])
        yield Fact(None, "turn", "the turn", int, lambda game: game.round)
        yield Occasion(March, "march", {"unit": "the unit that marches", "to": "the area it marches to"})
        yield Occasion(Retreat, "retreat", {"to": "the area it retreats to", "about": "the area of the battle"})
        yield Occasion(TwinRiversHooks.fire_parts, "the fire of a side", {"area": "the area of the battle"})
        yield Occasion(TwinRiversHooks.after_march, "a unit has marched")
        yield Consequence(
            UnitId, "lose_step", "{it} loses a step", lambda game, unit: lose_step(game, game[Unit][unit])
        )


class SetUp(RuleModule):
    """What a designer lays out: units of four steps at most, in areas that no enemy holds."""

    key = "set_up"

    @hookimpl
    def templates(self, game: Game) -> Iterable[PieceTemplate]:
        for side in SIDES:
            yield PieceTemplate(
                key=side, title=f"{side} unit", table="Unit", fields={"side": side, "steps": 2}, place="area",
                under=side, ids=f"{side} {{}}",
            )  # fmt: skip

    @hookimpl
    def order_of_battle(self, game: Game) -> Iterable[Branch]:
        yield from (Branch(id=side, title=game.name(side), table="Side", row=side) for side in SIDES)
        for unit in game[Unit]:
            yield Branch(
                id=unit.id, title=unit.id, under=unit.side, table="Unit", row=unit.id, place="area",
                space=SpaceId(unit.area),
            )  # fmt: skip

    @hookimpl
    def placing(self, game: Game, row: Row, space: SpaceId) -> Iterable[PlacingFault]:
        if isinstance(row, Unit) and space not in game[Area]:
            yield PlacingFault(says=f"there is no area {space}")
        elif isinstance(row, Unit) and units(game, space, ENEMY[row.side]):
            yield PlacingFault(says=f"{space} is held by the enemy")

    @hookimpl
    def limits(self, game: Game) -> Iterable[SetUpLimit]:
        yield from (SetUpLimit(title=f"Steps of {one.id}", used=one.steps or 0, most=4) for one in game[Unit])

    @hookimpl
    def counts(self, game: Game) -> Iterable[SetUpCount]:
        for side in SIDES:
            own = list(game[Unit].where("side", side))
            yield SetUpCount(side=side, title="Units", number=len(own))
            yield SetUpCount(side=side, title="Steps", number=sum(unit.steps or 0 for unit in own))


@cache
def drawn_map() -> "Map":
    """Return the map, which no rule asks for, once somebody looks at it."""
    return interchange.read_area_map(Path(__file__).with_name("sandtable_twin_rivers_map.toml"))


class Fog(RuleModule):
    """What each side sees."""

    key = "fog"

    @conceals(Unit)
    @rule("TR-4-hidden")
    def hide_steps(self, row: Unit, viewers: frozenset[str]) -> Unit:
        return row if row.known or row.side in viewers else structs.replace(row, steps=None)

    @hookimpl
    def sheet(self, game: Game) -> "Map | None":
        return drawn_map()

    @hookimpl
    def counters(self, game: Game) -> Iterable[Counter]:
        for unit in game[Unit]:
            yield Counter(
                piece=unit.id, kind="Unit", space=SpaceId(unit.area), side=unit.side, title=unit.id, symbol="infantry",
                colour=COLOURS[unit.side], ink="#ffffff", strength=str(unit.steps or "?"),
                badges=("marched",) * bool(game.mark_of(unit.id, MARCHED)),
            )  # fmt: skip

    @hookimpl
    def side_colour(self, game: Game, side: SideId) -> str | None:
        return COLOURS.get(side)

    @hookimpl
    def situation(self, game: Game) -> Iterable[str]:
        yield f"Areas: {', '.join(f'{side} {len(areas)}' for side, areas in held(game).items())}."
        for area in game[Area]:
            there = [f"{unit.id} ({unit.steps or '?'})" for unit in game[Unit].where("area", area.id)]
            yield f"{area.id + ('*' if area.bridge else ''):11}{'  '.join(there)}"


class Victory(RuleModule):
    """Who wins."""

    key = "victory"

    @hookimpl
    def standing(self, game: Game) -> Standing:
        areas, ends = held(game), bridges(game)
        most = max(map(len, areas.values()))
        bridged = [side for side in SIDES if ends <= areas[side]]
        ahead = bridged or [side for side in SIDES if len(areas[side]) == most]
        on_bridges = {side: f"{len(ends & areas[side])} of {len(ends)} bridges" for side in SIDES}
        return Standing(
            aim="Whoever holds both bridges at the end of a turn, or is the only side with units left, wins; "
            f"after turn {LAST_TURN} whoever holds more areas.",
            rule="TR-5-victory", leaders=tuple(ahead) if len(ahead) == 1 else (),
            scores=tuple(SideScore(side=side, says=f"{len(areas[side])} areas, {on_bridges[side]}") for side in SIDES),
        )  # fmt: skip

    @closes("reckoning")
    @rule("TR-5-victory", vital=True)
    def reckon(self, game: Game, frame: Frame) -> None:
        areas = held(game)
        lead = len(areas[BLUE]) - len(areas[RED])
        if alone := [side for side in SIDES if not areas[ENEMY[side]]]:
            game.end(alone[0] if len(alone) == 1 else None, "a side has no units left")
        elif both := [side for side in SIDES if bridges(game) <= areas[side]]:
            game.end(both[0], f"{both[0]} holds both bridges")
        elif frame.round == LAST_TURN:
            game.end(BLUE if lead > 0 else RED if lead < 0 else None, "ten turns are over")


class ForcedMarch(RuleModule):
    """A unit may march twice a turn, at a risk: an option that amends a rule of the base."""

    key, brings = "forced_march", (MARCHED_ON,)
    parameters: "Parameters"
    option = Option("Forced march", "A unit may march a second time, at a risk.", ("TR-6-forced-march",))

    class Parameters(RuleModule.Parameters, frozen=True):
        straggles_on: Annotated[int, Meta(ge=0, le=5, title="Loses a step on a roll of up to")] = 2

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        if March in ask.kinds:
            says = (
                f"A unit may march a second time, but loses a step on a die of {self.parameters.straggles_on} or less."
            )
            yield Lesson(says=says, rules=("TR-6-forced-march", "TR-6-straggling"))

    @rule("TR-6-forced-march", amends="TR-2-once", looks_at="unit")
    def twice(self, was: Was[Refusal | None], game: Game, act: March) -> Refusal | None:
        return was() if game.mark_of(act.unit, MARCHED_ON) else None

    @hookimpl
    @rule("TR-6-straggling")
    async def after_march(self, game: Game, unit: UnitId) -> None:
        if game.mark_of(unit, MARCHED):
            game.mark(unit, MARCHED_ON)
            if await roll("1d6", why=f"{unit} marches on", by=game[Unit][unit].side) <= self.parameters.straggles_on:
                game.note(f"{unit} loses a step on the march")
                lose_step(game, game[Unit][unit])


class RiverLine(RuleModule):
    """Bridges are easier to hold: an option that adds to a number."""

    key = "river_line"
    parameters: "Parameters"
    option = Option("River line", "Bridges are easier to hold.", ("TR-7-river-line",))

    class Parameters(RuleModule.Parameters, frozen=True):
        adds: Annotated[int, Meta(ge=1, le=3, title="Added to the defender's die")] = 1

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        if March in ask.kinds:
            says = f"A side attacked on a bridge adds {self.parameters.adds} to its die: be there first."
            yield Lesson(says=says, rules=("TR-7-river-line",))

    @hookimpl
    @rule("TR-7-river-line")
    def fire_parts(self, game: Game, area: AreaId, side: SideId) -> Iterable[Part]:
        defends = game[Area][area].bridge and side != game.frame.owner
        return [Part("add", self.parameters.adds, says="holds the bridge")] if defends else []


SIDES_IN_TURN = Phase("operations", (Step("march", "March"), Step("battle", "Battle")), each="side")
TURN = Sequence("turn", (SIDES_IN_TURN, Phase("end", (Step("reckoning"),))))
COMBAT = Phase("combat", (Step("fire"), Step("losses"), Step("retreat")))
FIGHTING = Sequence("fighting", (COMBAT,), heading="Battle of {}")


def start() -> list[Row]:
    """Return the rows of a new game: the sides, and the areas and units of the text file."""
    return [*map(Side, SIDES), *convert(SET_UP["area"], list[Area]), *convert(SET_UP["unit"], list[Unit])]


MODULES = (Marching, Battles, Fog, Victory, ForcedMarch, RiverLine, Words, SetUp)
RULE_TEXTS = read_texts(TEXTS)
SCENARIO = Scenario("twin_rivers", "Twin Rivers", start, "Two sides, two bridges, ten turns.")
HOOK_SETS = (TwinRiversHooks, PresentHooks, SetUpHooks)
TWIN_RIVERS = GameSystem(
    "twin_rivers", "Twin Rivers", (TURN, FIGHTING), MODULES, RULE_TEXTS, (Area, Unit), HOOK_SETS, (SCENARIO,)
)
