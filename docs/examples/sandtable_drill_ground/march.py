"""How units march: by a way of poses, whose steps are evolutions; what each costs, where none leads, what ends it."""

from collections.abc import Iterable
from functools import lru_cache, partial
from pathlib import Path

from sandtable.engine import (  # isort: skip
    Action, Allowance, Ask, CostUnit, Game, Part, Refusal, RuleModule, SideId, SpaceId, Stop, Stride, Tally, Ways,
    cached_for_position, cached_while_unchanged, ends_way, fills, hookimpl, own_pieces, doing, react, refuses,
    refuses_step, rule,
)  # fmt: skip
from sandtable.board import HexSpaces, Pose, of, read_evolutions

from sandtable_drill_ground.model import (  # isort: skip
    ALLOWANCE_CHART, MARCH_STEP, MARCHED, Arm, DrillHooks, Entered, Pace, Unit, UnitId, enemy_of,
)  # fmt: skip

EVOLUTIONS = read_evolutions(Path(__file__).with_name("evolutions.toml"))


class MarchStep(Stride[Pose], frozen=True, gc=False):
    """A step of a march: who takes it, as what, and which hexes are entered by it."""

    unit: UnitId
    mover: str
    entered: tuple[SpaceId, ...] = ()


@lru_cache(maxsize=1 << 14)
def strides(hexes: HexSpaces, unit: UnitId, arm: Arm, here: Pose) -> tuple[MarchStep, ...]:
    """Return a unit's strides from a pose. They hang on the map alone: those of a pose are found once."""
    who = here.formation if arm == "infantry" else arm
    found = [(one.name, one.take(hexes, here)) for one in EVOLUTIONS[who]]
    return tuple(MarchStep(to.pose, Pace(who, name, to.ground), unit, who, to.entered) for name, to in found if to)


@cached_while_unchanged
def price(game: Game, pace: Pace) -> Tally:
    """Return what a step costs."""
    return Tally("movement points", game.hooks(DrillHooks).step_parts(game, pace))


@cached_for_position
def ways_of(game: Game, id: UnitId) -> Ways[Pose]:
    """Return the ways of a unit."""
    unit = game[Unit][id]
    allowance = Allowance(game.chart(ALLOWANCE_CHART).number(unit.arm), unit=CostUnit("movement points"))
    leads_on = partial(strides, of(game).by_number, id, unit.arm)
    return Ways(game, March, unit.pose, leads_on, partial(price, game), allowance, spaces=lambda pose: pose.hexes)


class March(Action, frozen=True):
    """March a unit, evolution by evolution."""

    if_none = {"unit": ("you have no unit left on the field", "DRILL-2.1")}
    unit: UnitId
    way: tuple[Pose, ...]
    own_units = fills("unit")(own_pieces(Unit))

    @fills("way")
    @staticmethod
    def evolutions(game: Game, ask: Ask, unit: UnitId) -> Ways[Pose]:
        return ways_of(game, unit)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{doing(self.unit, 'marches', 'march')} to {self.way[-1].name_in(game)}"

    async def perform(self, game: Game, ask: Ask) -> None:
        game.mark(self.unit, MARCHED)
        for pose in self.way:
            unit = game[Unit].get(self.unit)
            if unit is None or unit.routed:
                return
            found = strides(of(game).by_number, unit.id, unit.arm, unit.pose)
            if (step := game.step_to(March, found, pose, f"{doing(unit.id, 'is', 'are')} stopped")) is None:
                return
            game.change(unit, hexes=pose.hexes, facing=pose.facing, formation=pose.formation)
            if step.entered:
                entry = Entered(unit.id, unit.side, step.entered)
                await game.hooks(DrillHooks).entered(game, entry)
                await react(entry)
            if self.unit in game[Unit] and game.way_ends(March, step):
                return


class Marching(RuleModule):
    """How units march."""

    key, brings = "marching", (MARCHED,)
    actions = {MARCH_STEP: (March,)}

    @refuses(March, "unit")
    @rule("DRILL-2.1")
    def once(self, game: Game, act: March) -> Refusal | None:
        return Refusal("{unit} cannot march twice a turn", unit=act.unit) if game.mark_of(act.unit, MARCHED) else None

    @refuses(March, "unit")
    @rule("DRILL-4.3")
    def steady(self, game: Game, act: March) -> Refusal | None:
        return Refusal("{unit} cannot march while routed", unit=act.unit) if game[Unit][act.unit].routed else None

    @hookimpl
    @rule("DRILL-2.2")
    def step_parts(self, game: Game, pace: Pace) -> Iterable[Part]:
        return [game.chart("evolutions").part("base", pace.mover, pace.evolution, says=pace.evolution)]

    @refuses_step(March, "unit", "entered")
    @rule("DRILL-2.4")
    def free(self, game: Game, stride: MarchStep) -> Refusal | None:
        there = [(hex, other.id) for hex in stride.entered for other in game[Unit].where("hexes", hex)]
        taken = [(hex, other) for hex, other in there if other != stride.unit]
        return Refusal("{hex} is taken by {other}", hex=taken[0][0], other=taken[0][1]) if taken else None

    @ends_way(March, "unit", "entered")
    @rule("DRILL-2.5")
    def met(self, game: Game, stride: MarchStep) -> Stop | None:
        watched = watched_by_enemies(game, game[Unit][stride.unit].side)
        hex = next((hex for hex in stride.entered if hex in watched), None)
        return Stop("{hex} lies in front of {enemy}", hex=hex, enemy=watched[hex]) if hex else None


class RoughGround(RuleModule):
    """What the ground does to a march."""

    key = "ground"

    @hookimpl
    @rule("DRILL-2.3")
    def step_parts(self, game: Game, pace: Pace) -> Iterable[Part]:
        chart = game.chart("ground")
        return [chart.part("add", pace.mover, word, says=word) for word in pace.ground if word != "clear"]

    @refuses_step(March, "mover", "entered")
    @rule("DRILL-2.6")
    def no_guns_in_woods(self, game: Game, stride: MarchStep) -> Refusal | None:
        ground, entered = of(game).by_number, stride.entered if stride.mover == "guns" else ()
        wood = next((hex for hex in entered if "wood" in ground.terrain(hex)), None)
        return Refusal("guns cannot enter the wood in {hex}", hex=wood) if wood else None


@cached_while_unchanged
def watched_by_enemies(game: Game, side: SideId) -> dict[SpaceId, str]:
    """Return the hexes directly before the fronts of the steady units of the other side."""
    steady = [unit for unit in game[Unit].where("side", enemy_of(game, side)) if not unit.routed]
    return {hex: unit.id for unit in steady for hex in unit.front(game)}
