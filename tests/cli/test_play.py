"""Sittings at the terminal: what is shown, what may be said, what is kept."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sqlite3
import subprocess
import sys
import time
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.board.maps import Map, MapInfo
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.library.campaigns.carried_setup import CarriedSetup
from sandtable.library.campaigns.opening import open_campaign
from sandtable.library.files.file import File
from sandtable.library.files.schema import CAMPAIGN
from sandtable.library.store.documents import ScenarioDocument
from sandtable.library.store.library_file import Library
from sandtable_twin_rivers import TWIN_RIVERS
from tests.cli.house import House


def play(house: House, *lines: str, call: tuple[str, ...] = (), status: int = 0) -> str:
    """Hold a sitting of Parley with these inputs; return what was shown."""
    return house.run("play", "crown", *call, typed="".join(f"{line}\n" for line in lines), status=status).stdout


ONE_ROUND = ("end", "end", "3", "2")
"""Both sides end their talks and bid."""


# -- what is shown


def test_the_question_shows_situation_offers_and_what_is_not_possible(house: House) -> None:
    said = play(house)
    assert "A new campaign of The crown: " in said
    assert "Round 1 · Talk · North\nNorth 1 in Ash, worth 1\n" in said
    assert "North: Talk\n  1  Send      Send an envoy along the roads\n" in said
    assert "  not possible now: 2 Share (? 2 says why)\n" in said


def test_why_not_gives_the_reasons_with_rule_and_cure(house: House) -> None:
    reason = "No gifts in the first round (PAR-truce) — wait for the second round"
    assert f"Share is not possible now\n  - {reason}" in play(house, "?")
    assert f"Share is not possible now\n  - {reason}" in play(house, "? 2")
    assert f"Share is not possible now:\n  - {reason}" in play(house, "share")
    assert "Send: possible" in play(house, "? 1")


def test_a_value_that_is_not_on_offer_gets_its_reasons(house: House) -> None:
    reason = "- South 1 does not speak for you (PAR-own) — send one of your own"
    assert f"Not South 1:\n  {reason}" in play(house, "send", "South 1")
    assert f"South 1: not possible now\n  {reason}" in play(house, "send", "? South 1")
    assert "North 2: possible" in play(house, "send", "? 2")
    assert "'nobody' is not in the list" in play(house, "send", "nobody")


def test_a_part_of_a_name_narrows_the_list_and_keeps_its_numbers(house: House) -> None:
    said = play(house, "send", "north", "North 2", "cedar")
    assert "envoy> north\n  1  North 1  town Ash, worth 1\n  2  North 2  town Ash, worth 2\n" in said
    assert "North: Send North 2 Cedar" in said


def test_a_way_is_walked_step_by_step(house: House) -> None:
    said = play(house, "1", "1", "via Birch", "-", "via Cedar", "via Dale", "via Birch")
    assert "North: Send North 1 Cedar, Dale, Birch" in said  # three steps are the most: it ends by itself
    assert "done to stop here, - for a step back" in said
    assert "No step leads to 'Dale'" in play(house, "1", "2", "via Dale", call=("--new",))


def test_several_of_a_list(house: House) -> None:
    for typed, chosen in (
        ("1 3", "North 1, South 1"),
        ("2-4", "North 2, South 1, South 2"),
        ("South 2, north 1", "North 1, South 2"),
    ):
        assert f"North: Invite {chosen}" in play(house, "invite", typed, call=("--new",))
    assert "Not none:" in play(house, "invite", "none", call=("--new",))
    assert "'9' is not in the list" in play(house, "invite", "9", call=("--new",))
    assert "'North' can mean North 1 or North 2" in play(house, "invite", "North,South 1", call=("--new",))


def test_shares_of_a_total(house: House) -> None:
    campaign = ("--campaign", "x.campaign")
    play(house, *ONE_ROUND, call=campaign)
    assert "That is 4 and not 3" in play(house, "share", "1 1 2", call=campaign)
    assert "Type 3 numbers" in play(house, "share", "1 1", call=campaign)
    assert "Not Ash: 3:" in play(house, "share", "3 0 0", call=campaign)
    assert "North: Share Ash 1, Cedar 2" in play(house, "share", "3=2, ash=1", call=campaign)


def test_texts_and_numbers(house: House) -> None:
    said = play(house, "proclaim", "peace, now", "yes", "1", "9")
    assert "North: Proclaim peace, now True kind 9" in said
    assert "North: Proclaim  " in play(house, "proclaim", '""', "no", "kind", "1", call=("--new",))
    assert "10 cannot be chosen: choose 1 to 9" in play(house, "proclaim", "x", "no", "kind", "10", call=("--new",))
    assert "'many' is not a whole number; type one, 1 to 9" in play(
        house, "proclaim", "x", "no", "kind", "many", call=("--new",)
    )
    assert "Stern words are said once (PAR-once-stern)" in play(
        house, "proclaim", "x", "no", "stern", "3", call=("--new",)
    )


def test_back_leaves_a_half_filled_offer(house: House) -> None:
    assert "Send: cancelled, nothing was done." in play(house, "1", "1", "back", "end")


def test_several_inputs_on_one_line(house: House) -> None:
    assert "North: Send North 2 Birch, Dale" in play(house, "1, 2, via Birch, Dale")
    said = play(house, "1, South 1, 1", call=("--new",))
    assert "does not speak for you" in said
    assert said.endswith("not possible now: 2 Share (? 2 says why)\n")  # the offer is left, nothing is half done


def test_a_command_in_the_middle_of_an_offer_leaves_it(house: House) -> None:
    said = play(house, "end", "1", "undo")
    assert "Send: cancelled, nothing was done.\nUndone: North ends the step" in said


def test_help_log_rules_save(house: House) -> None:
    said = play(house, "help", "log", "rules par-truce", "rules PAR-turce", "save", "rules", "log x")
    assert "leave a half-filled offer" in said
    assert "   1  the start" in said
    assert "PAR-truce: Truce (parley)" in said
    assert "in force" in said
    assert "No rule is called 'PAR-turce': did you mean PAR-truce" in said
    assert "1 ply, now at ply 1" in said
    assert "Nothing in the log contains 'x'" in said


def test_the_end_of_the_game(house: House) -> None:
    said = play(house, *ONE_ROUND, *ONE_ROUND, "log 2", "undo")
    assert "The game is over: North wins, two rounds are over (PAR-end)." in said
    assert "Undone: " in said


# -- taking back


def test_undo_redo_goto(house: House) -> None:
    said = play(house, "end", "undo", "redo", "goto 1", "goto 99", "undo", "redo", "redo")
    assert said.count("Undone: North ends the step") == 1
    assert "Done again: North ends the step" in said
    assert "Now at ply 1" in said
    assert "There is no ply 99" in said
    assert "There is nothing to undo" in said
    assert "There is nothing to redo" in said


def test_taking_back_by_agreement(house: House) -> None:
    call = ("--seats", "Anna=North,Ben=South", "--take-back", "agree", "--on", "storm", "--seed", "1")
    said = play(house, "1, 1, 1", "undo", "no", "undo", "maybe", "yes", call=call)
    assert "needs everybody's agreement" in said
    assert "Ben: agree to take it back? (yes/no)> no\nBen does not agree." in said
    assert "Type yes or no" in said
    assert "Undone: Send North 1 Birch" in said


def test_taking_nothing_back(house: House) -> None:
    said = play(house, "1, 1, 1", "undo", call=("--take-back", "never", "--on", "storm"))
    assert "In this campaign nothing can be taken back past a throw" in said


# -- seats, secrets, bots


def test_each_seat_is_shown_what_it_may_see(house: House) -> None:
    said = play(house, "end", call=("--seats", "Anna=North,Ben=South"))
    north, south = said.split("Hand over to Ben.")
    assert "Hand over to Anna." in north
    assert "North 2 in Ash, worth 2" in north
    assert "South 2 in Ash, worth ?" in north
    assert "North 2 in Ash, worth ?" in south
    assert "South (Ben): Talk" in south


def test_sealed_answers_are_not_shown_before_the_last_is_in(house: House) -> None:
    said = play(house, "end", "end", "4", "log", "2", call=("--seats", "each"))
    before = said.split("Your bid> 4")[1].split("Your bid> 2")[0]
    assert "North has answered" in before
    assert "Bid 4" not in before
    assert "Hand over to South." in before
    assert "North: Bid 4\nSouth: Bid 2\n  Bids: North 4, South 2" in said.split("Your bid> 2")[1]


def test_a_sealed_answer_may_be_withdrawn(house: House) -> None:
    said = play(house, "end", "end", "1, 4", "withdraw", "1, 1", "1, 2", call=("--seats", "each"))
    assert "Bids: North 1, South 2" in said


def test_a_bot_answers_for_its_side(house: House) -> None:
    said = play(house, "end", "1, 3", call=("--bot", "South", "--seed", "4"))
    assert "South ends the step" in said
    assert "Bids: North 3, South" in said
    back = play(house, "undo", call=("--bot", "South"))
    assert "Undone: " in back


def test_two_bots_play_it_out(house: House) -> None:
    assert "The game is over" in play(house, call=("--bot", "North", "--bot", "South", "--seed", "4"))


# -- dice


def test_dice_may_be_typed(house: House) -> None:
    call = ("--dice", "typed", "--on", "storm")
    said = play(house, "1, 1, 1", "7 1", "7", "6 5", call=call)
    assert "Throw the dice: the storm (PAR-storm)\n  what the dice show: 2 numbers from 1 to 6" in said
    assert "'7 1' is not possible: type 2 numbers from 1 to 6" in said
    assert "thrown: the storm: 6 5 = 11 (2d6) (PAR-storm)" in said
    play(house, "1, 2, 1", call=call)
    assert "3 4 = 7" in play(house, "34", call=call)  # it was left at the dice


# -- options, standing answers, overruling


def test_options_change_with_a_preview_and_by_agreement(house: House) -> None:
    change = "options on storm set storm.strength=4"
    call = ("--seats", "Anna=North,Ben=South")
    said = play(house, change, "yes", "no", change, "yes", "yes", "end", "end", call=call)
    assert "On: Storm" in said
    assert "Comes into force: " in said
    assert "Ben declines; it is off the table." in said
    assert "switch storm on, set “How strong” to 4 (it is 2)" in said
    assert "A storm of strength 4 blows." in said


def test_options_that_cannot_be_are_explained(house: House) -> None:
    said = play(
        house,
        "options",
        "options on strom",
        "options on storm on calm",
        "options set storm.strength=9",
        "options off calm",
        "options fast",
    )
    assert "storm (off): Storm" in said
    assert "No option is called 'strom': did you mean storm" in said
    assert "Impossible: storm needs not calm" in said
    assert "storm.strength cannot be 9" in said
    assert "nothing to propose: it is already so" in said
    assert "Options does not know 'fast': type options preset X, options on X" in said


def test_a_standing_answer(house: House) -> None:
    said = play(
        house,
        "standing",
        "standing pass bid below 3",
        "standing",
        "standing off 1",
        "standing",
        "standing pass nothing",
        "standing off 4",
    )
    assert "no standing answer; pass always leaves one about what is asked now" in said
    assert "1  North passes when offered “Bid” below 3" in said
    assert "No kind of action is called 'nothing'" in said


def test_what_nobody_can_do_here(house: House) -> None:
    said = play(house, "agree", "decline", "overrule", "withdraw", "goto x", "fly", "? 9")
    for sentence in (
        "Nothing has been proposed: type options to propose a change",
        "Nothing has just been refused, so there is nothing to overrule", "No sealed answer is waiting",
        "Name a ply by its number, as in goto 12", "'fly' is neither an offer nor a command", "There is no action 9",
    ):  # fmt: skip
        assert sentence in said


# -- keeping, leaving, going on

BEGIN = """
import sys
from pathlib import Path
from sandtable.engine import Referee
from sandtable.engine.referee.epochs import epoch_of
from sandtable.engine.discovery.modules import Plugins
from sandtable.library.campaigns.campaigns import CampaignFile
from sandtable.library.campaigns.campaign_header import CampaignHeader

