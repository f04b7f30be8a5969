"""What the commands print, and what they say to a bad call: one sentence, and the exit status."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.house import House, install

# -- the program


def test_alone_it_says_that_qt_is_missing(house: House) -> None:
    install(house.packages, "qt", {"PySide6.py": "raise ImportError('no Qt here')"})
    said = house.refused("--headless")
    assert said.startswith("the workbench needs Qt (no Qt here): pip install 'sandtable-workbench[editor]' brings it")


def test_commands_of_third_parties_stand_beside_ours(house: House) -> None:
    source = "import click\n@click.command()\ndef open_it():\n    click.echo('a window opens')\n"
    install(
        house.packages,
        "sandtable-window",
        {"third_window.py": source},
        commands={"workbench": "third_window:open_it", "look": "third_window:open_it"},
    )
    assert house.run("look").stdout == "a window opens\n"
    assert re.search("look +From sandtable-window.", house.run("--help").stdout)
    assert "Open the workbench" in house.run("workbench", "--help").stdout  # nobody takes the place of ours
    assert "no command is called 'look'" in house.refused("--safe-mode", "look")


def test_a_broken_command_is_named_and_harms_no_other(house: House) -> None:
    install(house.packages, "sandtable-window", {"third_window.py": "1 / 0"}, commands={"paint": "third_window:paint"})
    house.run("list")
    assert "paint" in house.run("--help").stdout
    said = house.refused("paint", status=1)
    assert said.startswith("command paint (sandtable-window 1.0) cannot be used: it does not import: ZeroDivisionError")


def test_help_is_there_at_once(house: House) -> None:
    times: list[float] = []
    for _ in range(3):
        began = time.perf_counter()
        house.run("--help")
        times.append(time.perf_counter() - began)
    print(f"sandtable --help: {min(times):.3f} s")
    code = "import sys, sandtable.cli as c\ntry: c.main(['-h'])\nexcept SystemExit: print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        env=house.environment(), capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    slow = {"sandtable.engine.rules.installed_game", "numpy", "shapely", "msgspec", "sqlite3", "sqlite_utils"}
    assert not slow & set(loaded.split())


def test_version(house: House) -> None:
    assert house.run("--version").stdout.startswith("sandtable ")


BAD_CALLS = [
    (["lits"], "no command is called 'lits': did you mean list"),
    (["--nope"], "sandtable: no such option"),
    (["list", "--nope"], "sandtable list: no such option"),
    (["play"], "sandtable play: missing argument 'SCENARIO'; `sandtable play --help` lists what there is"),
    (["play", "crwn"], "no scenario is called 'crwn': did you mean crown? `sandtable list` shows them"),
    (["play", "parly/crown"], "no game is called 'parly': did you mean parley?"),
    (["play", "parley/crwn"], "no scenario is called 'crwn': did you mean crown?"),
    (["play", "crown", "--on", "strom"], "no option is called 'strom': did you mean storm?"),
    (["play", "crown", "--off", "x"], "no option is called 'x'"),
    (["play", "crown", "--set", "storm.strength=9"], "storm.strength cannot be 9: it is at most 6"),
    (["play", "crown", "--set", "storm.strength=big"], "storm.strength cannot be 'big': it is a number"),
    (["play", "crown", "--set", "storm.length=2"], "no parameter of storm is called 'length': "),
    (["play", "crown", "--set", "strom.length=2"], "no option or ruling is called 'strom'"),
    (["play", "crown", "--set", "calm.x=2"], "calm has no parameters; storm can be set"),
    (["play", "crown", "--set", "storm"], "'storm' does not set a parameter: write OPTION.PARAMETER=VALUE"),
    (["play", "crown", "--on", "storm", "--off", "storm"], "storm is switched both on and off: choose one"),
    (["play", "crown", "--on", "storm", "--on", "calm"], "storm needs not calm. Nearest that works: "),
    (
        ["play", "crown", "--seats", "Anna"],
        "'Anna' does not say who sits where: use one, each, or NAME=SIDE+SIDE,NAME=SIDE",
    ),
    (["play", "crown", "--seats", "Anna=North"], "South would be without a seat: add NAME=South too"),
    (["play", "crown", "--seats", "Anna=North,Ben=North+South"], "North has two seats, Anna and Ben: give it to one"),
    (["play", "crown", "--seats", "Anna=Nort+South"], "no side is called 'Nort': did you mean North"),
    (["play", "crown", "--bot", "Soth"], "no side is called 'Soth': did you mean South"),
    (["play", "crown", "--take-back", "maybe"], "sandtable play: invalid value for '--take-back'"),
    (["play", "crown", "--dice", "typed", "--seed", "3"], "dice that are typed in do not depend on a seed"),
    (["play", "crown", "--script", "nowhere.txt"], "nowhere.txt cannot be read: No such file or directory"),
    (["play", "crown", "--last-good"], "there is no campaign of crown to open"),
    (["simulate", "crown", "--games", "0"], "sandtable simulate: invalid value for '--games': 0 is not in the range"),
    (["simulate", "crown", "--bots", "clever"], "no bot is called 'clever': there is only random"),
    (["simulate", "crown", "--on", "storm", "--on", "calm"], "storm needs not calm"),
    (["rules", "PAR-turce"], "no rule is called 'PAR-turce': did you mean PAR-truce"),
    (["rules", "--game", "chess"], "no game is called 'chess'"),
    (["options", "crwn"], "no scenario is called 'crwn'"),
    (["replay", "nowhere.campaign"], "nowhere.campaign cannot be opened: No such file or directory"),
    (["plugins", "--trust", "x.py"], "no rules file is called 'x.py': there are none; rules files are *.py in "),
]


@pytest.mark.parametrize(("call", "says"), BAD_CALLS, ids=[" ".join(call) for call, _ in BAD_CALLS])
def test_a_bad_call_is_told_in_one_sentence(house: House, call: list[str], says: str) -> None:
    assert says in house.refused(*call)
    assert house.campaigns == []


def test_what_nobody_foresaw_is_told_in_one_sentence_and_written_down(house: House) -> None:
    source = "import click\n@click.command()\ndef fall():\n    {}['x']\n"
    install(house.packages, "sandtable-fall", {"third_fall.py": source}, commands={"fall": "third_fall:fall"})
    said = house.refused("fall")
    assert said.startswith("something went wrong inside the program (KeyError: 'x'); the details are in ")
    (report,) = (house.home / "reports").iterdir()
    assert "third_fall.py" in report.read_text()


def test_a_reader_that_goes_away_is_no_fault(house: House) -> None:
    call = f"{sys.executable} -c 'from sandtable.cli import main; main()' rules --json"
    shell = f"{call} | head -c 10; exit ${{PIPESTATUS[0]}}"
    run = subprocess.run(["bash", "-c", shell], env=house.environment(), capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


# -- list, rules, options, plugins


def test_list(house: House) -> None:
    house.run("play", "crown", "--seed", "1")
    shown = house.run("list").stdout
    lines = shown.splitlines()
    assert lines[lines.index("  Twin Rivers") + 1].split()[0] == "twin_rivers"  # scenarios stand under their games
    assert re.search(r"crown +The crown +Two sides talk\.", shown)
    assert re.search(r"europe-1805 +Europe in 1805", shown)
    facts = json.loads(house.run("list", "--json").stdout)
    assert {"game": "parley", "scenario": "crown", "title": "The crown", "says": "Two sides talk."} in facts[
        "scenarios"
    ]
    assert [one["path"] for one in facts["campaigns"]] == [str(house.campaigns[0])]
    assert "europe-1805" in {one["map"] for one in facts["maps"]}
    assert facts["problems"] == []


def test_list_of_a_library_and_a_scenario_out_of_it(house: House, tmp_path: Path) -> None:
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.library.store.library_file import Library

    path = tmp_path / "own.db"
    rows = {"Side": {side: {"id": side} for side in ("Blue", "Red")}}
    with Library.create(path) as library:
        library.put_scenario(ScenarioDocument(key="own", game="twin_rivers", title="Our own", rows=rows))
    assert "Our own" in house.run("list", str(path)).stdout
    assert json.loads(house.run("list", str(path), "--json").stdout)["scenarios"][0]["scenario"] == "own"
    assert "river_line" in house.run("options", f"{path}#own").stdout
    assert "'onw'" in house.refused("options", f"{path}#onw")
    assert "nowhere.db" in house.refused("list", "nowhere.db")


def test_list_names_what_cannot_be_read(house: House) -> None:
    house.run("play", "crown")
    (house.campaigns[0].parent / "odd.campaign").write_text("{}\n")
    run = house.run("list", status=1)
    assert "odd.campaign" in run.stderr
    assert "crown-001.campaign" in run.stdout


def test_rules(house: House) -> None:
    one = json.loads(house.run("rules", "PAR-truce", "--json").stdout)
    assert (one["title"], one["modules"], one["option"]) == ("Truce", ["talks"], None)
    assert one["implemented"][0]["function"] == "talks.truce"
    assert one["implemented"][0]["file"] == "sandtable_parley.py"
    line = one["implemented"][0]["line"]
    source = (house.packages / "sandtable_parley.py").read_text().splitlines()
    assert "def truce" in "".join(source[line - 1 : line + 2])
    assert (
        f"Implemented: talks.truce, {house.packages / 'sandtable_parley.py'}:{line}"
        in house.run("rules", "PAR-truce").stdout
    )
    assert json.loads(house.run("rules", "PAR-storm", "--json").stdout)["cited_by"] == ["option storm"]
    assert "PAR-truce" in house.run("rules", "--game", "parley").stdout


def test_rules_and_the_log_are_found_by_words(house: House) -> None:
    found = house.run("rules", "--game", "parley", "--search", "stern once").stdout
    assert "PAR-once-stern" in found
    assert "PAR-truce" not in found
    assert house.run("rules", "--search", "zeppelin").stdout == "no rule contains 'zeppelin'\n"
    assert "is one rule: leave it out" in house.refused("rules", "PAR-truce", "--search", "gift")
    said = house.run("play", "crown", "--seed", "1", "--seats", "one", typed="1, 1, 1\nlog birch\nrules stern once\n")
    assert "Birch" in said.stdout.split("log birch")[-1]
    assert "PAR-once-stern" in said.stdout
    wrong = house.run("play", "crown", "--new", "--seed", "1", "--seats", "one", typed="log zeppelin\n")
    assert "Nothing in the log contains 'zeppelin'" in wrong.stdout + wrong.stderr


def test_rules_tell_what_amends_them(house: House) -> None:
    said = house.run("rules", "TR-2-once").stdout
    assert "Amended by: TR-6-forced-march (forced_march.twice, option)" in said
    assert "Amends: TR-2-once (marching.once)" in house.run("rules", "TR-6-forced-march").stdout


def test_options(house: House) -> None:
    facts = json.loads(house.run("options", "crown", "--on", "storm", "--set", "storm.strength=3", "--json").stdout)
    storm = next(one for one in facts["options"] if one["key"] == "storm")
    assert (storm["on"], storm["needs"], storm["rules"]) == (True, "not calm", ["PAR-storm"])
    strength, wet = storm["parameters"]
    assert strength == {
        "name": "strength", "title": "How strong", "says": "", "rules": [], "type": "a whole number",
        "choices": [], "bounds": {"ge": 1, "le": 6}, "default": 2, "value": 3,
    }  # fmt: skip
    assert (wet["type"], wet["default"]) == ("yes or no", True)
    assert (
        "storm.strength: How strong (at least 1, at most 6; default 2; now 3)"
        in house.run("options", "crown", "--set", "storm.strength=3").stdout
    )
    assert next(
        one
        for one in json.loads(house.run("options", "fragile_crown", "--json").stdout)["options"]
        if one["key"] == "fragile"
    )["on"]


def test_options_show_the_rulings_too(house: House) -> None:
    call = ("options", "peninsula-1808", "--set", "storm_command.commanders=not used")
    rulings = json.loads(house.run(*call, "--json").stdout)["rulings"]
    (storms,) = [one for one in rulings if (one["module"], one["name"]) == ("storm_command", "commanders")]
    assert (storms["title"], storms["choices"]) == ("Commanders in storms", ["used", "not used"])
    assert (storms["default"], storms["value"], storms["changeable"]) == ("used", "not used", "running")
    assert storms["rules"] == ["BASE-10.6.1-storm-command", "BASE-10.6.1-storm-ratings"]
    said = house.run(*call).stdout
    assert "storm_command.commanders: Commanders in storms (used or not used; default used; now not used)" in said
    assert "no rule excepts them." in said
    assert "rulings" not in house.run("options", "crown").stdout  # that game leaves nothing open


def test_an_impossible_set_of_options_is_explained(house: House) -> None:
    facts = json.loads(house.run("options", "crown", "--on", "storm", "--on", "calm", "--json", status=1).stdout)
    assert facts["problems"] == ["storm needs not calm"]
    assert facts["nearest"] == ["without calm", "without storm"]
    said = house.run("options", "crown", "--on", "storm", "--on", "calm", status=1).stderr
    assert said.splitlines() == [
        "impossible: storm needs not calm",
        "nearest that works: without calm",
        "nearest that works: without storm",
    ]


RULE = """
from sandtable.engine import RuleModule
class Cold(RuleModule):
    'It is cold.'
    key = "cold"
    game = "parley"
