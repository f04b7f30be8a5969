"""A small Iberia to try rules on: real names, house numbers, sides and wars of 1808."""

from __future__ import annotations

from typing import Any, Final, Literal

from sandtable.engine import Row, Side, SideId
from sandtable_empires.charts import charts
from sandtable_empires.model import (
    BRITAIN,
    FRANCE,
    SPAIN,
    Alliance,
    Area,
    AreaId,
    Calendar,
    Corps,
    CorpsId,
    Garrison,
    Leader,
    LeaderId,
    Link,
    Nation,
    NationId,
    Province,
    ProvinceId,
    Treasury,
    War,
    garrison_id,
    link_id,
)

FR, GB, SP = SideId("France"), SideId("Great Britain"), SideId("Spain")
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
RIVERS: Final = {"Badajoz Seville": "Guadiana", "Burgos Saragossa": "Ebro", "Madrid Toledo": "Tagus"}
TERRAIN: Final = {"Cuenca": "mountain", "Teruel": "mountain", "Badajoz": "clear", "Oporto": "forest"}
FORTRESSES: Final = {"Badajoz": 2, "Saragossa": 1, "Barcelona": 3, "Cadiz": 5, "Lisbon": 2, "Bayonne": 2}
CAPITALS: Final = {"Madrid": "major", "Lisbon": "minor"}
PORTS: Final = ("Barcelona", "Cadiz", "Lisbon", "Oporto", "Bayonne")
HOLDER: Final = {FRANCE: FR, SPAIN: SP, PORTUGAL: GB}


def iberia(year: int = 1808, month: int = 5, turns: int = 20) -> list[Row]:
    """Return the land, the nations at war, the charts and an empty table."""
    rows: list[Row] = [Side(FR), Side(GB), Side(SP)]
    rows += [
        Nation(FRANCE, "France", "French", FR, major=True),
        Nation(BRITAIN, "Great Britain", "British", GB, major=True),
        Nation(SPAIN, "Spain", "Spanish", SP, major=True),
        Nation(PORTUGAL, "Portugal", "Portuguese", GB),
    ]
    for name, (home, guerilla, areas) in PROVINCES.items():
        rows.append(Province(ProvinceId(name), name, home, money=3, manpower=2, guerilla=guerilla))
        rows += [_area(area, name, HOLDER[home]) for area in areas.split()]
    rows += [_link(pair) for pair in LINKS.split(", ")]
    rows += [
        War("France|Spain", (FRANCE, SPAIN)),
        War("France|Great Britain", (FRANCE, BRITAIN)),
        War("France|Portugal", (FRANCE, PORTUGAL)),
        Alliance("Great Britain|Spain", (BRITAIN, SPAIN)),
        Calendar("calendar", year, month, turns),
        *(Treasury(side, money=20, manpower=10) for side in (FR, GB, SP)),
        *charts(),
    ]
    return rows


def _area(name: str, province: str, holder: SideId) -> Area:
    return Area(
        AreaId(name),
        name,
        ProvinceId(province),
        terrain=TERRAIN.get(name, "clear"),  # type: ignore[arg-type]  # a table of the terrains there are
        city=name,
        fortress=FORTRESSES.get(name, 0),
        port=name in PORTS,
        capital=CAPITALS.get(name, ""),  # type: ignore[arg-type]  # likewise
        holder=holder,
    )


def _link(pair: str) -> Link:
    a, b = sorted(pair.split())
    return Link(link_id(a, b), (AreaId(a), AreaId(b)), RIVERS.get(pair, ""))


def corps(id: str, area: str | None, **fields: Any) -> Corps:
    """Return a corps by its short id: the first letter says whose, as on the counter (``F II``, ``S I``, ``B I``)."""
    side, nation = {"F": (FR, FRANCE), "S": (SP, SPAIN), "B": (GB, BRITAIN), "P": (GB, PORTUGAL)}[id[0]]
    return Corps(id=CorpsId(id), title=id, side=side, nation=nation, area=AreaId(area) if area else None, **fields)


def garrison(area: str, side: SideId, place: Literal["city", "depot"] = "city", **factors: int) -> Garrison:
    """Return a garrison of a side's own nation."""
    nation = {FR: FRANCE, SP: SPAIN, GB: BRITAIN}[side]
    return Garrison(
        id=garrison_id(nation, AreaId(area), place),
        side=side,
        nation=nation,
        area=AreaId(area),
        place=place,
        **factors,
    )


def leader(name: str, on: str | None, strategic: int, tactical: int, maximum: int = 3, seniority: str = "B") -> Leader:
    """Return a leader on a corps; the corps says whose he is."""
    side, nation = {"F": (FR, FRANCE), "S": (SP, SPAIN), "B": (GB, BRITAIN), "P": (GB, PORTUGAL)}[(on or "F")[0]]
    return Leader(
        id=LeaderId(name),
        title=name,
        side=side,
        nation=nation,
        strategic=strategic,
        tactical=tactical,
        maximum=maximum,
        seniority=seniority,  # type: ignore[arg-type]  # A to D
        corps=CorpsId(on) if on else None,
        standing="on the map" if on else "waiting",
    )
