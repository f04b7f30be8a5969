"""The terminal, a pipe or a script as the other end of a conversation."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from sandtable.cli import show
from sandtable.engine.errors import Invalid
from sandtable.engine.words import fit

if TYPE_CHECKING:
    from sandtable.cli.talk.conversation import Conversation
    from sandtable.cli.talk.lines import StyledLine

STYLES: Final[dict[str, dict[str, Any]]] = {
    "title": {"bold": True},
    "prompt": {"fg": "cyan", "bold": True},
    "faint": {"dim": True},
    "bad": {"fg": "red"},
    "good": {"fg": "green"},
}
LONGEST_SCRIPT: Final = 16 << 20
"""Bytes of a script of inputs."""
WIPE: Final = "\x1b[2J\x1b[3J\x1b[H"
"""Clear the screen and what has scrolled out of it."""


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """A line of a script with its number."""

    number: int
    text: str


def read_script(path: Path) -> list[ScriptLine]:
    """Read a script of inputs; blank lines and what follows ``#`` at the beginning of a line are left out."""
    try:
        if path.exists() and not path.is_file():
            raise Invalid(f"{path} is not a file: name a file with one input per line")
        with path.open("rb") as file:
            data = file.read(LONGEST_SCRIPT + 1)
        if len(data) > LONGEST_SCRIPT:
            raise Invalid(f"{path} has over {LONGEST_SCRIPT >> 20} MB: name a file with one input per line")
        text = data.decode("utf-8")
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror}; name a file with one input per line") from error
    except UnicodeDecodeError as error:
        raise Invalid(f"{path} is not a text file: {error.reason} at byte {error.start}") from error
    lines = (ScriptLine(number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return [line for line in lines if line.text and not line.text.startswith("#")]


def is_terminal() -> bool:
    """Tell whether somebody types and reads."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def converse(conversation: Conversation, script: list[ScriptLine], name: str) -> None:
    """Hold a conversation: the script first, then whoever types; its end is the end of the sitting.

    Raises ``Invalid`` with its number for a line of the script that will not do.
    """
    live = is_terminal()
    conversation.pauses = live and not script
    if live:
        _edit_lines(conversation)
    talk = conversation.run()
    lines = iter(script)
    with suppress(StopIteration):
        asked = next(talk)
        while True:
            _flush(conversation)
            conversation.error = ""
            said = next(lines, None)
            if said is None:
                if script and not live:
                    return
                conversation.pauses, conversation.asked = live, asked
                line = _read_typed(asked, live)
                if line is None:
                    return
                asked = talk.send(line)
                continue
            click.echo(asked + said.text)
            asked = talk.send(said.text)
            if conversation.error:
                _flush(conversation)
                raise Invalid(f"{name}, line {said.number}: {said.text!r} is not accepted here: {conversation.error}")
    _flush(conversation)


def _edit_lines(conversation: Conversation) -> None:
    """Have lines edited, recalled, and completed with Tab, where the system can do that."""
    try:
        import readline
    except ImportError:
        return
    from sandtable.cli.talk.line_completion import completions

    found: list[str] = []

    def complete(text: str, number: int) -> str | None:
        if number == 0:
            found[:] = completions(conversation, text)
        return found[number] if number < len(found) else None

    def list_matches(text: str, matches: Sequence[str], longest: int) -> None:
        names = [one.rpartition("> ")[2] for one in matches]
        click.echo("\n" + "\n".join(show.wrap_lines("  ", ", ".join(names), show.width())))
        click.echo(conversation.asked + readline.get_line_buffer(), nl=False)
        sys.stdout.flush()

    readline.set_completer_delims("")  # a name may have blanks: what is completed is the line
    readline.set_completer(complete)
    readline.set_completion_display_matches_hook(list_matches)
    as_bsd = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if as_bsd else "tab: complete")


def _read_typed(asked: str, live: bool) -> str | None:
    """Read a line; ``None`` at the end of input. Blank lines of a pipe are left out."""
    if live:
        try:
            return input(fit(asked))
        except EOFError:
            click.echo()
            return None
    for line in _piped_lines():
        if line:
            click.echo(asked + line)
            return line
    return None


def _piped_lines() -> Iterator[str]:
    while line := sys.stdin.readline():
        yield line.strip()


def _flush(conversation: Conversation) -> None:
    room = show.width()
    for line in conversation.drain():
        _print(line, room)
    sys.stdout.flush()


def _print(line: StyledLine, room: int | None) -> None:
    if line.manner == "clear":
        if sys.stdout.isatty():
            sys.stdout.write(WIPE)
        return
    indent = " " * (len(line.text) - len(line.text.lstrip()))
    plain = bool(os.environ.get("NO_COLOR"))
    sign = "" if plain or not _has_true_colours() else _sign_of(line.colour)
    for part in show.wrap_lines(indent, line.text.strip(), room - 2 if room is not None and sign else room, hang=2):
        click.echo(sign + (part if plain else click.style(part, **STYLES.get(line.manner, {}))))


def _has_true_colours() -> bool:
    """Tell whether the terminal says that it shows any colour, and not only a few."""
    return sys.stdout.isatty() and os.environ.get("COLORTERM") in ("truecolor", "24bit")


def _sign_of(colour: str) -> str:
    """Return a block in the colour of a side, no text for none."""
    if not colour:
        return ""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"{click.style('█', fg=(red, green, blue))} "
