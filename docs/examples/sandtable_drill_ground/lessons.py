"""What the drill teaches those who play it first: what one might do in each step, and why."""

from collections.abc import Iterable, Iterator

from sandtable.board import of
from sandtable.engine import Ask, Game, RuleModule, hookimpl
from sandtable.present import Advice, Lesson
from sandtable_drill_ground.field import in_fire
from sandtable_drill_ground.fire import Fire
from sandtable_drill_ground.keys import DRILL_CHART
from sandtable_drill_ground.march import March, ways_of
from sandtable_drill_ground.model import DrillHooks, Entered, Unit, UnitId, enemy_of


class Lessons(RuleModule):
    """What is asked in each step, and what one might do."""

    key = "lessons"

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        if Fire in ask.kinds and isinstance(ask.about, Entered):
            yield Lesson(
                title="Fire at what marches by",
                says=f"An enemy unit ({ask.about.unit}) marches past your front: units that have not fired may fire.",
                why="It costs you nothing but this shot, and a unit hit on the march may rout before it arrives.",
                rules=("DRILL-3.6", "DRILL-3.1"), advice=tuple(shots(game, ask)),
            )  # fmt: skip
        elif Fire in ask.kinds:
            yield Lesson(
                title="Fire", says="Each unit may fire once at an enemy in sight in front of it; then end "
                "the step.",
                why="A hit costs a step, and the unit must pass a morale test or rout. Firing comes before marching.",
                rules=("DRILL-3.2", "DRILL-3.3", "DRILL-3.4", "DRILL-4.1"), advice=tuple(shots(game, ask)),
            )  # fmt: skip
        elif March in ask.kinds:
            yield Lesson(
                title="March", says="Each unit may march once. A march is made of evolutions: advance, turn, "
                "form line or "
                "column. Choose a hex, then how to face there.",
                why="Columns are quick, lines fire better, and guns fire furthest. A shot from the side or from behind "
                "breaks a unit more easily.",
                rules=("DRILL-2.2", "DRILL-2.3", "DRILL-2.5", "DRILL-4.2"), advice=tuple(marches(game, ask.side)),
            )  # fmt: skip


def shots(game: Game, ask: Ask) -> Iterator[Advice]:
    """Yield the shots that there are."""
    hits = game.chart(DRILL_CHART).number("hits from")
    targets = [ask.about.unit] if isinstance(ask.about, Entered) else [
        one.id for one in game[Unit].where("side", enemy_of(game, ask.side))
    ]  # fmt: skip
    for unit in game[Unit].where("side", ask.side):
        arc = in_fire(game, unit)
        for target in (one for one in targets if not arc.keys().isdisjoint(game[Unit][one].hexes)):
            adds = sum(int(part.value) for part in game.hooks(DrillHooks).fire_parts(game, unit.id, target))
            because = f"It is your best shot: {adds:+} to the die, and {hits} or more hits."
            yield Advice(action=Fire(unit.id, target), because=because, worth=adds)


def marches(game: Game, side: str) -> Iterator[Advice]:
    """Yield the marches that bring a unit nearest to the enemy without ending before his front."""
    enemies = [hex for unit in game[Unit].where("side", enemy_of(game, side)) for hex in unit.hexes]
    distance = of(game).by_number.distance
    for unit in game[Unit].where("side", side) if enemies else ():
        here = distance(unit.hexes, enemies)
        ways = [goal.way for goal in ways_of(game, unit.id).listed()]
        as_it_stands = [way for way in ways if (way[-1].formation, way[-1].facing) == (unit.formation, unit.facing)]
        near = {way: distance(way[-1].hexes, enemies) for way in as_it_stands}
        best = min((way for way in near if 1 < near[way] < here), key=near.__getitem__, default=None)
        if best is not None:
            nearer = "a hex" if here - near[best] == 1 else f"{here - near[best]} hexes"
            because = f"It comes {nearer} nearer to the enemy, and keeps its formation and its front."
            yield Advice(action=March(UnitId(unit.id), best), because=because)
