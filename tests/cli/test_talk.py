"""How a conversation at the terminal reads: what is shown when, and what may be typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.cli.talk.lines import StyledLine
from sandtable.cli.talk.reading import screen_of
from sandtable.cli.talk.typed_way import TypedWay
from sandtable.engine import InstalledGame
from sandtable.engine.errors import Invalid
from sandtable.library.campaigns.opening import open_campaign
from sandtable.play.begin.starts import Start
from sandtable.play.table import going_back
from sandtable.play.table.sitting import Wishes, begin
from sandtable.play.turn.entries import BareValues, ListEntry
from sandtable.play.turn.entries.entry import BARE
from tests.cli.by_name import Typist
from tests.games.fords import FORDS
from tests.games.plain_ways import plain_ways
from tests.games.sides import COLOURS, RED

ORDERS = ("Order > hold > 1", "Order > hold > 0")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Typist]:
    """Sit down at The Fords: one seat for both sides."""
    family = InstalledGame(FORDS)
    sitting = begin(Start(family, family.system.scenarios[0]), Wishes(seed="1", seats="one"), tmp_path / "t.campaign")
    yield Typist(sitting)
    sitting.referee.sink.close()


def at_march(table: Typist) -> Typist:
    for line in ORDERS:
        table.type(line)
    return table


# -- what is shown


def test_the_situation_is_shown_when_the_side_is_another_and_on_look(table: Typist) -> None:
    said = "\n".join(at_march(table).heard)
    assert said.count("Aldbrook") == 1  # at the beginning; that Blue begins to play changes nothing
    assert not any(line.startswith("Aldbrook") for line in table.type("Levy > Blue 1 > 1"))
    assert any(line.startswith("Aldbrook") for line in table.type("look"))
    table.type("end")
    assert any(line.startswith("Aldbrook") for line in table.heard[-20:])  # Red plays now


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (",", "',' is neither an offer nor a command; type a number, or help"),
        (">", "'>' is neither an offer nor a command; type a number, or help"),
        (" > , ", "'> ,' is neither an offer nor a command; type a number, or help"),
        ("?>", "there is no action > in the list; type ? and a number from it"),
        ("...", "'...' is neither an offer nor a command; type a number, or help"),
        ("²", "'²' is neither an offer nor a command; type a number, or help"),
        ("9" * 5000, "is neither an offer nor a command; type a number, or help"),
        ("goto ²", "name a ply by its number, as in goto 12"),
        ("log ²", "nothing in the log contains '²'"),
        ("look ²", "name a ply by its number, as in look 12; log shows the numbers"),
        ("look 999", "ply 999 is not on the way to the present position: it can be any from 1 to 3"),
        ("recap Madrid", "name a ply by its number"),
        ("odds ²", "nothing is being fought out here"),
        ("story", "there is no story yet: nothing has been fought out"),
        ("luck", "no dice have been thrown yet that you may see"),
        ("Levy > Blue 1 > ²", "'²' is not a whole number; type one, 1 to 6"),
        ("Feed > Blue 1=²", "Blue 1=² is not a share"),
        ('options on "mud', 'options on "mud: a quotation mark is opened but not closed; close it, or leave it out'),
    ],
)
def test_nonsense_is_told(table: Typist, line: str, says: str) -> None:
    """With a sentence; nothing is done, and the talk goes on."""
    plies = at_march(table).talk.referee.journal.serial
    with pytest.raises(AssertionError, match=re.escape(says)):
        table.type(line)
    assert table.talk.referee.journal.serial == plies
    table.type("Rest > Blue 1")
    assert table.talk.referee.journal.serial == plies + 1


def test_the_same_offers_are_not_listed_twice(table: Typist) -> None:
    said = at_march(table).type("Rest > Blue 1")
    assert not any("Proclaim" in line for line in said)
    assert any("Proclaim" in line for line in table.type(""))
    assert any(
        "not possible now: " in line and "Levy" in line for line in table.type("Levy > Blue 2 > 1")
    )  # there are others now


def test_where_one_thing_can_be_done_its_values_are_asked_for(table: Typist) -> None:
    said = table.heard
    assert "Order, plan:" in said
    assert "  1  attack" in said
    table.type("feint")
    assert table.talk.filling
    table.type("2")
    assert not table.talk.filling


def test_undo_names_what_it_took_back(table: Typist) -> None:
    at_march(table).type("Rest > Blue 1")
    assert "Undone: Rest Blue 1" in table.type("undo")


def test_the_log_goes_by_round_and_step(table: Typist) -> None:
    at_march(table).type("Rest > Blue 1")
    said = table.type("log 3")
    assert [line for line in said if not line.startswith(" ")][:2] == ["Round 1 · Orders", "Round 1 · March · Blue"]


def test_odds_are_told_in_a_battle_only(table: Typist) -> None:
    at_march(table)
    with pytest.raises(AssertionError, match="nothing is being fought out here"):
        table.type("odds")
    for line in ("March > Blue 1 > Cranmere", "end", "March > Red 1 > Cranmere", "end"):
        table.type(line)
    said = table.type("odds cran 30")
    assert said[0] == "Battle of cranmere: the odds, as Blue may know them"
    assert said[-1] == "  Played out 30 times, each choice 10 times; all other choices, of both sides, at random."


# -- what may be typed


@pytest.mark.parametrize(
    "line",
    [
        "March > Blue 1 > Cranmere",
        "march, blue 1, cranmere",
        "March > Blue 1 > via Birchley > Cranmere",
        "  march >blue 1>  CRANMERE ",
    ],
)
def test_a_march_is_told_by_its_goal(table: Typist, line: str) -> None:
    assert any("March Blue 1" in said and said.endswith("cranmere") for said in at_march(table).type(line))


def test_a_way_shows_its_goals_with_what_leads_there(table: Typist) -> None:
    at_march(table).type("March")
    said = table.type("Blue 1") if table.talk.filling else table.heard
    assert any("via and a name to go there first" in line for line in said)


def test_the_cheapest_way_to_each_goal_is_taken() -> None:
    roads = {"z": "ab", "a": "c", "b": "d", "c": "e", "d": "e", "e": ""}
    price = {"a": 1, "b": 2, "c": 4, "d": 1, "e": 1}
    ways = plain_ways("z", roads.__getitem__, 9, price.__getitem__)
    typed = TypedWay(ways, BARE)
    assert typed.read("e").value == ("b", "d", "e")
    assert "e  4 points  via b, d" in "\n".join(line.text for line in typed.show())
    typed.read("via a")
    assert typed.read("e").value == ("a", "c", "e")
    assert typed.read("y").wrong == "no way leads to 'y': type a name or a number from the list"


def test_where_names_are_numbers_many_goals_have_no_others() -> None:
    """Of what is shown with a number, that number may be typed; here it would be the beginning of a name."""
    beside = {"0000": [f"{n:02}11" for n in range(1, 15)]}
    ways = plain_ways("0000", lambda here: beside.get(here, []), 9, dict.fromkeys(beside["0000"], 2).__getitem__)
    typed = TypedWay(ways, BARE)
    assert next(line.text for line in typed.show()) == f"  2 points: {', '.join(beside['0000'])}"
    assert typed.read("0311").value == ("0311",)
    assert typed.read("77").wrong == "no way leads to '77': type a name from the list"


class NotAOrC(BareValues):
    """Two of the values are not possible now."""

    def is_possible(self, value: object) -> bool:
        return value not in ("a", "c")


def test_what_is_possible_comes_first_and_what_is_not_is_named() -> None:
    listed = screen_of(ListEntry("abcd", NotAOrC()))
    assert [line.text for line in listed.show()] == ["  1  b", "  2  d", "  not possible now: a, c (? says why)"]
    assert listed.read("2").value == "d"
    assert listed.read("3").value == "a"  # it has a number too, for its reasons


def test_whole_numbers_stand_in_one_line() -> None:
    assert [line.text for line in screen_of(ListEntry([1, 2, 3])).show()] == ["  1, 2, 3"]


# -- a copy, and what happens to the file meanwhile


def test_save_says_where_it_is_kept_and_writes_a_copy_elsewhere(table: Typist, tmp_path: Path) -> None:
    assert table.type("save") == [f"{tmp_path / 't.campaign'}: 1 ply, now at ply 1; each was saved when it was made"]
    assert f"a copy is in {tmp_path / 'copy.campaign'}" in at_march(table).type(f"save {tmp_path / 'copy.campaign'}")
    copied = open_campaign(table.talk.referee.family, tmp_path / "copy.campaign", reading=True)
    assert copied.referee.game.state.hash == table.talk.game.state.hash


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("t.campaign", "t.campaign already exists: choose another name"),
        (".", "already exists: choose another name"),
        ("nowhere/x.campaign", "there is no folder"),
        ("n" * 300, "its name is too long"),
    ],
)
def test_a_copy_takes_no_place_that_is_taken_or_not_there(
    table: Typist, tmp_path: Path, target: str, says: str
) -> None:
    before = (tmp_path / "t.campaign").read_bytes()
    with pytest.raises(AssertionError, match=re.escape(says)):
        table.type(f"save {tmp_path / target}")
    assert (tmp_path / "t.campaign").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.campaign", "t.campaign-wal"]


def test_with_the_file_gone_save_says_so_and_a_copy_has_all_of_it(table: Typist, tmp_path: Path) -> None:
    at_march(table)
    (tmp_path / "t.campaign").unlink()
    with pytest.raises(AssertionError, match=r"was moved, removed or replaced .* save a copy elsewhere \(`save FILE`"):
        table.type("save")
    with pytest.raises(AssertionError, match=r"save a copy elsewhere"):
        table.type("Rest > Blue 1")
    table.type(f"save {tmp_path / 'copy.campaign'}")
    copied = open_campaign(table.talk.referee.family, tmp_path / "copy.campaign", reading=True)
    assert copied.referee.game.state.hash == table.talk.game.state.hash
    with pytest.raises(Invalid, match=r"the whole campaign is in .*t-rescued\.campaign, go on with that"):
        table.talk.sitting.referee.sink.close()


def test_a_log_that_vanishes_is_told_at_the_next_thing_that_is_done(table: Typist, tmp_path: Path) -> None:
    at_march(table)
    (tmp_path / "t.campaign-wal").unlink()
    said = " ".join(table.type("Rest > Blue 1"))
    assert "t.campaign-wal, which holds the last changes of" in said
    assert "nothing is lost" in said
    assert "nothing is lost" not in " ".join(table.type("undo"))


# -- looking back


def test_a_recap_tells_what_the_others_did_and_whose_pieces_have_moved(table: Typist) -> None:
    table = at_march(table)
    table.type("March > Blue 1 > Birchley")
    head = table.talk.referee.journal.head
    said = table.type(f"recap {head - 1}")
    assert said[0] == f"Since ply {head - 1}:"
    deeds = [line for line in said if line.startswith("  Blue: ")]
    assert len(deeds) == 1
    assert "birchley" in deeds[0].casefold()
    assert said[said.index("Pieces that have moved, come or gone:") + 1] == "  Blue 1: Aldbrook – Birchley"
    assert table.type("recap") == ["Nothing has happened since your last move."]


def test_a_look_back_shows_the_position_of_then_and_goes_nowhere(table: Typist) -> None:
    table = at_march(table)
    before = table.talk.referee.journal.head
    table.type("March > Blue 1 > Birchley")
    now = table.talk.referee.journal.head
    then, today = table.type(f"look {before}"), table.type(f"look {now}")
    assert "Blue 1" in next(line for line in then if line.startswith("Aldbrook"))
    assert "Blue 1" in next(line for line in today if line.startswith("Birchley"))
    assert then[-1] == f"The game stays at ply {now}; goto {before} would go back there."
    assert table.talk.referee.journal.head == now


def test_what_is_counted_is_a_table_with_a_column_for_each_side(table: Typist) -> None:
    said = at_march(table).type("counts")
    at = said.index("Corps")
    assert said[at + 1].split() == ["Blue", "Red"]
    assert said[at + 2].split()[-2:] == ["3", "3"]


# -- taking back


@pytest.fixture
def against_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Typist]:
    """Play Blue against a bot, at a table where two of its answers are many."""
    monkeypatch.setattr(going_back, "MANY_OF_BOTS", 2)
    family = InstalledGame(FORDS)
    wishes = Wishes(seed="3", seats="Anna=Blue,bots=Red", bots=("Red",))
    sitting = begin(Start(family, family.system.scenarios[0]), wishes, tmp_path / "t.campaign")
    yield Typist(sitting)
    sitting.referee.sink.close()


def test_an_undo_that_takes_many_answers_of_bots_along_asks_first(against_bot: Typist) -> None:
    table = against_bot
    table.type(ORDERS[0])
    table.type("end")
    journal = table.talk.referee.journal
    head = journal.head
    said = table.type("undo")
    assert any(re.fullmatch(r"\d+ answers given by bots since then are undone with it\..*", line) for line in said)
    assert journal.head == head
    assert table.type("no")[0] == "Nothing was undone."
    assert journal.head == head
    table.type("undo")
    assert any(line.startswith("Undone: ") for line in table.type("yes"))
    assert journal.head < head


def test_steps_without_anything_to_do_are_told_and_ended_with_one_word(table: Typist) -> None:
    table = at_march(table)
    journal = table.talk.referee.journal
    head = journal.head
    told = table.type("pass all")
    assert any(re.fullmatch(r"  Blue, March \(not done: .*March.*\)", line) for line in told)
    assert "  Then Round 2 begins" in told
    table.type("no")
    assert journal.head == head
    table.type("pass all")
    assert any(line.startswith("Passed: Blue: March; Red: March") for line in table.type("yes"))
    assert table.talk.game.round == 2
    assert any(re.fullmatch(r"Undone: Blue ends the step \(and \d more with it\)", line) for line in table.type("undo"))
    assert journal.head == head


def test_nothing_is_passed_where_something_must_be_done(table: Typist) -> None:
    with pytest.raises(AssertionError, match="nothing can be passed: Blue is asked: write your orders"):
        table.type("pass all")


# -- putting right


def test_a_correction_is_shown_before_it_is_proposed_and_voted_on(table: Typist) -> None:
    table = at_march(table)
    assert any(line.startswith("  Corps: Blue 1, Blue 2, Blue 3") for line in table.type("correct"))
    assert "  strength = 8" in table.type("correct Blue 1")
    before = table.talk.game.state.hash
    told = table.type("correct Blue 1: strength = 5")
    assert "  Strength: 8 → 5" in told
    assert any(line.startswith("  On the map: Blue 1") for line in told)
    table.type("no")
    assert table.talk.game.state.hash == before
    table.type("correct Blue 1: strength = 5")
    said = table.type("yes")
    assert any("strength corrected to 5" in line for line in said), "what it was is not for all to know"
    table.type("undo")
    assert table.talk.game.state.hash == before


# -- who is asked


def test_the_line_of_the_place_names_who_is_asked_and_the_question_has_the_colour_of_the_side(table: Typist) -> None:
    table.type(ORDERS[0])
    assert next(line for line in reversed(table.heard) if " · " in line) == "Round 1 · Orders · Red"
    asked = "Red: write your orders (FOR-1-orders), sealed until all have answered"
    assert StyledLine(asked, "prompt", COLOURS[RED]) in table.lines


def test_an_action_has_the_same_number_when_another_is_not_possible_any_more(table: Typist) -> None:
    before = numbers(at_march(table).type(""))
    table.type("Rest > Blue 1, Blue 2")
    table.type("Rest > Blue 3")
    after = numbers(table.type(""))
    assert before["End step"] == after["End step"] == "0"
    assert {label: after[label] for label in before} == before


def numbers(said: list[str]) -> dict[str, str]:
    """Return the number of every action that a question lists."""
    found = re.findall(r"(\d+) +((?:March|Rest|Levy|Feed|Proclaim|End step))\b", "\n".join(said))
    return {label: number for number, label in found}
