"""Two armies moved at random: what holds after every act, and that it can all be taken back and replayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from sandtable.engine import Game, Row, SeededDice, SideId, SpaceId
from sandtable.lab.bots import RandomBot, play_on
from sandtable_grande_armee.model import Account, Arrival, Formation, Purse, Unit, UnitId
from sandtable_grande_armee.movement.purses import allowance
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, leader, meadow, position, unit
from tests.tiers import count

if TYPE_CHECKING:
    from sandtable.engine import Referee

SHEET = meadow(
    "0706-0805 0807-0808 1006-1106", wood="0808 0909 0910", rough="0704 0705", mountain="0901 0902 1001",
    **{"pass": "0903 1002"},
)  # fmt: skip
ROUNDS = 4


def army(side: SideId, column: int) -> Iterator[Row]:
    """Yield divisions, a corps, an army, cavalry, leaders, supply, and a corps that arrives in turn 2."""
    columns = [f"{column + n:02d}" for n in range(4)]
    for n in range(6):
        yield unit(f"{side} division {n + 1}", side, "2-5", f"{columns[n % 4]}{4 + n:02d}")
    yield unit(f"{side} corps", side, "5-4", f"{columns[1]}08")
    yield unit(f"{side} army", side, "18-2", f"{columns[0]}07")
    yield unit(f"{side} brigade", side, "1-6", f"{columns[3]}06")
    yield unit(f"{side} horse", side, "3-7", f"{columns[2]}06")
    yield from leader(f"{side} leader", side, f"{columns[1]}08")
    yield from leader(f"{side} marshal", side, f"{columns[0]}07")
    yield unit(f"{side} depot", side, "depot", f"{columns[0]}08")
    yield unit(f"{side} wagons", side, "supply", f"{columns[1]}07")
    yield unit(f"{side} reserve", side, "5-4", None)
    yield Arrival(UnitId(f"{side} reserve"), 2, SpaceId(f"{columns[0]}10"))


def standing(game: Game) -> Counter[str]:
    """Return the strength points of each side on the map."""
    found = Counter[str]()
    for one in game[Unit]:
        found[one.side] += one.strength(game) if one.hex is not None else 0
    return found


def within_its_points(game: Game, purse: Purse) -> bool:
    """Tell whether a unit has spent and has left no more than it can have."""
    kind = game[Unit][purse.id].kind
    if purse.left + purse.spent <= allowance(game, kind, purse.force).whole():
        return True
    return purse.id in game[Formation] and purse.left <= allowance(game, kind, "none").whole()


@pytest.mark.parametrize("seed", range(count(500)))
def test_strength_balances_by_cause_and_nobody_goes_beyond_his_points(seed: int) -> None:
    on = ["simplified_undisruption"] if seed % 2 else []
    game = position(*army(FRANCE, 6), *army(PRUSSIA, 10), sheet=SHEET, source=SeededDice(seed), on=on)
    began = standing(game.game)

    def tick(referee: Referee) -> None:
        now = referee.game
        entered = Counter({side: sum(one.strength for one in now[Account].where("side", side)) for side in began})
        assert {side: began[side] + entered[side] for side in began} == {side: standing(now)[side] for side in began}
        beyond = [(purse, now[Unit][purse.id].kind) for purse in now[Purse] if not within_its_points(now, purse)]
        assert beyond == []

    play_on(game.referee, RandomBot(seed), rounds=ROUNDS, tick=tick)
    if seed % 5 == 0:
        game.prove()
