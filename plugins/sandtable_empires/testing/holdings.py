"""Who holds what: countries under a power, areas, provinces given away, purses."""

from __future__ import annotations

from sandtable.engine import SideId
from sandtable_empires.model import Area, Nation, PoliticalStatus, Province, Treasury
from sandtable_empires.testing.europe import area, countries, nation_named
from sandtable_empires.testing.europe import province as province_named
from sandtable_empires.testing.lands import Alteration, alter


def control(power: str, *minors: str) -> list[Alteration]:
    """Put minor countries under a power: it plays them and holds their areas."""
    lands = [id for id, country in countries().items() if country in minors]
    return [alter(Nation, *(nation_named(one).id for one in minors), side=SideId(power)), holdings(power, *lands)]


def holdings(power: str, *names: str) -> Alteration:
    """Have a power hold areas."""
    return alter(Area, *map(area, names), holder=SideId(power))


def cession(province: str, to: str) -> Alteration:
    """Give a province away."""
    return alter(Province, province_named(province), ceded_to=nation_named(to).id)


def purse(power: str, money: int = 0, manpower: int = 0) -> Treasury:
    """Say what a power has."""
    return Treasury(SideId(power), money, manpower)


def status(power: str, box: int) -> PoliticalStatus:
    """Say in which box of the political status display a power begins."""
    return PoliticalStatus(SideId(power), box)
