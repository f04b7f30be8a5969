"""What somebody who has never played can begin with: a side of a scenario, with bots for all the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from sandtable.engine.errors import SandtableError
from sandtable.engine.state.rows import Side
from sandtable.play.table.sitting import Wishes
from sandtable.play.words.wording import side_name

if TYPE_CHECKING:
    from sandtable.play.begin.starts import Start


class FirstTurn(NamedTuple):
    """A side that a newcomer may play."""

    start: Start
    side: str
    side_title: str
    others: tuple[str, ...]

    @property
    def title(self) -> str:
        """Return what it is called: "The Peninsula, 1808: France"."""
        return f"{self.start.scenario.title}: {self.side_title}"

    @property
    def wishes(self) -> Wishes:
        """Return how it is begun: with bots for the others."""
        return Wishes(bots=self.others)


def first_turns(starts: Iterable[Start]) -> list[FirstTurn]:
    """Return the sides that a newcomer may play, scenario by scenario; none of one that cannot be begun."""
    return [turn for start in starts for turn in _of_start(start)]


def _of_start(start: Start) -> Iterator[FirstTurn]:
    try:
        sides = [row for row in start.rows() if isinstance(row, Side) and row.wants_seat]
    except SandtableError:  # New campaign says why
        return
    for side in sides:
        others = tuple(one.id for one in sides if one.id != side.id)
        yield FirstTurn(start, side.id, side_name(side), others)
