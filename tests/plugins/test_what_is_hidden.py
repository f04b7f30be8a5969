"""Random positions of all games that differ in a hidden piece alone look alike to who cannot see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from sandtable.board import of
from sandtable.engine import (
    Choices,
    GameSystem,
    InstalledGame,
    Option,
    Referee,
    Row,
    RuleModule,
    SeededDice,
    conceals,
    rule,
)
from sandtable.lab.bots import RandomBot, play_on
from sandtable.testing import leaks
from sandtable.testing.positions import with_seats
from sandtable_drill_ground import model as drill
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_empires.model import Corps
from sandtable_empires.system import EMPIRES
from sandtable_twin_rivers import TWIN_RIVERS, Unit
from tests.plugins.empires import coalitions
from tests.tiers import count

GAMES: Final = count(500)
ALIKE: Final = 2
"""So many other ways in which a hidden piece may be are looked at in a position."""
OFTEN: Final = 0.02
"""How often a position of a month among seven powers is looked at."""


class Strengths(RuleModule):
    """Nobody knows how strong the corps of others are."""

    key, game = "strengths", "empires"
    option = Option("Hidden strengths", "For the tests.", ("HOUSE-strengths",))

    @conceals(Corps)
    @rule("HOUSE-strengths")
    def unknown(self, row: Corps, viewers: frozenset[str]) -> Corps | None:
        return row if row.side in viewers or row.area is None else replace(row, infantry=1, militia=0, cavalry=0)


def other_strengths(referee: Referee, side: str, chance: Random) -> Iterator[Row]:
    """Yield the units of Twin Rivers that the enemy does not know, of other strength."""
    for unit in referee.game[Unit]:
        if unit.side != side and not unit.known:
            yield replace(unit, steps=chance.randint(1, 4))


def other_ambushes(referee: Referee, side: str, chance: Random) -> Iterator[Row]:
    """Yield the units of the drill that lie hidden: turned, weakened, in another free hex."""
    units = referee.game[drill.Unit]
    free = [hex for hex in of(referee.game).spaces() if not units.where("hexes", hex)]
    for unit in units:
        if unit.side != side and unit.hidden and len(unit.hexes) == 1:
            yield replace(unit, hexes=(chance.choice(free),), strength=chance.randint(1, unit.strength))


def other_corps(referee: Referee, side: str, chance: Random) -> Iterator[Row]:
    """Yield the corps of others, with other men in them."""
    for corps in referee.game[Corps]:
        if corps.side != side and corps.area is not None:
            yield replace(corps, infantry=chance.randint(1, max(1, corps.room[0])))


Others = Callable[[Referee, str, Random], Iterator[Row]]
HIDDEN: Final[dict[str, tuple[GameSystem, tuple[type[RuleModule], ...], Others, int]]] = {
    "twin rivers": (TWIN_RIVERS, (), other_strengths, 6),
    "drill ground": (DRILL_GROUND, (), other_ambushes, 3),
    "empires": (EMPIRES, (Strengths,), other_corps, 1),
}
"""Each game, what a house rule hides in it, what else may be hidden there, and over how many rounds it goes on."""


def lies_hidden(unit: drill.Unit) -> bool:
    """Tell whether a unit of the drill is to lie hidden: a line and a column of each side, and the Guard."""
    return unit.id.endswith(("2nd", "3rd", "Guard"))


def begin(game: str, seed: int, *more: type[RuleModule]) -> Referee:
    """Begin a game with what its house rule hides; options of ``more`` are there, but off."""
    system, house, _, _ = HIDDEN[game]
    scenario = system.scenarios[0]
    rows = system.start_rows(scenario)
    family, choices = InstalledGame(system, (*house, *more)), Choices(frozenset(module.key for module in house))
    if system is DRILL_GROUND:
        rows = [replace(row, hidden=True) if isinstance(row, drill.Unit) and lies_hidden(row) else row for row in rows]
    return Referee.begin(
        family, with_seats(tuple(rows)), choices, source=SeededDice(seed), board=scenario.board()
    ).open()


def compare(referee: Referee, others: Others, chance: Random) -> int:
    """Hold a position against others that differ in a hidden piece; return against how many."""
    if referee.prompt is None:
        return 0
    side = referee.prompt.open[0].side
    secrets = [*others(referee, side, chance)]
    drawn = chance.sample(secrets, min(ALIKE, len(secrets)))
    for secret in drawn:
        assert leaks(referee, side, secret) == [], secret
    return len(drawn)


@pytest.mark.parametrize("game", HIDDEN)
def test_nothing_tells_what_is_hidden(game: str) -> None:
    _, _, others, rounds = HIDDEN[game]
    compared = 0
    for seed in range(GAMES):
        chance, referee = Random(f"hidden {seed}"), begin(game, seed)
        play_on(referee, RandomBot(seed), rounds=chance.randint(1, rounds))
        compared += compare(referee, others, chance)
    assert compared >= GAMES // 2


def test_nothing_tells_what_is_hidden_among_seven_powers() -> None:
    """Compared within the month: who asks is at war with some, allied with others, and neutral to the rest."""
    compared = 0
    for seed in range(GAMES):
        chance = Random(f"hidden coalition {seed}")
        looked = list[int]()

        def look(referee: Referee, chance: Random = chance, looked: list[int] = looked) -> None:
            if chance.random() < OFTEN:
                looked.append(compare(referee, other_corps, chance))

        try:
            play_on(coalitions.begin(seed, Strengths), RandomBot(seed), rounds=1, tick=look)
        except Exception as error:
            error.add_note(f"coalition {seed} of {GAMES}")
            raise
        compared += sum(looked)
    assert compared >= GAMES
