"""The promise, played: with any one rule out of force a game of the shelf goes on, and leaves nothing lying about.

`pytest -k EIA-10.1.1-morale` tries one rule; the nightly tier tries all.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from sandtable.engine import Board, Choices, Game, Referee, Row, SeededDice
from sandtable.engine.state.rows import AgendaItem
from sandtable.lab.bots import RandomBot, play_on
from sandtable_empires.charts import campaign_charts
from sandtable_empires.irregulars.bands import EngagedGuerillas
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import (
    NAVAL_BATTLE_ROWS,
    Aboard,
    Battle,
    CorpsId,
    Engaged,
    FleetId,
    Force,
    Present,
    Storm,
)
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.naval import NAVAL
from sandtable_empires.testing import (
    FR,
    GB,
    SP,
    alliance,
    corps,
    depot,
    europe,
    fleet,
    garrison,
    guerillas,
    iberia,
    laid_out,
    leader,
    siege,
    war,
)
from sandtable_empires.testing.iberia import PORTUGAL
from sandtable_grande_armee.testing import armies
from sandtable_grande_armee.testing import positions as units
from tests.plugins.every_rule import EveryRule, superseding_key
from tests.plugins.grande_armee.books import FIGHTS as FIGHTS_ON_HEXES
from tests.plugins.test_every_rule import every_rule
from tests.tiers import TIER, count

FIGHTS: Final[tuple[type[Row], ...]] = (
    Battle, Force, Engaged, Present, EngagedGuerillas, Storm, AgendaItem, *NAVAL_BATTLE_ROWS, *FIGHTS_ON_HEXES,
)  # fmt: skip
"""What is gone between two steps of a turn."""
GAMES: Final = 3 if TIER == "normal" else 12
MOST: Final = 1_500
"""Actions of a game: some 150 are usual."""
ONCE_STUCK: Final = frozenset({
    "BASE-6.3-attack-once",
    "BASE-5.2-waits", "BASE-7.3-detach-who", "BASE-7.4-gone", "BASE-7.5-nobody-left", "BASE-7.5-siege-over",
    "BASE-7.5-siege-whom", "BASE-7.5.2-chits", "BASE-7.5.2-dice", "BASE-7.5.2-factors-fire",
    "BASE-7.5.2-outflank-arrival", "BASE-7.5.2-three-rounds", "BASE-7.5.3-one-table", "BASE-10.1.1-attack-alone",
    "BASE-12.7-recovered", "EIA-12.3.4-must-break-enemy",
})  # fmt: skip
"""Rules without which play has come to a stop before: they are always tried."""


def melee() -> Iterator[Row]:
    """Yield forces of which most have an enemy before them: in the field, before cities and in them, at depots."""
    yield corps("F I", FR, "Madrid", infantry=9, cavalry=2)
    yield corps("F II", FR, "Madrid", infantry=7, militia=2)
    yield corps("F III", FR, "Burgos", infantry=6, cavalry=1)
    yield corps("F IV", FR, "Badajoz", infantry=10, cavalry=1)
    yield corps("F Gd", FR, "Saragossa", infantry=6, cavalry=2, guard=4, guards=True)
    yield corps("F V", FR, None, infantry=3)
    yield corps("S I", SP, "Madrid", infantry=8, militia=4)
    yield corps("S II", SP, "Toledo", infantry=7)
    yield corps("S III", SP, "Cadiz", infantry=5, inside=True)
    yield corps("S IV", SP, "Madrid", infantry=6, cavalry=1)
    yield corps("S V", SP, "Burgos", infantry=4)
    yield corps("B I", GB, "Burgos", infantry=6, cavalry=1)
    yield corps("B II", GB, "Lisbon", infantry=6)
    yield corps("P I", PORTUGAL, "Lisbon", infantry=4)
    yield garrison(SP, "Badajoz", infantry=4)
    yield garrison(SP, "Saragossa", militia=3, infantry=2)
    yield garrison(GB, "Saragossa", infantry=2)
    yield garrison(FR, "Barcelona", infantry=5)
    yield garrison(FR, "Burgos", "depot", infantry=1)
    yield from (depot(FR, "Burgos"), depot(SP, "Toledo"), depot(GB, "Lisbon"))
    yield from (siege(FR, "Saragossa", breached=True), siege(FR, "Badajoz"))
    yield from (guerillas("Toledo", 2), guerillas("Valladolid", 2))
    yield leader("Soult", FR, "F II", 4, 3)
    yield leader("Ney", FR, "F I", 3, 4)
    yield leader("Castaños", SP, "S II", 2, 2)
    yield leader("Palafox", SP, "S I", 2, 2)
    yield leader("Wellington", GB, "B I", 5, 5)
    yield leader("Moore", GB, "B II", 5, 5)


def at_sea() -> Iterator[Row]:
    """Yield fleets that blockade and are blockaded, with corps to carry and a harbour with guns."""
    yield from (*war(FR, GB), *war(GB, SP), *alliance(FR, SP))
    yield from (fleet("F 1", FR, "Brest", 12), fleet("F 2", FR, "Brest", 5), fleet("S 1", SP, "Cadiz", 9))
    yield from (fleet("F 3", FR, "western-approaches", 8, "sea"), fleet("GB 2", GB, "western-approaches", 9, "sea"))
    yield from (fleet("GB 1", GB, "Brest", 20, "blockade"), fleet("GB 4", GB, "Cadiz", 6, "blockade"))
    yield from (fleet("GB 3", GB, "Portsmouth", 9), garrison(FR, "Brest", infantry=2))
    yield from (corps("F I", FR, "Brest", infantry=5), corps("GB I", GB, "Portsmouth", infantry=6))
    yield from (corps("GB II", GB, None, infantry=3), Aboard(CorpsId("GB II"), FleetId("GB 2")))


def is_of_the_sea(id: str) -> bool:
    """Tell whether a rule is one of the Naval Phase, which only a campaign of all phases has."""
    keys = {module.key for module in NAVAL}
    return any(one.where.partition(".")[0] in keys for one in every_rule("empires").rules[id])


def rules() -> Iterator[tuple[str, str]]:
    """Go through the rules that are tried: in the usual tier those that once were stuck, and some more."""
    for game in ("twin_rivers", "empires", "grande_armee"):
        ids = sorted(every_rule(game).rules)
        some = set(Random(f"without {len(ids)}").sample(ids, count(len(ids)))) | ONCE_STUCK
        yield from ((game, id) for id in ids if id in some)


def options(here: EveryRule, id: str, rng: Random) -> frozenset[str]:
    """Return the house rule, what its rule needs, and about half of what goes with these."""
    on = here.needed(id) | {superseding_key(id)}
    for option in here.game.options:
        if rng.random() < 0.5 and not here.installed.problems(Choices(on | {option})):
            on |= {option}
    return frozenset(on)


def begun(game: str, id: str, on: frozenset[str], seed: int) -> Referee:
    """Begin a game: armies face to face, in Empires in Iberia or fleets at sea, and the campaign as it ships."""
    here = every_rule(game)
    board: Board | None = None
    grants: frozenset[str] = frozenset()
    if game == "empires" and is_of_the_sea(id):
        ground = {(type(row), row.id): row for row in europe()}
        rows = list(
            (ground | {(type(row), row.id): row for row in (*campaign_charts(), *laid_out(*at_sea()))}).values()
        )
        board, grants = europe_1805(), frozenset({CAMPAIGN})
    elif game == "empires" and seed:
        rows = [*iberia(), *laid_out(*melee(), land=iberia)]
    elif game == "grande_armee" and seed:
        rows, board = units.laid_out(*armies.armies(seed), forts=armies.FORTS), armies.field()
    else:
        (scenario, *_) = here.game.system.scenarios
        rows, board = here.game.system.start_rows(scenario), scenario.board()
    chosen = Choices(on, grants=grants)
    return Referee.begin(here.installed, rows, chosen, source=SeededDice(seed), board=board).open()


def nothing_lies_about(referee: Referee) -> None:
    """Check that no fight goes on between two steps of a turn."""
    game: Game = referee.game
    if referee.prompt is not None and referee.prompt.purpose == "step" and len(referee.game.frames) == 1:
        assert [kind.__name__ for kind in FIGHTS if kind in game.state.tables and len(game[kind])] == []


@pytest.mark.parametrize(("game", "id"), [pytest.param(*one, id=":".join(one)) for one in rules()])
def test_play_goes_on_without_it(game: str, id: str) -> None:
    here = every_rule(game)
    if here.objections(id, superseding_key(id)):  # refused in words: see test_every_rule.py
        return
    for seed in range(GAMES):
        on = options(here, id, Random(f"{id} {seed}"))
        play_on(begun(game, id, on, seed), RandomBot(seed), rounds=1 + (seed > 0), most=MOST, tick=nothing_lies_about)