family = Plugins().family("parley")
referee = Referee.begin(family, family.scenario("crown").rows())
state = referee.game.state
header = CampaignHeader("parley", "crown", "The crown", "1", "free", f"{state.hash:032x}")
file = CampaignFile.create(Path(sys.argv[1]), header, state)
if sys.argv[2] == "rules":
    file.follow(referee.journal, state)
    file.epoch(epoch_of(referee))
file.close()
"""
"""Begins a campaign and leaves off before the first ply."""


def started(house: House, typed: str, until: str) -> subprocess.Popen[str]:
    """Begin a sitting of Parley, type something, and wait until it shows a text."""
    running = subprocess.Popen(
        house.command("play", "crown"),
        env=house.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(f"{typed}\n")
    running.stdin.flush()
    for line in running.stdout:
        if line.startswith(until):
            break
    return running


def edit(path: Path, old: str, new: str) -> None:
    """Change a text in the plies of a campaign, as somebody with an editor for SQLite could."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT id, document FROM plies").fetchall()
        assert any(old in document for _, document in rows)
        connection.executemany(
            "UPDATE plies SET document = ? WHERE id = ?", [(document.replace(old, new), id) for id, document in rows]
        )
        connection.commit()


def test_the_same_command_goes_on_at_the_same_question(house: House) -> None:
    play(house, "end", "end", "1, 4", call=("--seed", "3"))
    said = play(house, "1, 2", call=("--seed", "3"))
    assert f"Going on with {house.campaigns[0]}" in said
    assert "Bids: North 4, South 2" in said
    assert len(house.campaigns) == 1


