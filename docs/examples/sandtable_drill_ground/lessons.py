"""What the drill teaches those who play it first: the lessons of the text, with what one might do, and why that."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from sandtable.board import of
from sandtable.engine import Ask, Game, RuleModule, hookimpl
from sandtable.present import Advice, Lesson, read_lessons
from sandtable_drill_ground.fire import Fire
from sandtable_drill_ground.march import March, ways_of
from sandtable_drill_ground.model import DRILL_CHART, DrillHooks, Unit, enemy_of

LESSONS = read_lessons(Path(__file__).with_name("lessons.toml"))


class Lessons(RuleModule):
    """What is asked in each step, and what one might do."""

    key = "lessons"

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        return LESSONS.about(ask, shots(game, ask) if Fire in ask.kinds else marches(game, ask))


def shots(game: Game, ask: Ask) -> Iterator[Advice]:
    """Yield the shots that there are."""
    hits = game.chart(DRILL_CHART).number("hits from")
    for fire in game.legal(Fire, ask):
        adds = sum(int(part.value) for part in game.hooks(DrillHooks).fire_parts(game, fire.unit, fire.target))
        yield Advice(
            action=fire, because=f"It is your best shot: {adds:+} to the die, and {hits} or more hits.", worth=adds
        )


def marches(game: Game, ask: Ask) -> Iterator[Advice]:
    """Yield the marches that bring a unit nearest to the enemy without ending before his front."""
    enemies = [hex for unit in game[Unit].where("side", enemy_of(game, ask.side)) for hex in unit.hexes]
    distance = of(game).by_number.distance
    for unit in game[Unit].where("side", ask.side) if enemies else ():
        here, goals = distance(unit.hexes, enemies), ways_of(game, unit.id).listed()
        left = {goal.way: distance(goal.state.hexes, enemies) for goal in goals if goal.state.is_like(unit.pose)}
        best = min((way for way in left if 1 < left[way] < here), key=left.__getitem__, default=None)
        if best is not None:
            nearer = "a hex" if here - left[best] == 1 else f"{here - left[best]} hexes"
            because = f"It comes {nearer} nearer to the enemy, and keeps its formation and its front."
            yield Advice(action=March(unit.id, best), because=because)
