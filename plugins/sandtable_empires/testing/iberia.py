"""A small Iberia to try rules on: real names, house numbers, the sides and wars of May 1808."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from sandtable.engine import Row, Side, SideId
from sandtable_empires.charts import charts
from sandtable_empires.model import (
    BRITAIN,
    FRANCE,
    SPAIN,
    Alliance,
    Area,
    Calendar,
    Link,
    Nation,
    NationId,
    Province,
    ProvinceId,
    Treasury,
    War,
    link_id,
)  # fmt: skip
from sandtable_empires.model.places import Terrain
from sandtable_empires.testing.europe import FR, GB, SP, area, province_id

PORTUGAL: Final = NationId("Portugal")

PROVINCES: Final = {
    "Gascony": (FRANCE, None, "Bayonne"),
    "New Castile": (SPAIN, 4, "Madrid Toledo Cuenca"),
    "Old Castile": (SPAIN, 3, "Burgos Valladolid"),
    "Aragon": (SPAIN, 4, "Saragossa Teruel"),
    "Catalonia": (SPAIN, 5, "Barcelona"),
    "Estremadura": (SPAIN, 2, "Badajoz"),
    "Andalusia": (SPAIN, 3, "Seville Cadiz"),
    "Portugal": (PORTUGAL, None, "Lisbon Oporto"),
}
LINKS: Final = (
    "Bayonne Burgos, Bayonne Saragossa, Burgos Valladolid, Burgos Madrid, Burgos Saragossa, Valladolid Madrid, "
    "Valladolid Oporto, Valladolid Badajoz, Madrid Toledo, Madrid Cuenca, Madrid Saragossa, Toledo Badajoz, "
    "Toledo Seville, Toledo Cuenca, Cuenca Teruel, Teruel Saragossa, Saragossa Barcelona, Teruel Barcelona, "
    "Badajoz Seville, Badajoz Lisbon, Lisbon Oporto, Seville Cadiz"
)
RIVERS: Final = ("Badajoz Seville", "Burgos Saragossa", "Madrid Toledo")
TERRAIN: Final[dict[str, Terrain]] = {"Cuenca": "mountain", "Teruel": "mountain", "Oporto": "forest"}
FORTRESSES: Final = {"Badajoz": 2, "Saragossa": 1, "Barcelona": 3, "Cadiz": 5, "Lisbon": 2, "Bayonne": 2}
CAPITALS: Final[dict[str, Literal["major", "minor"]]] = {"Madrid": "major", "Lisbon": "minor"}
PORTS: Final = ("Barcelona", "Cadiz", "Lisbon", "Oporto", "Bayonne")
HOLDER: Final = {FRANCE: FR, SPAIN: SP, PORTUGAL: GB}


@cache
def iberia() -> tuple[Row, ...]:
    """Return the land, the nations at war, the charts, an empty table: what ``position(..., land=iberia)`` lies on."""
    rows: list[Row] = [Side(FR), Side(GB), Side(SP)]
    rows += [
        Nation(FRANCE, "France", "French", FR, major=True),
        Nation(BRITAIN, "Great Britain", "British", GB, major=True),
        Nation(SPAIN, "Spain", "Spanish", SP, major=True),
        Nation(PORTUGAL, "Portugal", "Portuguese", GB),
    ]
    for name, (home, guerilla, areas) in PROVINCES.items():
        rows.append(Province(province_id(name), name, home, money=3, manpower=2, guerilla=guerilla))
        rows += [_area(area, province_id(name), HOLDER[home]) for area in areas.split()]
    rows += [_link(pair) for pair in LINKS.split(", ")]
    rows += [
        War("France|Spain", (FRANCE, SPAIN)),
        War("France|Great Britain", (FRANCE, BRITAIN)),
        War("France|Portugal", (FRANCE, PORTUGAL)),
        Alliance("Great Britain|Spain", (BRITAIN, SPAIN)),
        Calendar("calendar", 1808, 5, 20),
        *(Treasury(side, money=20, manpower=10) for side in (FR, GB, SP)),
        *charts(),
    ]
    return tuple(rows)


def _area(name: str, within: ProvinceId, holder: SideId) -> Area:
    return Area(
        area(name),
        name,
        within,
        terrain=TERRAIN.get(name, "clear"),
        city=name,
        fortress=FORTRESSES.get(name, 0),
        port=name in PORTS,
        capital=CAPITALS.get(name, ""),
        holder=holder,
    )


def _link(pair: str) -> Link:
    a, b = sorted(map(area, pair.split()))
    return Link(link_id(a, b), (a, b), pair in RIVERS)
