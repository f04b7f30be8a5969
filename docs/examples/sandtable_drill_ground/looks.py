"""How the drill looks: counters with their fronts, where each can go, what it fires on, the position in words."""

from collections.abc import Iterable

from sandtable.engine import Game, RuleModule, hookimpl
from sandtable.present import Counter, PieceOverlay, Reach, Sheet, SheetEntry, SideScore, Standing, Symbol
from sandtable_drill_ground.field import before, in_fire
from sandtable_drill_ground.march import March, ways_of
from sandtable_drill_ground.model import Army, Unit

COLOURS = {"Blue": "#2b5c8a", "Red": "#a83a2f"}
SYMBOLS: dict[str, Symbol] = {"infantry": "infantry", "cavalry": "cavalry", "guns": "artillery"}


class Looks(RuleModule):
    """How the drill looks."""

    key = "looks"

    @hookimpl
    def counters(self, game: Game) -> Iterable[Counter]:
        for unit in game[Unit]:
            yield Counter(
                piece=unit.id, kind="Unit", spaces=unit.hexes, facing=unit.facing,
                formation="battery" if unit.arm == "guns" else unit.formation, side=unit.side, title=unit.id,
                symbol=SYMBOLS[unit.arm], colour=COLOURS.get(unit.side, "#555555"), ink="#ffffff",
                strength=str(unit.strength), movement=str(game.chart("allowance").number(unit.arm)),
                says=unit.pose.stance_in(game), badges=("routed",) * unit.routed + ("hidden",) * unit.hidden,
            )  # fmt: skip

    @hookimpl
    def reach(self, game: Game, piece: str) -> Iterable[Reach]:
        unit = game[Unit].get(piece)
        if unit is None or unit.side != game.frame.side or game.frame.step != "march":
            return
        if any(game.legal(March, unit.side, unit=unit.id)):
            yield Reach.of(piece, ways_of(game, unit.id))

    @hookimpl
    def piece_overlays(self, game: Game, piece: str) -> Iterable[PieceOverlay]:
        unit = game[Unit].get(piece)
        if unit is not None and not unit.routed:
            yield PieceOverlay(piece=piece, kind="front", spaces=frozenset(before(game, unit)))
            yield PieceOverlay(piece=piece, kind="fire", spaces=frozenset(in_fire(game, unit)))

    @hookimpl
    def card(self, game: Game, piece: str) -> Sheet | None:
        unit = game[Unit].get(piece)
        if unit is None:
            return None
        form = f"{unit.arm}, {unit.pose.stance_in(game)}"
        allowance = game.chart("allowance").number(unit.arm)
        facts = {
            "Side": unit.side, "Arm": form, "Strength": str(unit.strength), "Morale": str(unit.morale),
            "Movement": str(allowance), "State": "routed" * unit.routed or "hidden" * unit.hidden or "steady",
        }  # fmt: skip
        entries = tuple(SheetEntry(title=title, value=value) for title, value in facts.items())
        return Sheet(key="card", title=unit.id, entries=entries, colour=COLOURS.get(unit.side), about=unit.hexes[0])

    @hookimpl
    def standing(self, game: Game) -> Standing:
        armies, turns = list(game[Army]), game.chart("drill").number("turns")
        fewest = min(army.lost for army in armies)
        ahead = tuple(army.id for army in armies if army.lost == fewest)
        beaten = " and ".join(f"{army.id} at {army.bears}" for army in armies)
        return Standing(
            aim=f"An army is beaten once it has lost too many units ({beaten}); after turn {turns} whoever has lost "
            "fewer wins.",
            rule="DRILL-6.1", leaders=ahead if len(ahead) == 1 else (),
            scores=tuple(SideScore(side=army.id, says=f"{army.lost} of {army.bears} units lost") for army in armies),
        )  # fmt: skip

    @hookimpl
    def situation(self, game: Game) -> Iterable[str]:
        for army in game[Army]:
            yield f"{army.id}: {army.lost} of {army.bears} units lost"
            for unit in game[Unit].where("side", army.id):
                yield f"  {unit.id:12} {unit.pose.name_in(game)}, strength {unit.strength}{', routed' * unit.routed}"
