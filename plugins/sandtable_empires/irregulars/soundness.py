"""Guerillas: where they rise, and where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine import Game, ScenarioFault, ScenarioFinding
from sandtable_empires.irregulars.bands import Guerillas, in_spain
from sandtable_empires.model import SPAIN, Area, Nation, Province

ELSEWHERE: Final = ScenarioFault(
    "guerilla-value-elsewhere", "error", "A guerilla value in a province that is not Spain's."
)
NO_SPAIN: Final = ScenarioFault(
    "guerilla-without-spain", "error", "Guerilla values, or guerillas, although nobody plays Spain."
)
ABROAD: Final = ScenarioFault("guerillas-abroad", "error", "Guerillas outside Spain.")
NO_CITY: Final = ScenarioFault("guerillas-no-city", "error", "Guerillas in a city that is not there.")

GUERILLA_FAULTS: Final = (ELSEWHERE, NO_SPAIN, ABROAD, NO_CITY)


def values(game: Game) -> Iterator[ScenarioFinding]:
    """Name provinces with a guerilla value in which none can rise."""
    spain = game[Nation].get(SPAIN)
    for province in game[Province]:
        if not province.guerilla:
            continue
        if province.home != SPAIN:
            words = f"{province.title} has a guerilla value, but is a home province of {province.home}: take it out"
            yield ELSEWHERE.finding(words, province, field="guerilla", rule="EIA-10.1.1-create-by-die")
        elif spain is None or spain.side is None:
            words = f"{province.title} has a guerilla value, but nobody plays Spain: take it out, or have Spain played"
            yield NO_SPAIN.finding(words, province, field="guerilla", rule="EIA-10.1.1-create-by-die")


def bands(game: Game) -> Iterator[ScenarioFinding]:
    """Name guerillas where none can be."""
    for band in game[Guerillas]:
        area = game[Area].get(band.id)
        if area is None or not in_spain(game, area.id):
            words = (
                f"guerillas are in {game.name(band.id)}, which is not in Spain: move them to Spain, or take them out"
            )
            yield ABROAD.finding(words, band, rule="EIA-10.1.1-homeland")
        elif band.inside and not area.city:
            words = f"guerillas are in the city of {area.title}, which has none: put them in the open"
            yield NO_CITY.finding(words, band, field="inside", space=area.id, rule="EIA-10.1.1-garrison-use")
