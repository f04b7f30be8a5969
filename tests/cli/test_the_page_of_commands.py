"""docs/commands.md and the commands say the same."""

import re
from itertools import takewhile
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from sandtable.cli import main
from sandtable.cli.group import COMMANDS, WORKBENCH
from sandtable.cli.talk.help import COMMANDS as SPOKEN
from sandtable.cli.talk.help import HELP

PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text("utf-8")
SECTIONS = {
    " ".join(takewhile(re.compile(r"[a-z][a-z-]*").fullmatch, title.split(" ")[1:])): text
    for title, text in re.findall(r"^## `(sandtable[^`]*)`\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
}


def command_called(name: str) -> click.Command:
    """Return a command, or one inside another: ``map import``."""
    found: click.Command | None = main
    for word in name.split():
        assert isinstance(found, click.Group)
        found = found.get_command(click.Context(found), word)
    assert found is not None
    return found


def inside(name: str) -> list[str]:
    """Name a command and those inside it."""
    group = command_called(name)
    names = group.list_commands(click.Context(group)) if isinstance(group, click.Group) else []
    return [name, *(f"{name} {one}" for one in names)]


NAMES = [name for outer in (*COMMANDS, WORKBENCH) for name in inside(outer)]


def options_of(command: click.Command) -> set[str]:
    return {one for parameter in command.params if isinstance(parameter, click.Option) for one in parameter.opts} - {
        "-h",
        "--help",
    }


def test_every_command_has_its_section_and_every_section_its_command() -> None:
    assert SECTIONS.keys() - {""} == set(NAMES)


@pytest.mark.parametrize("name", ["", *NAMES])
def test_every_option_stands_in_the_section_and_the_other_way_round(name: str) -> None:
    rows = [line.split("|")[1] for line in SECTIONS[name].splitlines() if line.startswith("| `--")]
    assert {option for row in rows for option in re.findall(r"--[\w-]+", row)} == options_of(command_called(name))


@pytest.mark.parametrize("name", NAMES)
def test_arguments_and_help(name: str) -> None:
    run = CliRunner().invoke(main, [*name.split(), "--help"])
    assert run.exit_code == 0
    usages = re.findall(rf"^## `sandtable {name}((?: [^a-z`][^`]*)?)`", PAGE, re.MULTILINE)
    assert [f"Usage: sandtable {name} [OPTIONS]{usage}" for usage in usages] == run.output.splitlines()[:1]
    assert all(one.help for one in command_called(name).params if isinstance(one, click.Option))


def test_what_can_be_said_at_a_question_is_told_twice_alike() -> None:
    rows = [line.split("|")[1] for line in SECTIONS["play"].splitlines() if line.startswith("| `")]
    said = {word.split(" ")[0] for row in rows for word in re.findall(r"`([^`]+)`", row)}
    assert SPOKEN - {"exit"} <= said
    assert {word.split(" ")[0] for what in HELP for word in what.split(", ")} - {"NUMBER"} <= said
