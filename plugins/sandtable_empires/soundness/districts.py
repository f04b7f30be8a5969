"""Minor countries: what they consist of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine import Game, ScenarioFault, ScenarioFinding
from sandtable_empires.model import Area, District, Nation, Province

MAJORS: Final = ScenarioFault("district-majors", "error", "A minor country with no major district, or with several.")
CAPITAL: Final = ScenarioFault("district-capital", "error", "A district whose capital lies in another.")
CONTROL: Final = ScenarioFault(
    "district-control", "error", "A district that is held though it is neutral, or that nobody holds though it is not."
)
DISTRICT_FAULTS: Final = (MAJORS, CAPITAL, CONTROL)


def districts(game: Game) -> Iterator[ScenarioFinding]:
    """Name countries and districts that cannot be as they are."""
    for nation in game[Nation]:
        here = game[District].where("nation", nation.id)
        major = [one for one in here if not one.secondary]
        if here and len(major) != 1:
            words = f"{nation.title} has {len(major)} major districts: let it have one, and the others secondary"
            yield MAJORS.finding(words, here[0], field="secondary", rule="EIA-10.4.1-composition")
    for one in game[District]:
        area = game[Area].get(one.capital)
        province = game[Province].get(area.province) if area is not None else None
        if province is None or province.district != one.id:
            words = f"the capital of {one.title} is {game.name(one.capital)}, which lies elsewhere: name an area of it"
            yield CAPITAL.finding(words, one, field="capital", rule="EIA-10.4.1-composition")
        if (one.status in ("neutral", "in conflict")) != (one.holder is None):
            held = f"held by {one.holder}" if one.holder is not None else "held by nobody"
            yield CONTROL.finding(f"{one.title} is {one.status} and {held}: change one of the two", one, field="holder")
