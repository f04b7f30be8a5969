"""What rows of several kinds have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.engine import Chart, Game, Invalid, ScenarioFault, ScenarioFinding, Side
from sandtable_empires.model import Arrival, Corps, Fleet, Garrison, Leader, Nation, NationId, own_minor

Owned = Corps | Garrison | Leader | Arrival | Fleet
OWNED: Final[tuple[type[Owned], ...]] = (Corps, Garrison, Leader, Arrival, Fleet)

OTHER_SIDE: Final = ScenarioFault(
    "nation-other-side", "error", "A force, leader or fleet of a side that does not play its nation."
)
UNPLAYED: Final = ScenarioFault("side-nationless", "error", "A side that plays no nation.")
UNCHARTED: Final = ScenarioFault(
    "chart-nation-missing", "error", "A nation with forces is not in a chart that the rules look it up in."
)  # fmt: skip


def owned_rows(game: Game) -> Iterator[Owned]:
    """Go through everything that belongs to a nation and a side."""
    for kind in OWNED:
        yield from game[kind]


def powers(game: Game) -> Iterator[ScenarioFinding]:
    """Name sides without a nation, and what stands with another side than its nation's."""
    for one in owned_rows(game):
        nation = game[Nation][one.nation]
        if nation.side != one.side and own_minor(game, one.side) != nation.id:
            plays = nation.side or "nobody"
            words = f"{one.id} belongs to {one.side}, but {plays} plays {nation.title}: give it to {plays}"
            yield OTHER_SIDE.finding(words, one, field="side")
    for side in game[Side]:
        if not game[Nation].where("side", side.id) and own_minor(game, side.id) is None:
            words = f"{side.id} plays no nation: give it one, or take the side out"
            yield UNPLAYED.finding(words, side)


def find_uncharted(game: Game, chart: str, wanted: Iterable[tuple[NationId, str]]) -> Iterator[ScenarioFinding]:
    """Name nations for which a chart has nothing at a key; what is no number there is told of the chart."""
    row = game[Chart].get(chart)
    for nation, key in sorted(set(wanted)) if row is not None else ():
        try:
            if game.chart(chart).at(nation, key) is None:
                words = f"{nation} has forces, but chart {chart!r} has nothing at {nation}, {key}: give it a number"
                yield UNCHARTED.finding(words, row, field="cells")
        except Invalid as error:
            yield UNCHARTED.finding(f"{nation} has forces: {error}", row, field="axes")


def troops(game: Game) -> Iterator[Corps | Garrison | Arrival]:
    """Go through all factors there are, and all that are to come."""
    yield from game[Corps]
    yield from game[Garrison]
    yield from game[Arrival]
