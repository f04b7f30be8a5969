"""Two armies face to face, with whatever the game has: for random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, Final

from sandtable.engine import Row, SeededDice, SpaceId
from sandtable.testing import Play
from sandtable_grande_armee.model import Account, Aim, Calendar, City, CityId, Unit
from sandtable_grande_armee.testing.positions import FRANCE, PRUSSIA, leader, meadow, position, unit

if TYPE_CHECKING:
    from sandtable.board import Map

TURNS: Final = 6
GROUND: Final[dict[str, str]] = {
    "wood": "0606 0707 0905 1008 1104", "rough": "0803 0804 1206", "pass": "1003 1004", "mountain": "1002 0902",
    "water": "0511 0512 0611", "town": "0506 1307", "fort": "0808 1205",
}  # fmt: skip
RIVER: Final = "0908-1007 0909-1008 0907-1006 0906-1006"
KINDS: Final = (
    *["2-5"] * 6, *["5-4"] * 3, "18-2", "1-5", "1-5", "1-6", "1-6", "3-7", *["supply"] * 3, "depot", "depot",
)  # fmt: skip
FORTS: Final = {"0808": FRANCE, "1205": PRUSSIA}
HALVES: Final = {FRANCE: range(4, 10), PRUSSIA: range(9, 15)}


def armies(seed: int | str) -> Iterator[Row]:
    """Yield two armies in two halves of the map, which overlap, with supply, depots and leaders."""
    rng, taken = Random(f"armies {seed}"), dict[str, str]()
    for side, columns in HALVES.items():
        for at, kind in enumerate(KINDS):
            yield unit(f"{side[0]}{at + 1} {kind}", side, kind, _free(rng, taken, side, columns))
        for name in ("first", "second"):
            hexes = [hex for hex, whose in taken.items() if whose == side]
            yield from leader(f"{side[0]} {name}", side, rng.choice(hexes), rng.randint(1, 5), rng.randint(1, 5))
        yield Aim(side, losses=3, line=4)
    yield City(CityId(SpaceId("0506")), 5, FRANCE)
    yield City(CityId(SpaceId("1307")), 6, PRUSSIA)
    yield Calendar("calendar", "1806-10-08", 3, TURNS)


def _free(rng: Random, taken: dict[str, str], side: str, columns: range) -> str:
    closed = f"{GROUND['mountain']} {GROUND['water']}".split()
    while True:
        hex = f"{rng.choice(columns):02}{rng.randint(3, 10):02}"
        if hex not in closed and taken.setdefault(hex, side) == side:
            return hex


def face_to_face(seed: int | str, **given: Any) -> Play:
    """Return a game of two armies, its dice seeded."""
    return position(*armies(seed), sheet=field(), forts=FORTS, source=SeededDice(str(seed)), **given)


def field() -> Map:
    """Return the map on which they meet."""
    return meadow(RIVER, **GROUND)


def strength_of(game: Play, side: str) -> tuple[int, int]:
    """Return the strength points of a side that stand, and what its accounts say has come and gone."""
    own = sum(one.strength(game.game) for one in game.game[Unit].where("side", side))
    return own, sum(account.strength for account in game.game[Account].where("side", side))
