"""What a house rule made by form takes beside the same in Python, per query."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

import pytest
from tests.plugins.test_rules_by_form import by_form, in_python

from sandtable.engine import Ask, Choices, InstalledGame, Referee, SeededDice
from sandtable.lab.bots import RandomBot
from sandtable_twin_rivers import BLUE, RED, SIDES, AreaId, March, TwinRiversHooks, UnitId, start

ROUNDS, TIMES = 21, 2000


def running(family: InstalledGame, key: str) -> Referee:
    return Referee.begin(family, start(), Choices(frozenset({key})), source=SeededDice("1")).open()


def into_battle(referee: Referee) -> Referee:
    """Play on to the first decision inside a battle: outside of one nobody fires."""
    bot = RandomBot(0)
    while referee.game.frame.owner is None:
        assert referee.prompt is not None
        ask = referee.prompt.open[0]
        action = bot.answer(referee, ask)
        assert action is not None
        referee.play(action, ask.side)
    return referee


def query(family: InstalledGame, key: str) -> Callable[[], object]:
    """Return what asks the rule's own question: of marches from and to bridges, or of the fire of both sides."""
    referee = running(family, key)
    game = referee.game
    if key == "cold_steel":
        area = AreaId(into_battle(referee).game.frame.subject)
        fire = game.hooks(TwinRiversHooks).fire_parts
        return lambda: [fire(game, area, BLUE), fire(game, area, RED)]
    acts = [March(UnitId("Blue 1"), AreaId("Cobham")), March(UnitId("Blue 2"), AreaId("Aldbridge"))]
    ask = Ask(SIDES[0], (March,))
    rule = {"garrison": "HOUSE-garrison", "wide_bridges": "TR-2-stacking"}[key]
    voices = [one for one in game.rulebook.listeners("refuses", March) if rule in one.function.citation.ids]
    assert len(voices) == 1
    call = voices[0].call

    def asked() -> object:
        with game.gate:
            return [call(game, act, ask) for act in acts]

    return asked


def seconds(asked: Callable[[], object]) -> float:
    begun = perf_counter()
    for _ in range(TIMES):
        asked()
    return perf_counter() - begun


@pytest.mark.parametrize("key", ["garrison", "wide_bridges", "cold_steel"])
def test_a_rule_by_form_takes_as_long_as_the_same_in_python(key: str, say: Callable[[str], None]) -> None:
    """The figure is 1.3."""
    form, python = query(by_form(), key), query(in_python(), key)
    assert repr(form()) == repr(python())
    assert key != "cold_steel" or "HOUSE-cold-steel" in repr(form())
    pairs = [(seconds(form), seconds(python)) for _ in range(ROUNDS)]
    ratio = median(one / other for one, other in pairs)
    each = median(one for one, _ in pairs) / TIMES * 1e6
    say(f"{key}: {each:.2f} µs a query by form, ratio to Python {ratio:.2f}")
    assert ratio <= 1.3