def test_a_new_one_is_begun_when_it_is_wished_or_the_last_is_over(house: House) -> None:
    play(house, *ONE_ROUND, *ONE_ROUND)
    assert "The last campaign is over" in play(house)
    play(house, call=("--new",))
    assert [path.name for path in house.campaigns] == ["crown-001.campaign", "crown-002.campaign", "crown-003.campaign"]


def test_the_last_one_played_goes_on(house: House) -> None:
    play(house, "end")
    play(house, call=("--new",))
    for ago, path in ((7200, house.campaigns[0]), (3600, house.campaigns[1])):
        then = time.time() - ago
        os.utime(path, (then, then))
    assert "crown-002" in play(house)
    then = time.time() - 3600
    os.utime(house.campaigns[1], (then, then))
    play(house, call=("--campaign", str(house.campaigns[0])))
    assert "crown-001" in play(house)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            ("--seed", "4"),
            "was begun with the seed 3; leave the option out to continue it, or use --new to begin another campaign",
        ),
        (("--dice", "typed"), "was begun with dice of the program"),
        (("--on", "storm"), "was begun with the options none"),
        (("--take-back", "never"), "was begun with the rule 'free' for taking back"),
        (("--seats", "each"), "was begun with other seats"),
        (("--bot", "South"), "was begun with other seats"),
    ],
)
def test_wishes_that_do_not_agree_with_the_campaign(house: House, call: tuple[str, ...], says: str) -> None:
    play(house, call=("--seed", "3"))
    assert says in house.refused("play", "crown", *call)