"""


def test_plugins_and_trust(house: House) -> None:
    house.rules.mkdir()
    (house.rules / "cold.py").write_text(RULE)
    assert "is not trusted; read it, then type: sandtable plugins --trust cold.py" in house.run("plugins").stdout
    assert "no option is called 'cold'" in house.refused("play", "crown", "--on", "cold")
    assert "cold.py is trusted as it is now" in house.run("plugins", "--trust", "cold.py").stdout
    assert "cold (on): Cold" in house.run("options", "crown", "--on", "cold").stdout
    safe = json.loads(house.run("--safe-mode", "plugins", "--json").stdout)["plugins"]
    assert [one["standing"] for one in safe if one["kind"] == "rules file"] == ["left out"]
    (house.rules / "cold.py").write_text(RULE + "\n")
    changed = house.refused("play", "crown", "--on", "cold")
    assert "no option is called 'cold'" in changed
    assert "cold.py has changed since it was trusted; read it, then type: sandtable plugins --trust cold.py" in changed
    facts = json.loads(house.run("plugins", "--json").stdout)
    assert [one["standing"] for one in facts["plugins"] if one["kind"] == "rules file"] == ["not trusted"]
    assert facts["rules_folder"] == str(house.rules)


def test_a_rules_file_says_what_it_needs_and_nobody_grants(house: House) -> None:
    house.rules.mkdir()
    (house.rules / "cold.py").write_text(RULE + '    needs = "snow"\n')
    lacks = "no scenario of Parley grants snow, which it needs"
    house.run("plugins", "--trust", "cold.py")
    assert lacks in house.run("plugins").stdout
    facts = json.loads(house.run("plugins", "--json").stdout)["plugins"]
    assert {one["lacks"] for one in facts} == {"", lacks}
    assert "cold (not offered): Cold" in house.run("options", "crown").stdout
    tried = house.run("options", "crown", "--on", "cold")
    assert "cold (on, but out of force): Cold" in tried.stdout
    assert "without effect: cold is out of force: it needs snow: the scenario does not grant snow" in tried.stderr


def test_broken_plugins_are_told_and_the_rest_works(house: House) -> None:
    house.rules.mkdir()
    (house.rules / "cold.py").write_text(RULE.replace('key = "cold"', ""))
    house.run("plugins", "--trust", "cold.py", status=1)
    install(house.packages, "sandtable-other", {"third_other.py": "exit(9)"}, games={"other": "third_other:GAME"})
    run = house.run("plugins", status=1)
    assert "game other (sandtable-other 1.0) is left out: it calls sys.exit when it is imported" in run.stdout
    assert 'Cold has no key: add `key = "..."`' in run.stdout
    house.run("simulate", "crown", "--turns", "1")
    assert "other could not be loaded" in house.refused("play", "nothing")
    assert "is left out: it calls sys.exit" in house.refused("play", "other", status=1)


@pytest.mark.parametrize("call", [["--safe-mode", "plugins"], ["plugins", "--safe-mode"]])
def test_safe_mode_may_stand_anywhere(house: House, call: list[str]) -> None:
    said = house.run(*call).stdout
    assert "game parley (sandtable-parley 1.0) is left out in safe mode; start without --safe-mode" in said


# -- simulate


def simulated(house: House, *args: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(house.run("simulate", "crown", "--json", *args).stdout)
    return facts


def test_simulate_prints_these_facts_and_no_others(house: House) -> None:
    facts = simulated(house, "--games", "3", "--seed", "7")
    assert set(facts) == {"games", "seconds"}
    games = facts["games"]
    assert isinstance(games, list)
    assert len(games) == 3
    for game in games:
        assert set(game) == {"finished", "turns", "actions", "state_hash", "winner"}
        assert (game["finished"], game["turns"], game["winner"]) == (True, 2, "North")


def test_a_seed_is_the_same_games_in_any_number_of_processes(house: House) -> None:
    one = simulated(house, "--games", "4", "--seed", "7")["games"]
    assert one == simulated(house, "--games", "4", "--seed", "7", "--workers", "2")["games"]
    assert one != simulated(house, "--games", "4", "--seed", "8")["games"]


def test_a_game_that_comes_to_the_last_turn_is_not_finished(house: House) -> None:
    (game,) = simulated(house, "--turns", "1")["games"]
    assert (game["finished"], game["turns"], game["winner"]) == (False, 1, None)


def test_a_game_that_breaks_down_is_named(house: House) -> None:
    run = house.run("simulate", "fragile_crown", "--games", "8", "--seed", "1", "--json", status=1)
    assert "module fragile raised ZeroDivisionError: the vase broke in fragile.fails (PAR-fragile)" in run.stderr
    assert "(seed 1) breaks down after" in run.stderr
    assert "games" in json.loads(run.stdout)


def interrupted(house: House, workers: str, seconds: float) -> tuple[str, str]:
    """Begin a great many games, press Ctrl-C after so long, and return what was printed."""
    command = house.command("simulate", "crown", "--games", "100000", "--json", "--workers", workers)
    running = subprocess.Popen(
        command, env=house.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(seconds)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode in (1, 130)
    assert "Traceback" not in err
    return out, err


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_prints_what_is_done(house: House, workers: str) -> None:
    for seconds in (2.5, 8, 20, 60):  # on a machine that has much to do it begins to play late
        out, err = interrupted(house, workers, seconds)
        if out and len(json.loads(out)["games"]) > 3:
            break
    else:
        pytest.fail("it never began to play")
    assert "stopped after" in err


def test_files_named_in_messages_are_those_of_the_call(house: House, tmp_path: Path) -> None:
    (tmp_path / "empty.campaign").write_text("")
    assert house.refused("replay", tmp_path / "empty.campaign").startswith(
        f"{tmp_path / 'empty.campaign'} is empty and holds no campaign"
    )
