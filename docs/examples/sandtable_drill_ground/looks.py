"""How the drill looks: counters with their fronts, what each fires on, the position in words."""

from collections.abc import Iterable

from sandtable.engine import Game, RuleModule, hookimpl

from sandtable.present import (  # isort: skip
    Counter, Strike, StrikeLooks, PieceOverlay, SideScore, SightLine, Standing, lines_of_sight,
)  # fmt: skip
from sandtable_drill_ground.fire import Fire, in_fire, sights
from sandtable_drill_ground.model import ALLOWANCE_CHART, DRILL_CHART, FIRE_STEP, Army, Unit, enemy_of

COLOURS = {"Blue": "#2b5c8a", "Red": "#a83a2f"}


class Looks(RuleModule):
    """How the drill looks."""

    key = "looks"

    @hookimpl
    def counters(self, game: Game) -> Iterable[Counter]:
        for unit in game[Unit]:
            yield Counter(
                piece=unit.id, kind="Unit", side=unit.side, title=unit.id, spaces=unit.hexes, facing=unit.facing,
                formation="battery" if unit.arm == "guns" else unit.formation, says=unit.pose.stance_in(game),
                symbol="artillery" if unit.arm == "guns" else unit.arm, colour=COLOURS[unit.side], ink="#ffffff",
                strength=str(unit.strength), movement=str(game.chart(ALLOWANCE_CHART).number(unit.arm)),
                facts=(("Arm", unit.arm), ("Morale", str(unit.morale))),
                badges=("routed",) * unit.routed + ("hidden",) * unit.hidden,
            )  # fmt: skip

    @hookimpl
    def piece_overlays(self, game: Game, piece: str) -> Iterable[PieceOverlay]:
        unit = game[Unit].get(piece)
        if unit is not None and not unit.routed:
            yield PieceOverlay(piece=piece, kind="front", spaces=frozenset(unit.front(game)))
            yield PieceOverlay(piece=piece, kind="fire", spaces=frozenset(in_fire(game, unit)))

    @hookimpl
    def sight_lines(self, game: Game, piece: str) -> Iterable[SightLine]:
        """Draw a line to every enemy in the arc of fire, from the hex of the unit that sees it best."""
        unit = game[Unit].get(piece)
        if unit is None or unit.routed:
            return
        arc, enemies = in_fire(game, unit), game[Unit].where("side", enemy_of(game, unit.side))
        aimed = [hex for enemy in enemies for hex in enemy.hexes if hex in arc]
        yield from lines_of_sight(sights(game), unit.hexes, aimed)

    @hookimpl
    def standing(self, game: Game) -> Standing:
        armies, turns = list(game[Army]), game.chart(DRILL_CHART).number("turns")
        fewest = min(army.lost for army in armies)
        ahead = tuple(army.id for army in armies if army.lost == fewest)
        beaten = " and ".join(f"{army.id} at {army.bears}" for army in armies)
        return Standing(
            aim=f"An army is beaten once it has lost too many units ({beaten}); after turn {turns} whoever has lost "
            "fewer wins.",
            rule="DRILL-6.1", leaders=ahead if len(ahead) == 1 else (),
            scores=tuple(SideScore(side=army.id, says=f"{army.lost} of {army.bears} units lost") for army in armies),
        )  # fmt: skip


class Volleys(StrikeLooks):
    """A fire is shown as what it is: one unit against another, which may lose steps and rout."""

    key, step = "volleys", FIRE_STEP
    strike = Strike(Fire, Unit, by="unit", at="target", number="strength", unit="steps", flees="routed")
