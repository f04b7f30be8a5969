"""What commands print: facts as JSON, words in columns, progress on a terminal only."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print the facts as JSON.")


def as_json_text(facts: object) -> None:
    """Print facts as JSON, indented."""
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(facts), indent=2))


def columns(rows: Iterable[Sequence[str]], indent: str = "  ") -> None:
    """Print rows in columns; on a terminal long words wrap inside the last one, elsewhere a row is a line."""
    listed = [list(row) for row in rows]
    widths = [max((len(row[at]) for row in listed), default=0) for at in range(max(map(len, listed), default=1) - 1)]
    room = width()
    for row in listed:
        head = indent + "".join(f"{cell:{w}}  " for cell, w in zip(row[:-1], widths, strict=False))
        for line in wrap_lines(head, row[-1], room):
            click.echo(line.rstrip())


def wrap_lines(head: str, text: str, room: int | None, *, hang: int = 0) -> list[str]:
    """Break a text into lines that hang under where it begins, or so much further in."""
    import textwrap

    if room is None or room - len(head) < 20:
        return [head + text]
    return textwrap.wrap(
        text, room, initial_indent=head, subsequent_indent=" " * (len(head) + hang), break_on_hyphens=False
    ) or [head]


def width() -> int | None:
    """Return how many columns the terminal has, ``None`` when the output goes elsewhere."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return min(shutil.get_terminal_size().columns, 110)


def answer(facts: dict[str, Any], says: str, *, as_json: bool) -> None:
    """Say what was done: in a line, or as facts for a program."""
    if as_json:
        as_json_text(facts)
    else:
        click.echo(says)


def heading(text: str) -> None:
    """Print a title."""
    from sandtable.engine.words import fit

    text = fit(text)
    click.echo(text if os.environ.get("NO_COLOR") else click.style(text, bold=True))


def paragraph(text: str, indent: str = "") -> None:
    """Print a paragraph."""
    for line in wrap_lines(indent, text, width()):
        click.echo(line)


@contextmanager
def progress(what: str, total: int) -> Generator[Callable[[], None]]:
    """Show a bar on standard error, on a terminal only; the callable says that a piece of the work is done."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    steps = max(1, total // 200)
    with click.progressbar(length=total, label=what, file=sys.stderr, show_pos=True, update_min_steps=steps) as bar:
        yield lambda: bar.update(1)
