"""The keys of the charts of the Economic Phase."""

from __future__ import annotations

from typing import Final, Literal

from sandtable_empires.charts.keys import Keys

DOMESTIC_TRADE: Final = "domestic trade"
COLONIAL_TRADE: Final = "colonial trade"
AMERICAN_TRADE: Final = "American trade"
AMERICAN_ROLL: Final = "American roll"
MAINTENANCE: Final = "maintenance"
PRICES: Final = "prices"

CORPS: Final = "corps"
FLEET: Final = "fleet"
DEPOT: Final = "depot"
SHIPS: Final[Literal["ships"]] = "ships"
KEPT: Final[Keys] = (CORPS, FLEET, DEPOT)
"""What is maintained."""
SOLD: Final[Keys] = ("militia", "infantry", "cavalry", "guard", "artillery", SHIPS)
"""What can be bought, but for depots."""
MONEY: Final = "money"
MANPOWER: Final = "manpower"
DELAY: Final = "months"
PRICE: Final[Keys] = (MONEY, MANPOWER, DELAY)
ROLLS: Final[Keys] = tuple(str(number) for number in range(1, 13))
"""A die with the powers that are denied their trade."""

BIDS: Final = "bids for uncontrolled powers"
MOST: Final[Keys] = ("most",)
UNCONTROLLED_DIE: Final = "uncontrolled power, relations"
RELATIONS: Final[Keys] = ("allied", "at war")
SYMPATHY: Final = "uncontrolled power, Great Britain"
