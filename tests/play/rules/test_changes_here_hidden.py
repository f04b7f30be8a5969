"""What other options change here tells nobody what he cannot see: positions that differ only in that give one page."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from sandtable.engine import Choices, EndStep, Referee, Row, SpaceId
from sandtable.engine.running.chance import SeededDice
from sandtable.lab.bots import RandomBot, play_on
from sandtable.play.rules.changes_here import HereSection, PositionHere
from sandtable_grande_armee.combat.sheltering import TakeShelter
from sandtable_grande_armee.model import Shelter, UnitId
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, position, unit
from tests.games.stand_still import StandStill
from tests.plugins.test_what_is_hidden import HIDDEN, begin
from tests.tiers import count

POSITIONS: Final = count(100) // 3


OPTIONS: Final = {
    "twin rivers": ("river_line", "forced_march"),
    "empires": ("proportional_land_losses", "cavalry_superiority"),
    "drill ground": ("stand_still",),
}
TITLES: Final = ["Rules", "What may be done now", "Numbers", "The next step"]


def page(referee: Referee, row: Row, on: frozenset[str]) -> list[HereSection]:
    """Return what is told under other options in a position of which one row is otherwise."""
    twin = referee.sandbox(SeededDice("hidden"))
    twin.table("what is hidden", lambda game: game.put(row))
    prompt = twin.prompt
    assert prompt is not None
    ask = prompt.open[0]
    choices = twin.game.rulebook.choices
    return PositionHere(twin, twin.game.seat_of(ask.side) or "", ask).changes(
        Choices(choices.on ^ on, choices.parameters, choices.order, choices.grants)
    )


@pytest.mark.parametrize("game", HIDDEN)
def test_pages_of_positions_that_differ_in_what_is_hidden_are_equal(game: str) -> None:
    _, _, others, rounds = HIDDEN[game]
    compared = 0
    for seed in range(POSITIONS):
        chance, referee = Random(f"here {seed}"), begin(game, seed, *((StandStill,) if game == "drill ground" else ()))
        play_on(referee, RandomBot(seed), rounds=chance.randint(1, rounds))
        if referee.prompt is None:
            continue
        side = referee.prompt.open[0].side
        secrets = [*others(referee, side, chance)]
        for secret in chance.sample(secrets, min(1, len(secrets))):
            true = referee.game[type(secret)][secret.id]
            first = page(referee, true, frozenset(OPTIONS[game]))
            assert [one.title for one in first] == TITLES
            assert "of 20 tries" in first[-1].lines[0] or "In 20 tries" in first[-1].lines[0]
            assert page(referee, secret, frozenset(OPTIONS[game])) == first, (seed, secret)
            compared += true != secret
    assert compared >= POSITIONS // 3


def decided(*, inside: bool) -> Referee:
    """Return a position in which York has gone into his fort or stays before it, in secret, and the French march."""
    fort = SpaceId("0808")
    game = position(
        unit("Ney", FRANCE, "2-5", "0805"), unit("York", PRUSSIA, "2-5", fort), unit("Depot", PRUSSIA, "depot", fort),
        unit("Kleist", PRUSSIA, "2-5", "0810"), forts={fort: PRUSSIA}, at="Prussia: movement_step",
    )  # fmt: skip
    game.play(TakeShelter(UnitId("York"), inside=inside))
    return game.until("France: movement_step", prefer=EndStep).referee


@pytest.mark.parametrize("on", [{"fort_supply_adjacent"}, {"simplified_undisruption"}, {"archduke_charles_1809_10_10"}])
def test_what_was_decided_about_a_fort_in_secret_is_not_told(on: set[str]) -> None:
    was = [decided(inside=inside) for inside in (True, False)]
    assert was[0].game[Shelter]["York"] != was[1].game[Shelter]["York"]
    pages: list[list[HereSection]] = []
    for referee in was:
        assert referee.prompt is not None
        ask = referee.prompt.open[0]
        assert ask.side == FRANCE
        seat = referee.game.seat_of(FRANCE) or ""
        pages.append(PositionHere(referee, seat, ask).changes(Choices(frozenset(on))))
    assert [one.title for one in pages[0]] == TITLES
    assert pages[0] == pages[1]
    assert "20 tries" in pages[0][-1].lines[0]
