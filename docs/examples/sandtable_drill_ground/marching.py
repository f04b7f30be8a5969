"""How units march: what a step costs, where it may not lead, what ends it."""

from collections.abc import Iterable

from sandtable.engine import (  # isort: skip
    Game, Part, Refusal, RuleModule, SideId, SpaceId, Stop, cached_while_unchanged, ends_way, hookimpl, refuses,
    refuses_step, rule,
)  # fmt: skip
from sandtable.board import of
from sandtable_drill_ground.field import before, is_wood
from sandtable_drill_ground.keys import MARCH_STEP
from sandtable_drill_ground.march import March, MarchStep
from sandtable_drill_ground.model import MARCHED, Pace, Unit, enemy_of


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
        for hex in stride.entered:
            for other in game[Unit].where("hexes", hex):
                if other.id != stride.unit:
                    return Refusal("{hex} is taken by {other}", other=other.id, hex=hex)
        return None

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
        hexes = stride.entered if stride.mover == "guns" else ()
        wood = next((hex for hex in hexes if is_wood(of(game).by_number, hex)), None)
        return Refusal("guns cannot enter the wood in {hex}", hex=wood) if wood else None


@cached_while_unchanged
def watched_by_enemies(game: Game, side: SideId) -> dict[SpaceId, str]:
    """Return the hexes directly before the fronts of the steady units of the other side."""
    steady = [unit for unit in game[Unit].where("side", enemy_of(game, side)) if not unit.routed]
    return {hex: unit.id for unit in steady for hex in before(game, unit)}
