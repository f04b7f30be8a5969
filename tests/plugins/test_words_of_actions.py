"""Every action of every installed game says in a sentence what is done, as it stands in the log."""

from __future__ import annotations

import re
from typing import Final

import pytest

from sandtable.engine import Action, Choices, Pass, Referee, SeededDice
from sandtable.engine.journal.log import read_ply
from sandtable.engine.running.common_actions import EndStep, EnterThrow
from sandtable.lab.bots import RandomBot, play_on
from sandtable.testing import install_game
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_empires.combat.chits import ChooseAttack, ChooseDefence
from sandtable_empires.model import CorpsId
from sandtable_empires.system import EMPIRES
from sandtable_twin_rivers import TWIN_RIVERS

GAMES: Final = {"twin_rivers": TWIN_RIVERS, "drill_ground": DRILL_GROUND, "empires": EMPIRES}
ROUNDS: Final = {"empires": 4}
VERBS: Final = frozenset(
    """
    agrees arrives attack attacks batters chooses come comes commits cut defends destroy draws ends fights fires forages
    gives goes grants has hold holds hunts join joins lays leaves let lifts lose loses makes march marches move names
    passes plays proposes puts raids refuses removes retreats rise shares storms surrenders takes throws tries
    """.split()  # noqa: SIM905  # a list of them would take a page
)
RULE_ID: Final = re.compile(r"\b[A-Z]{2,}-\d")


def kinds(game: str) -> list[type[Action]]:
    return [EndStep, Pass, EnterThrow, *install_game(GAMES[game]).kinds.values()]


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_has_a_sentence_of_its_own(game: str) -> None:
    mute = [one for one in kinds(game) if one.says is Action.says and one.plainly is Action.plainly]
    assert mute == []


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_what_is_done_at_random_is_told_in_sentences(game: str, seed: int) -> None:
    told = sentences(game, seed)
    assert told
    assert {text: fault for text, kind in told.items() if (fault := fault_in(text, kind))} == {}


def sentences(name: str, seed: int) -> dict[str, type[Action]]:
    """Play a game at random, with all its options or with none; return what its actions say of themselves."""
    game = install_game(GAMES[name])
    on = frozenset(game.options) if seed else frozenset[str]()
    (scenario, *_) = game.system.scenarios
    begun = game.system.start_rows(scenario)
    referee = Referee.begin(game, begun, Choices(on), source=SeededDice(seed), board=scenario.board()).open()
    play_on(referee, RandomBot(seed), rounds=ROUNDS.get(name))
    plies = [(ply, type(ply.action)) for ply in referee.journal.line() if ply.action is not None]
    entries = [(read_ply(referee.journal, ply, None, referee.game), kind) for ply, kind in plies]
    return {deed.says: kind for entry, kind in entries for deed in entry.actions}


def fault_in(text: str, kind: type[Action]) -> str:
    """Return what is wrong with a sentence, empty for a good one."""
    if not text[:1].isupper():
        return "begins with a small letter"
    if kind.stored in text:
        return "names the class"
    if re.search(r"[{}|_<>]|  |\d:\d", text) or RULE_ID.search(text):
        return "holds what is for programs"
    return "" if VERBS & set(re.findall(r"[a-z]+", text)) else "has no verb"


def test_what_is_chosen_in_secret_is_told_to_others_in_sentences() -> None:
    side = "Spain"
    for kind in kinds("empires"):
        if kind.secret:
            assert kind.secretly or kind.__subclasses__(), kind
    attack = ChooseAttack("outflank", (CorpsId("Moncey's Corps"), CorpsId("Dupont's Corps")))
    assert (
        attack.plainly(side=side)
        == "Spain plays the outflank chit; Moncey's Corps and Dupont's Corps go round the enemy"
    )
    assert ChooseDefence("defend", ()).plainly(side=side) == "Spain plays the defend chit"
