"""docs/commands.md and the commands say the same."""

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from sandtable.cli import main
from sandtable.cli.group import COMMANDS
from sandtable.cli.talk.table import COMMANDS as SPOKEN
from sandtable.cli.talk.table import HELP

PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text("utf-8")
SECTIONS = {
    title.split(" ")[1] if " " in title else "": text
    for title, text in re.findall(r"^## `(sandtable[^`]*)`\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
}


def options_of(command: click.Command) -> set[str]:
    return {one for parameter in command.params if isinstance(parameter, click.Option) for one in parameter.opts} - {
        "-h",
        "--help",
    }


def test_every_command_has_its_section_and_every_section_its_command() -> None:
    assert SECTIONS.keys() - {""} == COMMANDS.keys()


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_option_stands_in_the_section_and_the_other_way_round(name: str) -> None:
    context = click.Context(main)
    command = main.get_command(context, name) if name else main
    assert command is not None
    rows = [line.split("|")[1] for line in SECTIONS[name].splitlines() if line.startswith("| `--")]
    assert {option for row in rows for option in re.findall(r"--[\w-]+", row)} == options_of(command)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_arguments_and_help(name: str) -> None:
    run = CliRunner().invoke(main, [name, "--help"])
    assert run.exit_code == 0
    (usage,) = re.findall(rf"^## `sandtable {name}([^`]*)`", PAGE, re.MULTILINE)
    assert f"Usage: sandtable {name} [OPTIONS]{usage}\n" in run.output
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert all(one.help for one in command.params if isinstance(one, click.Option))


def test_what_can_be_said_at_a_question_is_told_twice_alike() -> None:
    rows = [line.split("|")[1] for line in SECTIONS["play"].splitlines() if line.startswith("| `")]
    said = {word.split(" ")[0] for row in rows for word in re.findall(r"`([^`]+)`", row)}
    assert SPOKEN - {"exit"} <= said
    assert {word.split(" ")[0] for what in HELP for word in what.split(", ")} - {"NUMBER"} <= said
