"""How fast bots play real campaigns: a year of the Peninsula, in memory and on disk; seven powers against it."""

from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.random_play import against_the_peninsula

from sandtable.engine import Choices, InstalledGame, Referee
from sandtable.lab.bots import RandomBot, play_on
from sandtable.library.campaigns.beginning import new_campaign
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing.peninsula import rows

FAMILY = InstalledGame(EMPIRES)
MONTHS = 12
GAMES = 6
ROUNDS = 5


def rate(first: int, folder: Path | None = None) -> float:
    """Play a year each with no option and with all of them; return the actions a second, without laying out."""
    begun, actions, seconds = list(rows()), 0, 0.0
    for seed in range(first, first + GAMES):
        choices = Choices(frozenset(FAMILY.options) if seed % 2 else frozenset())
        referee = new_campaign(
            FAMILY,
            folder and folder / f"{seed}.campaign",
            lambda choices=choices: Referee.begin(FAMILY, begun, choices),  # type: ignore[misc]
            scenario="peninsula-1808",
            title="bench",
            seed=str(seed),
            take_back="free",
        )
        start = perf_counter()
        actions += play_on(referee, RandomBot(seed), rounds=MONTHS)
        seconds += perf_counter() - start
        referee.sink.close()
    return actions / seconds


def test_random_play_of_the_peninsula(say: Callable[[str], None], tmp_path: Path) -> None:
    """The goals are 5,000 actions a second in memory, 1,000 with every ply on disk before the next."""
    rate(0)
    pairs = [(rate(GAMES * at), rate(GAMES * at, tmp_path)) for at in range(ROUNDS)]
    memory, disk = (median(rates) for rates in zip(*pairs, strict=True))
    best = max(one for one, _ in pairs)
    say(f"random play of the Peninsula: {memory:,.0f} actions/s (best {best:,.0f}), on disk {disk:,.0f}")


def test_random_play_of_seven_powers_against_the_peninsula(say: Callable[[str], None]) -> None:
    """The Grand Campaign from January to April 1805, by all phases of the month; 0.7 of the Peninsula's rate binds."""
    assert against_the_peninsula("grand-campaign-1805", 1, say, peninsula=2) >= 0.7