@pytest.mark.skipif(os.name != "posix", reason="signals and pseudo-terminals")
def test_killed_anywhere_it_goes_on_there(house: House) -> None:
    for typed, until in (("end", "South: Talk"), ("end", "North: bid"), ("3", "South: bid")):
        running = started(house, typed, until)
        running.send_signal(signal.SIGKILL)
        running.communicate()
    assert "South: bid for the crown" in play(house)


def test_a_campaign_torn_in_the_moment_of_its_making_is_begun_again(house: House) -> None:
    path = house.home / "torn.campaign"
    for laid_out in (False, True):
        if laid_out:
            File.create(path, CAMPAIGN).close()
        else:
            path.touch()
        assert "A new campaign of The crown" in play(house, call=("--campaign", str(path)))
        path.unlink()
    for kept in ("rows", "rules"):
        subprocess.run([sys.executable, "-c", BEGIN, path, kept], env=house.environment(), check=True)
        said = play(house, call=("--campaign", str(path)))
        assert "Going on with" in said
        assert "North: Talk" in said
        path.unlink()


@pytest.mark.skipif(os.name != "posix", reason="locks")
def test_a_campaign_that_is_being_played_elsewhere(house: House) -> None:
    running = started(house, "look", "North: Talk")
    path = house.campaigns[0]
    assert f"{path} is open in another program: close it there first" in house.refused("play", "crown")
    assert "1  the start" in house.run("replay", path).stdout  # looking is no harm
    running.communicate("")
    play(house)


