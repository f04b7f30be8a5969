"""Random campaigns on the fixture under sets of options: no factor is lost uncounted, nothing depends on the way there.

On the way plies are taken back, done again and branched off; at the end the whole journal is worked out again.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from sandtable.engine import Choices, Family, Illegal, Referee, Row, Seeded
from sandtable.engine.replay import Mismatch, verify
from sandtable.engine.state import State
from sandtable.lab.bots import RandomBot, play_on
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.model import Account, AreaId, Corps, Depot, DepotId, Garrison, Leader, Siege, Storm, besieged
from sandtable_empires.system import EMPIRES
from tests.plugins.empires.fixture import FR, SP, corps, garrison, iberia, leader
from tests.tiers import count

GAMES = count(600)
BATCHES = 6
ROUNDS = 4
FAMILY = Family(EMPIRES)
OPTIONS = tuple(FAMILY.options)


def pieces() -> Iterator[Row]:
    """Yield the forces of a small war: corps in the field and in cities, garrisons, a depot, guerillas."""
    yield corps("F I", "Bayonne", infantry=12, cavalry=2)
    yield corps("F II", "Burgos", infantry=10, militia=2)
    yield corps("F Gd", "Madrid", infantry=8, cavalry=3, guard=4, guards=True)
    yield corps("S I", "Saragossa", infantry=8, militia=4)
    yield corps("S II", "Seville", infantry=9)
    yield corps("S III", "Cadiz", infantry=5, inside=True)
    yield corps("B I", "Lisbon", infantry=8, cavalry=1)
    yield corps("P I", "Lisbon", infantry=4)
    yield garrison("Badajoz", SP, infantry=4)
    yield garrison("Saragossa", SP, militia=3, infantry=2)
    yield garrison("Barcelona", FR, infantry=5)
    yield garrison("Burgos", FR, "depot", infantry=1)
    yield Depot(DepotId("France depot Burgos"), FR, AreaId("Burgos"))
    yield Guerillas(AreaId("Toledo"), 2, 1)
    yield leader("Soult", "F II", 4, 3)
    yield leader("Castaños", "S II", 2, 2)
    yield leader("Wellington", "B I", 5, 5)


def on_the_map(referee: Referee) -> int:
    """Return all factors there are."""
    game = referee.game
    troops = sum(one.factors for kind in (Corps, Garrison) for one in game[kind])
    return troops + sum(band.factors + band.inside for band in game[Guerillas])


def conserved(referee: Referee, start: int) -> None:
    """Check what must always be true of forces, between two plies."""
    game = referee.game
    assert on_the_map(referee) == start + sum(entry.factors for entry in game[Account])
    assert all(corps.factors and not (corps.inside and corps.area is None) for corps in game[Corps] if corps.area)
    assert all(one.factors for one in game[Garrison])
    for one in game[Leader]:
        assert (one.standing == "on the map") == (one.corps is not None and game[Corps][one.corps].area is not None)


def at_rest(referee: Referee) -> None:
    """Check what must be true between two steps."""
    game = referee.game
    assert not len(game[Storm])
    for siege in game[Siege]:
        before = [one for one in game[Corps].where("area", siege.area) if one.side == siege.side and not one.inside]
        assert before, f"nobody besieges {siege.area}"
        assert not any(besieged(game, one) for one in before)


def detour(referee: Referee, rng: Random, begun: int) -> None:
    """Take plies back, and do them again or go another way."""
    before = referee.game.state.hash
    for _ in range(rng.randint(1, 8)):
        if referee.journal.head == begun:
            break
        try:
            referee.undo()
        except Illegal:
            break
    if rng.random() < 0.5:
        while referee.journal.redo_of(referee.journal.head) is not None:
            referee.redo()
        assert referee.game.state.hash == before


def play(seed: int) -> tuple[State, Referee]:
    """Play some turns with detours; every game has options of its own, the first none and the second all."""
    rng = Random(f"options and detours {seed}")
    on = frozenset(key for key in OPTIONS if seed == 1 or (seed and rng.random() < 0.5))
    referee = Referee.begin(FAMILY, [*iberia(), *pieces()], Choices(on), source=Seeded(seed))
    start, factors, bot = referee.game.state.clone(), on_the_map(referee), RandomBot(seed)
    referee.open()
    begun = referee.journal.head

    def tick(referee: Referee) -> None:
        conserved(referee, factors)
        if referee.prompt is not None and referee.prompt.purpose == "step" and referee.game.frame.depth == 1:
            at_rest(referee)

    for rounds in range(1, ROUNDS + 1):
        play_on(referee, bot, rounds=rounds, tick=tick)
        detour(referee, rng, begun)
    return start, referee


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_campaigns_lose_no_factor_and_are_the_same_when_worked_out_again(batch: int) -> None:
    for seed in range(batch, GAMES, BATCHES):
        start, referee = play(seed)
        wrong = [one for one in verify(FAMILY, start, referee.journal) if isinstance(one, Mismatch)]
        assert not wrong, f"game {seed}: {wrong[0]}"
