"""Victory: cities held, losses inflicted, a line of retreat kept open; counted when the last turn is over."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from sandtable.board import of
from sandtable.engine import (
    Frame,
    Game,
    Part,
    Quantity,
    RuleModule,
    ScenarioFinding,
    SideId,
    Tally,
    cached_while_unchanged,
    counted,
    hookimpl,
    opens,
    rule,
)  # fmt: skip
from sandtable.present import SideScore, Standing
from sandtable_grande_armee.campaign.lines import Lines
from sandtable_grande_armee.campaign.soundness import CAMPAIGN_FAULTS, dates, sides
from sandtable_grande_armee.combat.bearings import distances_to_side
from sandtable_grande_armee.hookspecs.combat import VictoryHooks
from sandtable_grande_armee.model import (
    Account,
    Aim,
    Army,
    Arrival,
    Calendar,
    City,
    Unit,
    enemies,
    hostile_units,
    those_who_fight,
    unit_types,
)  # fmt: skip
from sandtable_grande_armee.movement.zones import zones
from sandtable_grande_armee.steps import TIME_STEP

POINTS: Final = Quantity("victory points")
AIM: Final = (
    "Hold the cities that count, inflict losses, keep a line of retreat open: whoever has most victory points when the "
    "last turn is over wins. An army without troops has lost at once."
)


def score(game: Game, side: SideId) -> Tally:
    """Return the victory points of a side as things stand."""
    return Tally(POINTS, game.hooks(VictoryHooks).victory_parts(game, side))


class Victory(RuleModule):
    """Who wins."""

    key = "victory"
    faults = CAMPAIGN_FAULTS

    @hookimpl
    @rule("BASE-5-victory-cities")
    def victory_parts(self, game: Game, side: SideId) -> Iterable[Part]:
        """A city counts its worth for whoever holds it."""
        held = [city for city in game[City] if city.holder == side and city.worth]
        return [Part("base", city.worth, says=game.board.name(city.id)) for city in held]

    @hookimpl(of=VictoryHooks.victory_parts)
    @rule("BASE-5-victory-losses")
    def losses(self, game: Game, side: SideId) -> Iterable[Part]:
        """So many strength points that enemies have lost count a point."""
        aim = game[Aim].get(side)
        lost = sum(lost_by(game, one) for one in enemies(game, side))
        points = lost // aim.losses if aim is not None and aim.losses else 0
        return [Part("base", points, says=f"{lost} strength points of the enemy lost")] if points else []

    @hookimpl(of=VictoryHooks.victory_parts)
    @rule("BASE-5-victory-line")
    def line_of_retreat(self, game: Game, side: SideId) -> Iterable[Part]:
        """A line of retreat counts if at least half of the army that is left has one."""
        aim = game[Aim].get(side)
        if aim is None or not aim.line or not line_is_open(game, side):
            return []
        return [Part("base", aim.line, says="a line of retreat kept open")]

    @opens(TIME_STEP)
    @rule("BASE-5-victory-army", before="BASE-5-victory")
    def no_army(self, game: Game, frame: Frame) -> None:
        """Whose enemies have lost all their troops, and none are to come, has won."""
        if game.ended is not None:
            return
        fallen = [army.id for army in game[Army] if lost_by(game, army.id) and not has_troops(game, army.id)]
        standing = [army.id for army in game[Army] if army.id not in fallen]
        if fallen and all(set(enemies(game, one)) <= set(fallen) for one in standing):
            best = max(standing, key=lambda one: (score(game, one).whole(), one), default=None)
            game.end(best, f"{' and '.join(fallen)} {'has' if len(fallen) == 1 else 'have'} no troops left")

    @opens(TIME_STEP)
    @rule("BASE-5-victory", vital=True)
    def count(self, game: Game, frame: Frame) -> None:
        """When the last turn is over the victory points are counted; with as many on both sides nobody wins."""
        calendar = game[Calendar].get("calendar")
        if game.ended is not None or calendar is None or game.round < calendar.turns:
            return
        points = {army.id: score(game, army.id).whole() for army in game[Army]}
        most = max(points.values(), default=0)
        best = [side for side, count in points.items() if count == most]
        told = ", ".join(f"{side} {count}" for side, count in points.items())
        game.end(best[0] if len(best) == 1 else None, f"the last turn is over; victory points: {told}")

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name armies that are missing or at odds, and a calendar that says no days."""
        yield from sides(game)
        yield from dates(game)

    @hookimpl
    def standing(self, game: Game) -> Standing:
        """The victory points of each side, with their parts."""
        found = {army.id: score(game, army.id) for army in game[Army]}
        most = max((tally.whole() for tally in found.values()), default=0)
        leaders = tuple(side for side, tally in found.items() if tally.whole() == most)
        scores = tuple(
            SideScore(side=side, says=counted(tally.whole(), "victory point"), reasons=tuple(tally.lines()[:-1]))
            for side, tally in found.items()
        )
        return Standing(aim=AIM, scores=scores, rule="BASE-5-victory", leaders=leaders)


def lost_by(game: Game, side: SideId) -> int:
    """Return how many strength points a side has lost, for whatever cause but its own combining."""
    own = ("combined", "broken down", "arrived")
    return sum(-one.strength for one in game[Account].where("side", side) if one.cause not in own and one.strength < 0)


def has_troops(game: Game, side: SideId) -> bool:
    """Tell whether a side has troops on the map, or some that are still to arrive."""
    own = (unit for unit in game[Unit].where("side", side) if unit.fights(game))
    return any(unit.hex is not None or unit.id in game[Arrival] for unit in own)


@cached_while_unchanged
def line_is_open(game: Game, side: SideId) -> bool:
    """Tell whether at least half of a side's strength on the map has a line of retreat; not where it has none."""
    army, types = game[Army].get(side), unit_types(game)
    own = those_who_fight(game, (unit for unit in game[Unit].where("side", side) if unit.hex is not None))
    if army is None or not own:
        return False
    barred = {*zones(game, side), *(foe.hex for foe in hostile_units(game, side) if foe.hex is not None)}
    lines, beside = Lines(of(game).by_number, distances_to_side(game, army.edge), barred), of(game).by_number.beside
    away = (
        types[unit.kind].strength for unit in own
        if unit.hex is not None and any(map(lines.lead_home, (unit.hex, *beside(unit.hex))))
    )  # fmt: skip
    whole = sum(types[unit.kind].strength for unit in own)
    return any(2 * found >= whole for found in accumulate(away, initial=0))  # no more are looked for than it takes