def own_rows() -> dict[str, dict[str, Any]]:
    """Return the rows of Twin Rivers as a scenario of a library has them."""
    rows: dict[str, dict[str, Any]] = {}
    for row in TWIN_RIVERS.scenarios[0].rows():
        rows.setdefault(type(row).__name__, {})[row.id] = msgspec.json.decode(msgspec.json.encode(row))
    return rows


def test_a_campaign_of_a_library_carries_its_scenario_and_map(house: House) -> None:
    rows = own_rows()
    ground = Map(MapInfo("valley", "The valley"))
    layout = ScenarioDocument(
        key="own", game="twin_rivers", title="Our own", map="valley", revision=ground.digest, rows=rows
    )
    with Library.create(house.home / "own.db") as library:
        library.put_map(ground)
        library.put_scenario(layout)
    assert "A new campaign of Our own: " in house.run("play", "own.db#own").stdout
    opened = open_campaign(InstalledGame(TWIN_RIVERS), house.campaigns[0], reading=True)
    assert opened.carried_setup == CarriedSetup(ground, layout)
    assert "Going on with" in house.run("play", "own.db#own").stdout


def test_a_campaign_of_the_same_key_from_another_library_is_not_gone_on_with(house: House) -> None:
    """A scenario of the game, one of a library and another one elsewhere may all be called ``twin_rivers``."""
    for name, says in (("one.db", "The first"), ("two.db", "The second")):
        layout = ScenarioDocument(key="twin_rivers", game="twin_rivers", title=says, rows=own_rows())
        with Library.create(house.home / name) as library:
            library.put_scenario(layout)
    assert "A new campaign of Twin Rivers" in house.run("play", "twin_rivers").stdout
    first = house.run("play", "one.db#twin_rivers").stdout
    assert "A new campaign of The first" in first
    (begun, *_) = house.campaigns
    second = house.run("play", "two.db#twin_rivers").stdout
    assert "A new campaign of The second" in second
    assert "was begun from another scenario twin_rivers than the one in two.db, or before that was changed" in second
    assert "Going on with" in house.run("play", "one.db#twin_rivers").stdout
    assert "Going on with" in house.run("play", "twin_rivers").stdout
    named = house.run("play", "two.db#twin_rivers", "--campaign", str(begun)).stdout
    assert "It goes on as it was begun." in named


# -- scripts


def script(house: House, *lines: str) -> Path:
    path = house.home / "script.txt"
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_a_script_replays_a_sitting(house: House) -> None:
    lines = script(house, "# a whole game", "", *ONE_ROUND, "1, 1, 1", *ONE_ROUND)
    first = house.run("play", "crown", "--script", lines, "--seed", "3").stdout
    again = house.run("play", "crown", "--script", lines, "--seed", "3").stdout
    assert "The game is over" in first
    assert first.replace("crown-001", "") == again.replace("crown-002", "")


def test_a_wrong_line_of_a_script_is_an_error_with_its_number(house: House) -> None:
    lines = script(house, "# begin", "end", "fly", "end")
    said = house.refused("play", "crown", "--script", lines)
    assert (
        said == f"{lines}, line 3: 'fly' is not accepted here: 'fly' is neither an offer nor a command; type a number, "
        f"or help"
    )


def test_a_script_on_a_file_of_its_own_goes_on_with_it(house: House) -> None:
    path = house.home / "own.campaign"
    house.run("play", "crown", "--campaign", path, "--script", script(house, "end"))
    house.run("play", "crown", "--campaign", path, "--script", script(house, "end", "1, 2", "1, 3"))
    assert "Bids: North 2, South 3" in house.run("replay", path).stdout
    assert "already exists; leave --new out" in house.refused("play", "crown", "--campaign", path, "--new")


def test_a_script_that_is_no_text(house: House) -> None:
    path = house.home / "script.txt"
    path.write_bytes(b"\xff\xfe")
    assert "is not a text file" in house.refused("play", "crown", "--script", path)


# -- campaigns that cannot be read


def test_a_campaign_of_another_scenario(house: House) -> None:
    play(house, call=("--campaign", "x.campaign"))
    assert "is a campaign of parley/crown, not of parley/fragile_crown" in house.refused(
        "play", "fragile_crown", "--campaign", "x.campaign"
    )


