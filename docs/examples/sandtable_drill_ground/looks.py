"""How the drill looks: counters with their fronts, where each can go, what it fires on, the position in words."""

from collections.abc import Iterable

from sandtable.board import Facing
from sandtable.engine import Game, RuleModule, SpaceId, hookimpl
from sandtable.present import Counter, Ghost, PieceOverlay, Reach, Symbol
from sandtable_drill_ground.field import field_of
from sandtable_drill_ground.march import ways_of
from sandtable_drill_ground.model import Army, Pose, Unit, UnitId

COLOURS = {"Blue": "#2b5c8a", "Red": "#a83a2f"}
SYMBOLS: dict[str, Symbol] = {"infantry": "infantry", "cavalry": "cavalry", "guns": "artillery"}


class Looks(RuleModule):
    """How the drill looks."""

    key = "looks"

    @hookimpl
    def counters(self, game: Game) -> Iterable[Counter]:
        for unit in game[Unit]:
            yield Counter(
                piece=unit.id, kind="Unit", spaces=unit.hexes, facing=Facing(unit.facing),
                formation="battery" if unit.arm == "guns" else unit.formation, side=unit.side, title=unit.id,
                symbol=SYMBOLS[unit.arm], colour=COLOURS.get(unit.side, "#555555"), ink="#ffffff",
                strength=str(unit.strength), movement=str(ways_of(game, unit.id).allowance.limit), says=str(unit.pose),
                badges=("routed",) * unit.routed + ("hidden",) * unit.hidden,
            )  # fmt: skip

    @hookimpl
    def reach(self, game: Game, piece: str) -> Iterable[Reach]:
        if piece in game[Unit] and game.frame.step == "march":
            ways = ways_of(game, UnitId(piece))
            amount = ways.allowance.unit.amount
            costs = {SpaceId(hex): amount(goals[0].cost) for hex, goals in ways.reach().items()}
            yield Reach(piece=piece, costs=costs)

    @hookimpl
    def ghosts(self, game: Game, piece: str, value: object) -> Iterable[Ghost]:
        if isinstance(value, Pose):
            yield Ghost(
                piece=piece, spaces=value.hexes, facing=value.facing, formation=value.formation, says=str(value)
            )

    @hookimpl
    def piece_overlays(self, game: Game, piece: str) -> Iterable[PieceOverlay]:
        unit = game[Unit].get(piece)
        if unit is not None and not unit.routed:
            for kind, reach in (("front", 1), ("fire", game.chart("fire").number(unit.mover, "reach"))):
                spaces = frozenset(field_of(game).before(unit.hexes, unit.facing, reach))
                yield PieceOverlay(piece=piece, kind="front" if kind == "front" else "fire", spaces=spaces)

    @hookimpl
    def situation(self, game: Game) -> Iterable[str]:
        for army in game[Army]:
            yield f"{army.id}: {army.lost} of {army.bears} units lost"
            for unit in game[Unit].where("side", army.id):
                yield f"  {unit.id:12} {unit.pose}, strength {unit.strength}{', routed' * unit.routed}"
