"""How the drill looks: counters, where each can go, and the position in words."""

from collections.abc import Iterable

from sandtable.engine import Game, RuleModule, SpaceId, hookimpl
from sandtable.present import Counter, Reach, Symbol
from sandtable_drill_ground.march import ways_of
from sandtable_drill_ground.model import Army, Unit, UnitId

COLOURS = {"Blue": "#2b5c8a", "Red": "#a83a2f"}
SYMBOLS: dict[str, Symbol] = {"infantry": "infantry", "cavalry": "cavalry", "guns": "artillery"}


class Looks(RuleModule):
    """How the drill looks."""

    key = "looks"

    @hookimpl
    def counters(self, game: Game) -> Iterable[Counter]:
        for unit in game[Unit]:
            state = ("routed",) * unit.routed + ("hidden",) * unit.hidden
            yield Counter(
                piece=unit.id, kind="Unit", space=unit.hexes[0], side=unit.side, title=unit.id,
                symbol=SYMBOLS[unit.arm], colour=COLOURS.get(unit.side, "#555555"), ink="#ffffff",
                strength=str(unit.strength), movement=str(unit.morale), badges=state, says=str(unit.pose),
            )  # fmt: skip

    @hookimpl
    def reach(self, game: Game, piece: str) -> Iterable[Reach]:
        if piece not in game[Unit]:
            return
        ways = ways_of(game, UnitId(piece))
        costs = {SpaceId(hex): str(goals[0].cost) for hex, goals in ways.reach().items()}
        yield Reach(piece=piece, costs=costs, unit="movement points")

    @hookimpl
    def situation(self, game: Game) -> Iterable[str]:
        for army in game[Army]:
            yield f"{army.id}: {army.lost} units lost"
            for unit in game[Unit].where("side", army.id):
                yield f"  {unit.id:12} {unit.pose}, strength {unit.strength}{', routed' * unit.routed}"