def test_an_edited_campaign_is_named_with_its_ply_and_opens_at_the_last_good_one(house: House) -> None:
    play(house, "end", "end", "1, 2", "1, 3")
    path = house.campaigns[0]
    edit(path, '"sum":2', '"sum":5')
    edited = path.read_bytes()
    said = house.refused("play", "crown")
    assert re.search(
        r"crown-001.campaign was damaged or edited: ply 4 is not what was .*; open .* with --last-good",
        said,
    )
    said = play(house, call=("--last-good",))
    assert "it goes on in crown-001-last-good.campaign" in said
    assert "North: bid for the crown" in said
    assert path.read_bytes() == edited


def test_a_truncated_campaign_opens_as_far_as_it_goes(house: House) -> None:
    play(house, "end", "end")
    path = house.campaigns[0]
    path.write_bytes(path.read_bytes()[:-9])
    assert "was damaged or edited: " in house.refused("play", "crown")
    said = play(house, call=("--last-good",))
    assert "it goes on in crown-001-last-good.campaign" in said
    assert "North: bid for the crown" in said  # what was cut off held no ply


def test_a_campaign_whose_module_is_missing(house: House) -> None:
    from tests.cli.test_commands import RULE

    house.rules.mkdir()
    (house.rules / "cold.py").write_text(RULE)
    house.run("plugins", "--trust", "cold.py")
    play(house, "end", call=("--on", "cold"))
    (house.rules / "cold.py").unlink()
    said = house.refused("play", "crown")
    assert said.startswith("no module is called 'cold'")
    assert "the campaign plays with it; install it again to go on" in said
    run = house.run("replay", house.campaigns[0])
    assert "North ends the step" in run.stdout
    assert "no module is called 'cold'" in run.stderr
    run = house.run("replay", house.campaigns[0], "--verify", status=1)
    assert "epoch 1 was played under other rules: module cold (version 1) is not installed" in run.stderr


def test_a_campaign_with_actions_and_rows_of_a_missing_module(house: House) -> None:
    house.rules.mkdir()
    (house.rules / "cold.py").write_text(
        "from sandtable.engine import Action, Ask, Game, Row, RuleModule\n"
        "class Flake(Row, frozen=True):\n    id: str\n"
        "class Snow(Action, frozen=True):\n    def perform(self, game: Game, ask: Ask) -> None:\n"
        "        game.put(Flake(game.new_id('flake')))\n"
        "class Cold(RuleModule):\n    key, game, rows, actions = 'cold', 'parley', (Flake,), {'talk': (Snow,)}\n"
    )
    house.run("plugins", "--trust", "cold.py")
    assert "North: Snow" in play(house, "snow", "end", call=("--on", "cold"))
    (house.rules / "cold.py").unlink()
    assert "no module is called 'cold'" in house.refused("play", "crown")
    assert "   2  North: Snow" in house.run("replay", house.campaigns[0]).stdout
    said = house.run("replay", house.campaigns[0], "--verify", status=1).stderr
    assert "ply 2 does not come out the same: Snow: the module that brings this action is not installed" in said


def test_a_campaign_whose_game_is_missing(house: House) -> None:
    play(house)
    path = house.campaigns[0]
    for name in ("sandtable_parley.py", "sandtable_parley-1.0.dist-info/entry_points.txt"):
        (house.packages / name).unlink()
    assert "no game is called 'parley'" in house.refused("replay", path)


# -- changed rules, broken modules


def change_the_game(house: House) -> None:
    with (house.packages / "sandtable_parley.py").open("a") as file:
        file.write("# mended\n")


def test_changed_rules_are_shown_and_wait_for_a_yes(house: House) -> None:
    play(house, "end")
    change_the_game(house)
    said = play(house, "no")
    assert "The rules have changed since this campaign was played last:\n  - The module talks was changed" in said
    assert "South: Talk" not in said
    assert "South: Talk" in play(house, "yes")
    assert "The rules have changed" not in play(house)


def test_the_table_decides_when_a_module_fails(house: House) -> None:
    run = house.run(
        "play",
        "fragile_crown",
        typed="1, 1, 1\ninvite\n1 2\nagain\ninvite\n1 2\nreport\nfly\n"
        "without fragile\nno\nwithout fragile\nyes\ninvite\n1 2\n",
    )
    said = run.stdout
    assert "Module fragile raised ZeroDivisionError: the vase broke in fragile.fails (PAR-fragile)" in said
    assert "without fragile  go on without fragile, if all agree" in said
    assert "'fly' is not one of the ways on: type again, back, report" in said
    assert "North: Invite North 1, North 2" in said
    report = house.campaigns[0].with_name("fragile_crown-001-report-1.zip")
    assert f"The report is {report}" in said
    with zipfile.ZipFile(report) as archive:
        assert archive.read("fragile_crown-001.campaign")
        assert b"ZeroDivisionError: the vase broke" in archive.read("error.txt")
        assert b"fragile 1" in archive.read("about.txt")


