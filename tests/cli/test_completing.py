"""Tab: what a half-typed line may become at the prompt, and what the shell is told of a half-typed call."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.cli.talk.conversation import Conversation
from sandtable.cli.talk.line_completion import completions
from sandtable.engine.discovery.modules import Plugins
from sandtable.play.begin.starts import find_scenario
from sandtable.play.table.sitting import Wishes, sit_down
from tests.cli.house import House

# -- the prompt


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Conversation]:
    """Give a conversation that has come to its first question, after some answers."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))

    def begun(scenario: str, *answers: str) -> Conversation:
        start = find_scenario(scenario, Plugins(safe=False))
        sitting = sit_down(start, Wishes("1"), file=tmp_path / "c.campaign", new=True, last_good=False)
        talk = Conversation(sitting, pauses=False)
        lines = talk.run()
        next(lines)
        for answer in answers:
            lines.send(answer)
        sitting.referee.sink.close()
        return talk

    return begun


def test_a_line_becomes_what_may_be_done_or_a_command(table: Callable[..., Conversation]) -> None:
    talk = table("twin_rivers")
    assert completions(talk, "m") == ["March"]
    assert completions(talk, "un") == ["undo"]
    assert {"March", "undo", "log", "help"} <= set(completions(talk, ""))
    assert completions(talk, "? m") == ["? March"]
    assert completions(talk, "? un") == []
    assert completions(talk, "zzz") == []


def test_after_an_arrow_come_the_values_of_the_next_field(table: Callable[..., Conversation]) -> None:
    talk = table("twin_rivers")
    units = completions(talk, "March > ")
    assert len(units) > 1
    assert all(line.startswith("March > ") for line in units)
    assert completions(talk, f"March > {units[0][8:].upper()}") == [units[0]]
    further = completions(talk, f"{units[0]} > ")
    assert further
    assert all(line.startswith(f"{units[0]} > ") for line in further)
    assert completions(talk, "March > nobody > ") == []


def test_at_a_field_its_values_and_commands_have_their_words(table: Callable[..., Conversation]) -> None:
    talk = table("twin_rivers", "March")
    (first, *_) = [name for name in talk.expected if name]
    assert completions(talk, first[:3])[0].startswith(first[:3])
    assert completions(talk, "rules tr-2-on") == ["rules TR-2-once"]
    assert completions(talk, "options on f") == ["options on forced_march"]
    assert completions(talk, "options set river") == ["options set river_line.adds="]


def test_accents_and_capitals_do_not_matter(table: Callable[..., Conversation]) -> None:
    talk = table("peninsula-1808", "1")
    assert completions(talk, "options set storm") == [
        "options set storm_command.commanders=used", "options set storm_command.commanders=not used",
    ]  # fmt: skip
    talk.expected = ("Castaños", "Bessières")
    assert completions(talk, "casta") == ["Castaños"]
    assert completions(talk, "BESSIE") == ["Bessières"]


def test_tab_at_a_terminal(house: House) -> None:
    """A line is completed in the terminal itself; a pipe never sees any of it."""
    pytest.importorskip("readline")
    leader, follower = pty.openpty()
    environment = {**house.environment(), "TERM": "dumb", "INPUTRC": os.devnull}
    program = subprocess.Popen(
        house.command("play", "crown", "--new", "--seed", "1"),
        stdin=follower, stdout=follower, stderr=follower, env=environment, cwd=house.home, close_fds=True,
    )  # fmt: skip
    os.close(follower)
    try:
        _until(leader, b"> ")
        os.write(leader, b"hel\t\r")
        said = _until(leader, b"leave; the same command continues from here")
        assert said.startswith(b"help\r\n")
    finally:
        program.kill()
        program.wait()
        os.close(leader)


def _until(terminal: int, wanted: bytes) -> bytes:
    said, deadline = b"", time.monotonic() + 60
    while wanted not in said:
        assert time.monotonic() < deadline, said
        if select.select([terminal], [], [], 1.0)[0]:
            said += os.read(terminal, 4096)
    return said


# -- the shell


def asked(house: House, *words: str) -> list[str]:
    environment = {
        **house.environment(),
        "_SANDTABLE_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("sandtable", *words)),
        "COMP_CWORD": str(len(words)),
    }
    done = subprocess.run(house.command(), env=environment, cwd=house.home, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("pl",), ["plain,play", "plain,plugins"]),
        (("cro",), ["plain,crown"]),
        (("play", "cr"), ["plain,crown"]),
        (("play", "one.camp"), ["file,one.camp"]),
        (("simulate", "crown", "--bots", "r"), ["plain,random"]),
        (("options", "peninsula-1808", "--on", "corps"), ["plain,corps_leaders"]),
        (("play", "twin_rivers", "--set", "forced_march."), ["plain,forced_march.straggles_on="]),
        (("docs", "players"), ["plain,players-guide"]),
        (("rules", "PAR-tr"), ["plain,PAR-truce"]),
        (("completion", "z"), ["plain,zsh"]),
    ],
)
def test_the_shell_is_told_what_may_follow(house: House, words: tuple[str, ...], found: list[str]) -> None:
    assert asked(house, *words) == found


def test_what_a_shell_reads_is_sound(house: House) -> None:
    for shell in ("bash", "zsh", "fish"):
        text = house.run("completion", shell).stdout
        assert "_SANDTABLE_COMPLETE" in text
        if found := shutil.which(shell):
            subprocess.run([found, "-n"], input=text, text=True, check=True, capture_output=True)
    assert sys.executable not in text
