"""The commands on the campaign that ships: played by bots, played to its end in a file, worked out again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sandtable.cli import main
from sandtable.engine import InstalledGame
from sandtable_empires.system import EMPIRES

PENINSULA = "peninsula-1808"
OPTIONS = sorted(InstalledGame(EMPIRES).options)
OF_A_CAMPAIGN = {"allied_voluntary_access"}
"""Those that a single war does not offer."""


def run_command(*words: str) -> Result:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return result


def simulate(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run_command("simulate", PENINSULA, *words, "--json").stdout)
    return found


@pytest.mark.parametrize("option", ["", *OPTIONS])
def test_months_are_played_with_each_option(option: str) -> None:
    found = simulate("--games", "2", "--turns", "2", "--seed", "3", *(("--on", option) if option else ()))
    assert set(found) == {"games", "seconds"}
    for game in found["games"]:
        assert set(game) == {"finished", "turns", "actions", "state_hash", "winner"}
        assert (game["finished"], game["turns"], game["winner"]) == (False, 2, None)
        assert game["actions"] > 20
    assert len({game["state_hash"] for game in found["games"]}) == 2


def test_a_campaign_that_has_ended_has_as_many_turns_as_it_lasts() -> None:
    (game,) = simulate("--seed", "1")["games"]
    assert (game["finished"], game["turns"]) == (True, 20)
    assert game["winner"] in ("France", "Great Britain", "Spain")


def test_its_options_are_listed_with_what_they_do() -> None:
    listed = run_command("options", PENINSULA).output
    for option in OPTIONS:
        state = "not offered" if option in OF_A_CAMPAIGN else "off"
        assert f"{option} ({state}): " in listed


def test_a_campaign_played_by_bots_comes_out_the_same_when_worked_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    script, campaign = tmp_path / "leave.txt", tmp_path / "peninsula.sandtable"
    script.write_text("quit\n")
    bots = [word for side in ("France", "Great Britain", "Spain") for word in ("--bot", side)]
    options = ("--on", "guard_commitment", "--on", "leader_casualties")
    run_command("play", PENINSULA, "--campaign", str(campaign), "--seed", "5", *bots, *options, "--script", str(script))
    output = run_command("replay", str(campaign), "--verify").output
    assert "December 1809" in output
    assert " wins: " in output
    assert "come out the same" in output.splitlines()[-1]