def test_back_to_the_last_playable_position_takes_no_answer_back(house: House) -> None:
    """It was an answer that failed: what is asked can be answered otherwise."""
    house.run("play", "fragile_crown", typed="1, 1, 1\ninvite\n1 2\nback\nend\n")
    said = house.run("replay", house.campaigns[0]).stdout
    assert re.findall(r"^ +\d  (.*)$", said, re.MULTILINE) == [
        "the start",
        "North: Send North 1 Birch",
        "North ends the step",
    ]


# -- replay


def test_replay_tells_and_verifies(house: House) -> None:
    play(house, "1, 1, 1", "end", "undo", "end", "end", "2", "3", call=("--on", "storm", "--seed", "8"))
    path = house.campaigns[0]
    before = path.read_bytes()
    run = house.run("replay", path, "--verify")
    assert "Round 1 · Talk · North" in run.stdout
    assert "Bids: North 2, South 3 (PAR-bids)" in run.stdout
    assert "verified: all 7 plies come out the same" in run.stdout
    assert path.read_bytes() == before


def test_replay_does_not_tell_what_is_still_sealed(house: House) -> None:
    play(house, "end", "end", "1, 4")
    assert "Bid 4" not in house.run("replay", house.campaigns[0]).stdout


def test_replay_names_the_ply_that_comes_out_otherwise(house: House) -> None:
    play(house, "1, 1, 1", "end", call=("--on", "storm", "--seed", "8"))
    game = house.packages / "sandtable_parley.py"
    game.write_text(game.read_text().replace('"2d6", why="the storm"', '"1d6", why="the storm"'))
    run = house.run("replay", house.campaigns[0], "--verify", status=1)
    assert "ply 2 does not come out the same" in run.stderr
    assert "module talks has been changed since (version 1 as before)" in run.stderr
    facts = house.run("replay", house.campaigns[0], "--verify", "--json", status=1).stdout
    assert '"mismatches": [\n    {\n      "ply": 2' in facts


def test_replay_of_a_damaged_campaign(house: House) -> None:
    play(house, "end", "end")
    path = house.campaigns[0]
    edit(path, "ends the step", "Ends the step")
    assert "was damaged or edited" in house.refused("replay", path)
    assert "opened at the last good position" in house.run("replay", path, "--last-good").stderr
    assert len(house.campaigns) == 1


# -- at a terminal


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
def test_at_a_terminal_the_screen_is_wiped_when_it_is_handed_over(house: House) -> None:
    main, other = pty.openpty()
    running = subprocess.Popen(
        house.command("play", "crown", "--seats", "each"),
        env={**house.environment(), "TERM": "xterm"},
        stdin=other,
        stdout=other,
        stderr=other,
    )
    os.close(other)
    shown = ""

    def until(text: str) -> None:
        nonlocal shown
        end = time.monotonic() + 60
        shown = ""
        while text not in shown:
            assert time.monotonic() < end, shown
            if select.select([main], [], [], 0.2)[0]:
                shown += os.read(main, 65536).decode()

    until("North: press Enter when you sit here> ")
    assert "worth 2" not in shown
    os.write(main, b"\n")
    until("North> ")
    assert "North 2 in Ash, worth 2" in shown
    os.write(main, b"end\n")
    until("South: press Enter when you sit here> ")
    assert shown.index("\x1b[2J\x1b[3J") < shown.index("Hand over to South.")
    os.write(main, b"\n")
    until("South> ")
    assert "North 2 in Ash, worth ?" in shown
    running.send_signal(signal.SIGINT)
    if not select.select([main], [], [], 10)[0]:  # it came before readline had begun to wait: nothing woke it
        running.send_signal(signal.SIGINT)
    until("the same command goes on.")
    running.wait(timeout=60)
    os.close(main)
    assert running.returncode == 0
