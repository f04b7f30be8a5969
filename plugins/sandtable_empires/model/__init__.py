"""What stands on the table in Empires, shared by all its rules modules: rows, and the questions everybody asks."""

from sandtable_empires.model.accounts import Account, account, gain, lose
from sandtable_empires.model.calendar import Calendar, Treasury, date, date_text
from sandtable_empires.model.forces import (
    ARMS,
    Arm,
    Corps,
    CorpsId,
    Depot,
    DepotId,
    Garrison,
    GarrisonId,
    Leader,
    LeaderId,
    Siege,
    SiegeId,
    Troops,
    besieged,
    corps_at,
    garrisons_at,
    hostile_corps,
    in_the_open,
    leaders_with,
    siege_of,
    troops_at,
)  # fmt: skip
from sandtable_empires.model.nations import (
    AUSTRIA,
    BRITAIN,
    FRANCE,
    PRUSSIA,
    RUSSIA,
    SPAIN,
    TURKEY,
    Alliance,
    Nation,
    NationId,
    War,
    allies,
    at_war,
    enemies,
    sides,
)  # fmt: skip
from sandtable_empires.model.places import (
    Area,
    AreaId,
    Link,
    LinkId,
    Province,
    ProvinceId,
    Terrain,
    home,
    link_id,
    links_of,
    neighbours,
    unceded,
)  # fmt: skip

ROWS = (
    Nation, Province, Area, Link, Corps, Garrison, Depot, Leader, Siege, War, Alliance, Calendar, Treasury, Account,
)  # fmt: skip

__all__ = [
    "ARMS", "AUSTRIA", "BRITAIN", "FRANCE", "PRUSSIA", "ROWS", "RUSSIA", "SPAIN", "TURKEY", "Account", "Alliance",
    "Area", "AreaId", "Arm", "Calendar", "Corps", "CorpsId", "Depot", "DepotId", "Garrison", "GarrisonId", "Leader",
    "LeaderId", "Link", "LinkId", "Nation", "NationId", "Province", "ProvinceId", "Siege", "SiegeId", "Terrain",
    "Treasury", "Troops", "War", "account", "allies", "at_war", "besieged", "corps_at", "date", "date_text",
    "enemies", "gain", "garrisons_at", "home", "hostile_corps", "in_the_open", "leaders_with", "link_id", "links_of",
    "lose", "neighbours", "sides", "siege_of", "troops_at", "unceded",
]  # fmt: skip
