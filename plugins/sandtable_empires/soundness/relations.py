"""Wars, alliances, and who moves with whom."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from sandtable.engine import Game, ScenarioFault, ScenarioFinding, SideId
from sandtable_empires.model import Alliance, Combined, Nation, War, allies, enemies, sides

NOT_TWO: Final = ScenarioFault(
    "relation-ends", "error", "A war or an alliance that is not between two different nations."
)
ITSELF: Final = ScenarioFault("relation-one-side", "error", "A war, or an alliance, of nations that one side plays.")
BOTH: Final = ScenarioFault("war-and-alliance", "error", "Two sides are at war and allied at once.")
FOES_TOGETHER: Final = ScenarioFault(
    "combined-foes", "error", "Nations that move together but are at war, or are all of one side."
)


def relations(game: Game) -> Iterator[ScenarioFinding]:
    """Name wars and alliances that cannot be."""
    for row in (*game[War], *game[Alliance]):
        kind = "a war" if isinstance(row, War) else "an alliance"
        nations = " and ".join(row.nations) or "nobody"
        if len(set(row.nations)) != 2 or len(row.nations) != 2:
            yield NOT_TWO.finding(f"{row.id} is {kind} of {nations}: name two different nations", row, field="nations")
        elif len(played := {game[Nation][one].side for one in row.nations}) == 1 and None not in played:
            words = f"{row.id} is {kind} of {nations}, both of which {played.pop()} plays: take it out"
            yield ITSELF.finding(words, row, field="nations")
    for one, other in combinations(sides(game), 2):
        if other in enemies(game, one) and other in allies(game, one):
            yield BOTH.finding(_describe_clash(game, one, other), _between(game, one, other), field="nations")


def _describe_clash(game: Game, one: SideId, other: SideId) -> str:
    return f"{one} and {other} are at war and allied at once: take out the war or the alliance"


def _between(game: Game, one: SideId, other: SideId) -> Alliance | None:
    pair = {one, other}
    return next((row for row in game[Alliance] if pair == {game[Nation][nation].side for nation in row.nations}), None)


def check_combined(game: Game) -> Iterator[ScenarioFinding]:
    """Name groups that cannot move together."""
    for group in game[Combined]:
        played = [side for nation in group.nations if (side := game[Nation][nation].side) is not None]
        if len(set(played)) < 2:
            words = f"{group.id} is of one side alone: name nations of two sides, or take it out"
            yield FOES_TOGETHER.finding(words, group, field="nations")
        for one, other in combinations(sorted(set(played)), 2):
            if other in enemies(game, one):
                words = f"{one} and {other} move together ({group.id}), but are at war: take out one of the two"
                yield FOES_TOGETHER.finding(words, group, field="nations")
