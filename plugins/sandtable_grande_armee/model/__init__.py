"""The rows of the game: whatever stands on the map, and what is known of it."""

from sandtable_grande_armee.model.aims import Aim
from sandtable_grande_armee.model.armies import Account, Army, Calendar, Cause, MapSide, enemies, enter, hostile_units
from sandtable_grande_armee.model.battles import ROLES, Battle, BattleId, Engaged, Retreat, Role
from sandtable_grande_armee.model.moments import Entered
from sandtable_grande_armee.model.places import City, CityId, Fort, FortId, Shelter
from sandtable_grande_armee.model.units import (
    ARMS,
    FIGHTING,
    Arm,
    Arrival,
    Disruption,
    ForceMarch,
    Formation,
    Purse,
    Rating,
    Ride,
    Served,
    Unit,
    UnitId,
    UnitType,
    of_arm,
    those_who_fight,
    type_of,
    unit_types,
)

ROWS = (
    Unit, Rating, Formation, Purse, Ride, Disruption, Arrival, Served, Fort, Shelter, City, Army, Calendar, Account,
    Battle, Engaged, Retreat, Aim,
)  # fmt: skip

__all__ = [
    "ARMS",
    "FIGHTING",
    "ROLES",
    "ROWS",
    "Account",
    "Aim",
    "Arm",
    "Army",
    "Arrival",
    "Battle",
    "BattleId",
    "Calendar",
    "Cause",
    "City",
    "CityId",
    "Disruption",
    "Engaged",
    "Entered",
    "ForceMarch",
    "Formation",
    "Fort",
    "FortId",
    "MapSide",
    "Purse",
    "Rating",
    "Retreat",
    "Ride",
    "Role",
    "Served",
    "Shelter",
    "Unit",
    "UnitId",
    "UnitType",
    "enemies",
    "enter",
    "hostile_units",
    "of_arm",
    "those_who_fight",
    "type_of",
    "unit_types",
]
