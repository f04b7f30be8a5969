"""Writes ``docs/sandtable.1`` out of the code: the page of the manual that ``man sandtable`` shows.

``scripts/docs`` calls it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from sandtable.cli import main as sandtable
from sandtable.cli.group import COMMANDS, WORKBENCH
from sandtable.distribution import VERSION

PAGE = Path(__file__).with_name("sandtable.1")
BEGINNING = '.\\" Generated from the code by scripts/docs: edit the commands there, not this page.\n'
SEE = "Guides, the reference of hooks and of options: \\fBsandtable docs\\fR lists them."


def page() -> str:
    """Return the whole page: the command alone, then each command and those inside it."""
    context = click.Context(sandtable, info_name="sandtable", **sandtable.context_settings)
    told = [BEGINNING, f'.TH SANDTABLE 1 "" "Sandtable {VERSION}" "User Commands"\n']
    told += [".SH NAME\n", "sandtable \\- a workbench for historical board wargames\n"]
    told += [".SH SYNOPSIS\n", f"{_usage(context)}\n", ".SH DESCRIPTION\n", *_says(sandtable)]
    told += [".SH OPTIONS\n", *_options(context), ".SH COMMANDS\n"]
    for name in sorted((*COMMANDS, WORKBENCH)):
        told += _describe_command(sandtable, name, context)
    return "".join((*told, ".SH EXIT STATUS\n", *_statuses(), ".SH SEE ALSO\n", f"{SEE}\n"))


def _describe_command(group: click.Group, name: str, above: click.Context) -> Iterator[str]:
    """Tell a command, and those inside it."""
    command = group.get_command(above, name)
    assert command is not None
    context = click.Context(command, info_name=name, parent=above)
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            yield from _describe_command(command, inner, context)
        return
    yield f".SS {_usage(context)}\n"
    yield from _says(command)
    yield from _options(context)


def _usage(context: click.Context) -> str:
    pieces = context.command.collect_usage_pieces(context)
    return f"\\fB{_plain(context.command_path)}\\fR {_plain(' '.join(pieces))}"


def _says(command: click.Command) -> Iterator[str]:
    """Tell what a command does, paragraph by paragraph; man breaks the lines itself."""
    for part in f"{command.help or ''}\n\n{command.epilog or ''}".replace("\b\n", "").split("\n\n"):
        if words := " ".join(part.split()):
            yield f".PP\n{_line(words)}\n"


def _options(context: click.Context) -> Iterator[str]:
    """Tell the options of a command; that each has ``--help`` is told once."""
    records = [one.get_help_record(context) for one in context.command.params if isinstance(one, click.Option)]
    if context.parent is None:
        records.append((", ".join(context.help_option_names), "Show this message and exit."))
    for record in records:
        if record is not None:
            yield f".TP\n\\fB{_plain(record[0])}\\fR\n{_line(record[1])}\n"


def _statuses() -> Iterator[str]:
    for status, says in enumerate(("All is well.", "Problems were found.", "A bad call, or bad input.")):
        yield f".TP\n\\fB{status}\\fR\n{says}\n"


def _line(words: str) -> str:
    """Return words as a line of text: what begins like a request of the formatter is none."""
    return f"\\&{_plain(words)}" if words.startswith((".", "'")) else _plain(words)


def _plain(words: str) -> str:
    return words.replace("\\", "\\e").replace("-", "\\-")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
