"""Causes: everything by which factors and money come and go has a name that players read.

A rules module that has a cause of its own declares it where it is defined: ``RANSOM = declare("ransomed", ...)``.
"""

from __future__ import annotations

from typing import Final, Literal, NewType

from msgspec import Struct

from sandtable.engine import Invalid, unknown

CauseKey = NewType("CauseKey", str)
Elsewhere = Literal["nowhere", "off the map", "captured"]
"""Where factors are that are not on the map: those in nobody's count, those that are to come, prisoners."""


class Cause(Struct, frozen=True):
    """A cause: what players read, and where factors go to, or come from, that leave or reach the map by it."""

    key: CauseKey
    title: str
    elsewhere: Elsewhere = "nowhere"


_declared: dict[str, Cause] = {}


def declare(key: str, title: str, elsewhere: Elsewhere = "nowhere") -> CauseKey:
    """Declare a cause and return its key; raises ``Invalid`` when the key means something else already."""
    cause = Cause(CauseKey(key), title, elsewhere)
    if _declared.setdefault(key, cause) != cause:
        raise Invalid(f"the cause {key!r} is declared twice: as {title!r} and as {_declared[key].title!r}")
    return cause.key


def cause(key: str) -> Cause:
    """Return a declared cause; raises ``Invalid`` naming the nearest ones when there is none of that key."""
    if key not in _declared:
        raise unknown("cause", key, _declared, "declare it with `sandtable_empires.model.declare`")
    return _declared[key]


def causes() -> tuple[Cause, ...]:
    """Return all declared causes, by key."""
    return tuple(_declared[key] for key in sorted(_declared))


REINFORCEMENTS: Final = declare("reinforcements", "Corps that come by the schedule", "off the map")
DRAFTS: Final = declare("drafts", "Drafts that corps have taken in", "off the map")
HONOURS: Final = declare("honours of war", "Garrisons that march off with the honours of war", "off the map")
SURRENDERED: Final = declare("surrendered", "Prisoners", "captured")
COMBAT: Final = declare("combat", "Lost in combat")
PURSUIT: Final = declare("pursuit", "Ridden down in pursuit")
STRAGGLERS: Final = declare("stragglers", "Stragglers on forced marches")
FORAGING: Final = declare("foraging", "Starved while foraging")
HUNGER: Final = declare("hunger", "Starved in besieged cities")
ASSAULT: Final = declare("assault", "Lost in assaults on cities")
SORTIE: Final = declare("sortie", "Lost in sorties")
HOUSE_RULES: Final = declare("house rules", "Lost by house rules")
DEPOT: Final = declare("depot", "Lost in raids on depots")
SUPPLY: Final = declare("supply", "Supply of corps")
DEPOTS: Final = declare("depots laid", "Depots laid")
INCOME: Final = declare("income", "Income of provinces")
CONQUERED: Final = declare("conquered", "Minor countries conquered, or lost to conquest")
DISBANDED: Final = declare("disbanded", "Forces of minor countries that leave the map with them")
WAR_ON_MINOR: Final = declare("war on a minor country", "Wars declared on minor countries")
POLITICS: Final = declare("politics", "Minor countries gained and lost in the Political Phase")
PEACE: Final = declare("peace", "Terms of a formal peace")
BUILT: Final = declare("ships built", "Ships built", "off the map")
CHANGED_SIDES: Final = declare("changed sides", "Forces that another side plays")
GIVEN_BACK: Final = declare("given back", "Prisoners given back", "captured")
ON_THE_WAY_HOME: Final = declare("on the way home", "Prisoners on the way home", "off the map")
