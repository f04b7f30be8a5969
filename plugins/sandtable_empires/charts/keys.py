"""The keys of the charts that several rules look up, those by which charts are looked up, what belongs at them."""

from __future__ import annotations

from typing import Final

from sandtable.engine import ChartId, Lookup
from sandtable_empires.steps import LAND_PHASE, NAVAL_PHASE, NAVAL_REINFORCEMENT_PHASE, REINFORCEMENT_PHASE

Keys = tuple[str, ...]

MORALE: Final = "morale"
TERRAIN_MOVEMENT: Final = "terrain movement"
TERRAIN_COMBAT: Final = "terrain combat"
SUPPLY_PRICES: Final = "supply prices"
COMBAT_LOSSES: Final = "combat losses"
COMBAT_MORALE: Final = "combat morale"
CASUALTY_EXCEPTIONS: Final = "casualty exceptions"
SPECIAL_CASES: Final = "special cases"
STORM_TABLES: Final = "storm tables"
PHASE_ORDER: Final = "phase order"
SAILING_COST: Final = "sailing"
SAILING_POINTS: Final = "sailing points"
POLITICAL_POINTS: Final = "political points"
STATUS_ZONES: Final = "status zones"
LOSS_NUMBERS: Final = "economic loss numbers"
STATUS_POINTS: Final = "status victory points"
STATUS_MODIFIERS: Final = "status modifiers"
ECONOMIC_MONTHS: Final = "economic months"


def _numbers(first: int, last: int) -> Keys:
    return tuple(str(number) for number in range(first, last + 1))


TABLES: Final[Keys] = tuple(f"{casualty}-{morale}" for casualty in range(1, 6) for morale in range(1, 6))
"""The tables of combat: casualty level and morale level."""
DIE: Final = _numbers(1, 6)
MONTHS: Final = _numbers(1, 12)
COMBAT_DICE: Final = _numbers(0, 7)
PURSUIT_DICE: Final = _numbers(1, 7)
CLASSES: Final = _numbers(1, 5)
TENTHS: Final = _numbers(0, 10)
RATINGS: Final = _numbers(0, 5)
FORTRESSES: Final = _numbers(0, 5)
ROUNDS: Final = _numbers(1, 3)
ROLES: Final[Keys] = ("attacker", "defender")
ABILITIES: Final[Keys] = ("strategic", "tactical")
TERRAINS: Final[Keys] = ("clear", "forest", "mountain", "desert", "marsh")
ATTACKS: Final[Keys] = ("outflank", "assault", "escalated assault", "echelon", "probe")
WITHDRAW: Final = "withdraw"
DEFENCES: Final[Keys] = (
    "outflank", "counterattack", "escalated counterattack", "cordon", "cordon behind a river", WITHDRAW, "defend",
)  # fmt: skip
STORMS: Final[Keys] = (*(f"assault on {fortress}" for fortress in FORTRESSES), "sortie", "depot")

POWERS: Final[Keys] = ("Austria", "France", "Great Britain", "Prussia", "Russia", "Spain", "Turkey")
DISTRICT_CONQUERED: Final = "district conquered"
DISTRICT_LOST: Final = "district lost to conquest"
DISTRICT_ATTACKED: Final = "war on a minor country, a district"
CONTROL_GAINED: Final = "control from an unstable power"
COMBAT_WON: Final = "combat won"
COMBAT_LOST: Final = "combat lost"
NAVAL_WON: Final = "naval combat won"
NAVAL_LOST: Final = "naval combat lost"
CITY_STORMED: Final = "city stormed"
CITY_LOST: Final = "city lost to a storm"
MINOR_RUN: Final = "minor country run"
BANKRUPTCY: Final = "bankruptcy"
FORCIBLE_ACCESS: Final = "forcible access"
POWER_ATTACKED: Final = "war on a major power"
ALLY_ATTACKED: Final = "war on an ally, besides"
ALLIANCE_MADE: Final = "alliance made"
ALLIANCE_BROKEN: Final = "alliance broken"
SURRENDER: Final[dict[str, str]] = {one: f"{one} surrender" for one in ("conditional", "unconditional")}
VICTORY: Final[dict[str, str]] = {one: f"{one} surrender accepted" for one in ("conditional", "unconditional")}
POLITICAL_CAUSES: Final[Keys] = (
    DISTRICT_CONQUERED, DISTRICT_LOST, DISTRICT_ATTACKED, CONTROL_GAINED, FORCIBLE_ACCESS, POWER_ATTACKED,
    ALLY_ATTACKED, COMBAT_WON, COMBAT_LOST, CITY_STORMED, CITY_LOST, NAVAL_WON,
    NAVAL_LOST, ALLIANCE_MADE, ALLIANCE_BROKEN, SURRENDER["conditional"], VICTORY["conditional"],
    SURRENDER["unconditional"], VICTORY["unconditional"], BANKRUPTCY, "manipulation, a step", MINOR_RUN,
)  # fmt: skip
SURRENDER_CHOICES: Final = "surrenders"
TERM_AMOUNTS: Final = "peace terms"
CHOSEN: Final = "terms"
ENFORCED: Final = "months"
SURRENDERS: Final[Keys] = ("conditional", "unconditional")
LETTERS: Final[Keys] = (
    "B.1", "B.2", "B.3", "B.4", "B.5", "B.6", "B.7", "C.1", "C.2", "C.3", "C.4", "C.5", "C.6", "C.7",
)  # fmt: skip
"""The terms of a peace, list by list."""
ZONES: Final[Keys] = ("Fiasco", "Instability", "Neutral", "Dominant")
"""The zones of the political status display, from the left."""
BOXES: Final = _numbers(1, 38)
SPACES: Final[Keys] = ("sea", "blockade", "port")
PHASES: Final[Keys] = (NAVAL_REINFORCEMENT_PHASE, REINFORCEMENT_PHASE, NAVAL_PHASE, LAND_PHASE)
"""The phases for which an order is printed."""


def numbers(chart: str, *axes: Keys, least: int = 0, most: int = 100, empty: bool = False) -> Lookup:
    """Return the lookup of a chart of numbers between bounds."""
    return Lookup(ChartId(chart), axes, "number", least, most, empty=empty)


def tables(chart: str, *axes: Keys, empty: bool = False) -> Lookup:
    """Return the lookup of a chart whose cells name tables of combat."""
    return Lookup(ChartId(chart), axes, "text", among=TABLES, empty=empty)


def words(chart: str, *axes: Keys, among: Keys) -> Lookup:
    """Return the lookup of a chart whose cells are some of these words."""
    return Lookup(ChartId(chart), axes, "text", among=among)


def tables_of(role: str, *, arrived: bool = False) -> str:
    """Return the key of the chart that says on which tables a role fires: its own where outflankers have arrived."""
    return f"{role} tables{' arrived' if arrived else ''}"


FIRE: Final = (
    numbers(COMBAT_LOSSES, TABLES, COMBAT_DICE),
    numbers(COMBAT_MORALE, TABLES, COMBAT_DICE),
    numbers(CASUALTY_EXCEPTIONS, most=999),
)
"""What is looked up wherever factors fire at each other."""


def pairs(case: str) -> Lookup:
    """Return the lookup of one of the special cases of pairs of chits: 1 where it holds, else 0."""
    return numbers(SPECIAL_CASES, ATTACKS, DEFENCES, (case,), most=1)
