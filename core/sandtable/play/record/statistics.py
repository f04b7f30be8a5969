"""What a game counts, over its rounds: a line for each side, to be drawn as a chart or printed as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.play.words.present_words import round_title
from sandtable.play.words.where import begins_round
from sandtable.present import presentation

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from fractions import Fraction

    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.rows import SideId
    from sandtable.play.record.past import Past
    from sandtable.present import Measure


class Point(Struct, frozen=True):
    """What a side had when a round had begun; the last is what it has now."""

    round: int
    title: str
    ply: int
    value: int | Fraction | None


class Series(Struct, frozen=True):
    """One measure over the rounds: for each side a point a round, without a value where the viewer does not know it."""

    key: str
    title: str
    unit: str
    sides: tuple[tuple[SideId, tuple[Point, ...]], ...]

    @property
    def greatest(self) -> int | Fraction:
        """The greatest value there is, for the height of a chart."""
        return max((point.value for _, points in self.sides for point in points if point.value is not None), default=0)


class _Count(Struct, frozen=True):
    """What was counted at one moment."""

    round: int
    title: str
    ply: int
    measures: dict[str, Measure]

    def point(self, key: str, side: SideId) -> Point:
        measure = self.measures.get(key)
        return Point(self.round, self.title, self.ply, measure.values.get(side) if measure is not None else None)


def series_of(past: Past, sides: Collection[str]) -> list[Series]:
    """Return what the game counts at the beginning of each round, and now, as these sides knew it then.

    Nothing for a game that counts nothing.
    """
    counts = [_count(past.look(ply, sides), ply, is_now=ply == past.last) for ply in _moments(past)]
    measures = {key: measure for count in counts for key, measure in count.measures.items()}
    return [
        Series(
            key,
            measure.title,
            measure.unit,
            tuple(
                (side, tuple(count.point(key, side) for count in counts))
                for side in sorted(
                    {side for count in counts if key in count.measures for side in count.measures[key].values}
                )
            ),
        )
        for key, measure in measures.items()
    ]


def _count(game: RunningGame, ply: int, *, is_now: bool) -> _Count:
    number = game.frames[0].round
    title = "Now" if is_now else round_title(game, number)
    return _Count(number, title, ply, {measure.key: measure for measure in presentation.measures(game)})


def _moments(past: Past) -> Iterator[int]:
    """Go through the plies after which a round of the main sequence had just begun; the last is the present one."""
    for nth, ply in enumerate(past.plies):
        if nth == 0 or ply.id == past.last or begins_round(ply):
            yield ply.id
