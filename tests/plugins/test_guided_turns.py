"""The guides of the games that ship: each goes through a round when one does what it says, and speaks of all of it."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from sandtable.engine import InstalledGame
from sandtable.engine.running.offers import offers
from sandtable.play.begin.starts import Start
from sandtable.play.guide.page import GuidePage, guide_page
from sandtable.play.table.sitting import Wishes
from sandtable.play.table.sitting import begin as sit_down
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_empires.system import EMPIRES
from sandtable_twin_rivers import TWIN_RIVERS
from tests.cli.by_name import Typist
from tests.play.guide.guided import begin, play_guided, words

GAMES = {game.key: InstalledGame(game) for game in (EMPIRES, TWIN_RIVERS, DRILL_GROUND)}
FIGHTS = {
    "cavalry_superiority": "twice as much cavalry",
    "corps_leaders": "Several corps without a leader",
    "further_tactical_reductions": "three or four times the corps",
    "leader_casualties": "Leaders can fall",
    "overwhelming_numbers": "5 to 1 or more",
}
"""What the options of Empires add where one attacks."""


@pytest.mark.parametrize(
    ("game", "sides"),
    [
        ("empires", ("France",)),
        ("empires", ("Spain",)),
        ("empires", ()),
        ("twin_rivers", ("Blue",)),
        ("twin_rivers", ()),
        ("drill_ground", ()),
    ],
)
def test_who_does_what_the_guide_says_plays_a_round(game: str, sides: tuple[str, ...]) -> None:
    pages = play_guided(begin(GAMES[game]), *sides)
    assert pages
    for says in words(pages):
        assert re.match(r"[A-Z0-9].*[.!?]$", says, re.DOTALL), says
        assert "{" not in says
        assert "  " not in says


def test_a_first_month_of_france_is_taught_from_its_place_in_the_order_to_the_siege() -> None:
    pages = play_guided(begin(GAMES["empires"]), "France")
    titles = list(dict.fromkeys(page.title for page in pages))
    assert titles[:6] == ["Who moves first", "Depots", "Land movement", "Supply", "Land combat", "How to fight"]
    march = next(page for page in pages if page.title == "Land movement")
    assert march.heading == "Land movement (step 3 of 6)"
    assert "BASE-7.5-must-attack" in dict(march.rules)
    assert march.suggestion is not None
    assert march.suggestion.typed == "Detach > Junot's Corps > city > infantry > 1"
    fight = next(page for page in pages if page.title == "How to fight")
    assert fight.heading == "How to fight (step 5 of 6, Land combat)"


def test_a_first_month_of_spain_ends_with_guerillas() -> None:
    titles = [page.title for page in play_guided(begin(GAMES["empires"]), "Spain")]
    assert titles[-1] == "Guerillas rise"


@pytest.mark.parametrize("option", FIGHTS)
def test_an_option_that_is_on_is_taught_and_no_other(option: str) -> None:
    pages = play_guided(begin(GAMES["empires"], on=(option,)), "France")
    told = next(" ".join(page.notes) for page in pages if page.title == "Land combat")
    assert [key for key, says in FIGHTS.items() if says in told] == [option]


@pytest.mark.parametrize("on", [(), ("forced_march",), ("river_line",), ("forced_march", "river_line")])
def test_twin_rivers_tells_its_options(on: tuple[str, ...]) -> None:
    first = play_guided(begin(GAMES["twin_rivers"], on=on), "Blue")[0]
    told = {"forced_march": "a second time", "river_line": "on a bridge"}
    assert [key for key, says in told.items() if says in " ".join(first.notes)] == list(on)


@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_introduced_by_the_game_itself(game: str) -> None:
    """Whatever is played, with every option on, no page is made up for want of words."""
    family = GAMES[game]
    for seed in range(3):
        unsaid = {title for title, taught in _asked_at_random(family, seed) if not taught}
        assert unsaid == set()


def _asked_at_random(family: InstalledGame, seed: int) -> Iterator[tuple[str, bool]]:
    from sandtable.present import presentation

    referee, chance = begin(family, on=tuple(family.options), seed=str(seed)), Random(seed)
    for _ in range(250):
        if referee.prompt is None:
            return
        ask = referee.prompt.open[0]
        view = referee.view(ask.side)
        titled = any(lesson.title for lesson in presentation.guidance(view, ask))
        yield f"{ask.why}: {', '.join(kind.label() for kind in ask.kinds)}", titled
        action = chance.choice(offers(view, ask)).sample(chance)
        assert action is not None
        referee.play(action, ask.side)


def test_nothing_that_the_rules_refuse_is_recommended() -> None:
    referee = begin(GAMES["empires"])
    assert referee.prompt is not None
    ask = referee.prompt.open[0]
    page: GuidePage = guide_page(referee.view(ask.side), ask)
    assert page.suggestion is not None
    assert referee.game.allows(page.suggestion.action, ask)


def test_where_there_is_no_choice_no_reason_is_given_for_it() -> None:
    pages = play_guided(begin(GAMES["empires"]), "France")
    order = pages[0].suggestion
    assert order is not None
    assert order.because != "There is no other choice."
    losses = [page.suggestion for page in pages if page.title == "Losses"]
    assert losses
    assert {one.because for one in losses if one is not None} == {"There is no other choice."}  # infantry alone is left


# -- at the terminal


@pytest.mark.parametrize(
    ("game", "bots"), [("empires", ("Spain", "Great Britain")), ("twin_rivers", ()), ("drill_ground", ())]
)
def test_what_the_guide_says_can_be_typed(game: str, bots: tuple[str, ...], tmp_path: Path) -> None:
    family = GAMES[game]
    start = Start(family, family.system.scenarios[0])
    sitting = sit_down(start, Wishes(seed="7", bots=bots), tmp_path / "g.campaign")
    table = Typist(sitting)
    said = "\n".join(table.type("guide"))
    assert "You play" in said
    for _ in range(80):
        if any("Type guide for another turn" in line for line in table.heard):
            break
        told = [line for line in table.heard if line.startswith("  type: ")]
        table.type(told[-1].removeprefix("  type: "))
    assert any("you have played a whole turn" in line for line in table.heard)
    told_again = sum(line.startswith("Guide · Depots") for line in table.heard)
    assert told_again == (game == "empires")  # what stays the same is said once, however many depots are laid
    table.type("guide")
    assert "The guide is off; type guide to bring it back." in table.type("guide off")
    sitting.referee.sink.close()


def test_the_guide_is_silent_while_all_of_a_list_do_it_one_after_the_other(tmp_path: Path) -> None:
    """Between them it would recommend what is under way."""
    family = GAMES["empires"]
    start = Start(family, family.system.scenarios[0])
    sitting = sit_down(start, Wishes(seed="7"), tmp_path / "g.campaign")
    table = Typist(sitting)
    for line in ("guide", "Turn order > 1", "end", "end"):
        table.type(line)
    heard = table.type("Forage > all")
    assert sum(" forages" in line and line.startswith("France: ") for line in heard) == 6
    assert not [line for line in heard if line.startswith("You might: ") and " forages" in line]
    sitting.referee.sink.close()
