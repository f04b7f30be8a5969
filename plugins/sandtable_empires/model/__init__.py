"""What stands on the table in Empires, shared by all its rules modules: rows, and the questions everybody asks."""

from sandtable_empires.model.accounts import Account, account, gain, lose, strike
from sandtable_empires.model.battles import (
    BATTLE_ROWS,
    OTHER,
    Battle,
    BattleId,
    Contingent,
    Engaged,
    Force,
    ForceId,
    Kind,
    Role,
    battle_of,
    contingent_key,
    corps_of,
    foe_of,
    force_id,
    forces_of,
    present_corps,
)  # fmt: skip
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
    *BATTLE_ROWS,
)  # fmt: skip

__all__ = [
    "ARMS", "AUSTRIA", "BATTLE_ROWS", "BRITAIN", "FRANCE", "OTHER", "PRUSSIA", "ROWS", "RUSSIA", "SPAIN", "TURKEY",
    "Account", "Alliance", "Area", "AreaId", "Arm", "Battle", "BattleId", "Calendar", "Contingent", "Corps",
    "CorpsId", "Depot", "DepotId", "Engaged", "Force", "ForceId", "Garrison", "GarrisonId", "Kind", "Leader",
    "LeaderId", "Link", "LinkId", "Nation", "NationId", "Province", "ProvinceId", "Role", "Siege", "SiegeId",
    "Terrain", "Treasury", "Troops", "War", "account", "allies", "at_war", "battle_of", "besieged", "contingent_key",
    "corps_at", "corps_of", "date", "date_text", "enemies", "foe_of", "force_id", "forces_of", "gain", "garrisons_at",
    "home", "hostile_corps", "in_the_open", "leaders_with", "link_id", "links_of", "lose", "neighbours",
    "present_corps", "sides", "siege_of", "strike", "troops_at", "unceded",
]  # fmt: skip
