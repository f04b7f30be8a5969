"""How the drill looks: counters with their fronts, what each fires on, the position in words."""

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.board import of
from sandtable.engine import Action, Game, RuleModule, SideId, hookimpl

from sandtable.present import (  # isort: skip
    Contest, Counter, Course, Gauge, Outcome, PieceOverlay, Sheet, SheetEntry, SideScore, SightLine, Standing,
    Symbol, line_of_sight,
)  # fmt: skip
from sandtable_drill_ground.field import before, in_fire, look
from sandtable_drill_ground.fire import Fire, fire_fight
from sandtable_drill_ground.keys import ALLOWANCE_CHART, DRILL_CHART, FIRE_STEP
from sandtable_drill_ground.model import Army, Unit, UnitId, does

COLOURS = {"Blue": "#2b5c8a", "Red": "#a83a2f"}
HIT, NOT_HIT = ("is hit", "are hit"), ("is not hit", "are not hit")
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
                strength=str(unit.strength), movement=str(game.chart(ALLOWANCE_CHART).number(unit.arm)),
                says=unit.pose.stance_in(game), badges=("routed",) * unit.routed + ("hidden",) * unit.hidden,
            )  # fmt: skip

    @hookimpl
    def piece_overlays(self, game: Game, piece: str) -> Iterable[PieceOverlay]:
        unit = game[Unit].get(piece)
        if unit is not None and not unit.routed:
            yield PieceOverlay(piece=piece, kind="front", spaces=frozenset(before(game, unit)))
            yield PieceOverlay(piece=piece, kind="fire", spaces=frozenset(in_fire(game, unit)))

    @hookimpl
    def sight_lines(self, game: Game, piece: str) -> Iterable[SightLine]:
        """Draw a line to every enemy in the arc of fire, from the hex of the unit that sees it best."""
        unit, hexes = game[Unit].get(piece), of(game).by_number
        if unit is None or unit.routed:
            return
        arc = in_fire(game, unit)
        for there in (hex for enemy in game[Unit] if enemy.side != unit.side for hex in enemy.hexes if hex in arc):
            sights = [look(hexes, here, there) for here in unit.hexes]
            yield line_of_sight(min(sights, key=lambda sight: len(sight.blocks)), hexes)

    @hookimpl
    def side_colour(self, game: Game, side: SideId) -> str | None:
        return COLOURS.get(side)

    @hookimpl
    def card(self, game: Game, piece: str) -> Sheet | None:
        unit = game[Unit].get(piece)
        if unit is None:
            return None
        form = f"{unit.arm}, {unit.pose.stance_in(game)}"
        allowance = game.chart(ALLOWANCE_CHART).number(unit.arm)
        facts = {
            "Side": unit.side, "Arm": form, "Strength": str(unit.strength), "Morale": str(unit.morale),
            "Movement": str(allowance), "State": "routed" * unit.routed or "hidden" * unit.hidden or "steady",
        }  # fmt: skip
        entries = tuple(SheetEntry(title=title, value=value) for title, value in facts.items())
        return Sheet(key="card", title=unit.id, entries=entries, colour=COLOURS.get(unit.side), about=unit.hexes[0])

    @hookimpl
    def contests(self, game: Game) -> Iterable[Contest]:
        side = game.frame.side
        if game.frame.step == FIRE_STEP and side is not None:
            for fire in game.legal(Fire, side):
                yield replace(fire_fight(fire), opening=fire, side=side)

    @hookimpl
    def exchange(self, game: Game, action: Action) -> Contest | None:
        return fire_fight(action) if isinstance(action, Fire) else None

    @hookimpl
    def outcome(self, game: Game, course: Course) -> Outcome:
        firer, target = course.contest.parties
        known: list[Unit | None] = [game[Unit].get(target)]
        before, *_, after = [*course.histories(Unit).get(target, known), *known]
        lost = (before.strength if before is not None else 0) - (after.strength if after is not None else 0)
        routs = after is not None and after.routed and not (before is not None and before.routed)
        fate = ("is lost", "are lost") if after is None else ("routs", "rout") if routs else HIT if lost else NOT_HIT
        events = (does(UnitId(target), *fate),)
        return Outcome(winner=firer if lost else target, losses={firer: 0, target: lost}, events=events)

    @hookimpl
    def gauges(self, game: Game, course: Course) -> Iterable[Gauge]:
        for party in course.contest.parties:
            now = game[Unit].get(party)
            before = course.histories(Unit).get(party, [now])[0]
            left, full = (unit.strength if unit is not None else 0 for unit in (now, before))
            yield Gauge(party=party, title="Strength", value=left, full=max(left, full))

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

    @hookimpl
    def situation(self, game: Game) -> Iterable[str]:
        for army in game[Army]:
            yield f"{army.id}: {army.lost} of {army.bears} units lost"
            for unit in game[Unit].where("side", army.id):
                yield f"  {unit.id:12} {unit.pose.name_in(game)}, strength {unit.strength}{', routed' * unit.routed}"
