"""What a half-typed line may become: commands, what may be done, and the values of its fields after an arrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sandtable.cli.talk.help import COMMANDS
from sandtable.cli.talk.reading import names_after
from sandtable.engine.errors import SandtableError
from sandtable.engine.rules.rulings import parameters_of
from sandtable.play.words.matching import plain

if TYPE_CHECKING:
    from sandtable.cli.talk.dialogue import Dialogue
    from sandtable.engine.running.installed_game import InstalledGame


def completions(talk: Dialogue, line: str) -> list[str]:
    """Return the whole lines that a line may become, whatever its accents and capitals."""
    why = "? " if line.startswith("?") else ""
    *given, last = (one.strip() for one in line.removeprefix("?").split(">"))
    try:
        found = list(dict.fromkeys(_names(talk, given, last, why=bool(why))))
    except SandtableError:  # the table hears of it when the line is entered
        return []
    before = "".join(f"{one} > " for one in given)
    return [f"{why}{before}{name}" for name in found if plain(name).startswith(plain(last))]


def _names(talk: Dialogue, given: list[str], last: str, *, why: bool) -> Iterator[str]:
    """Yield what may stand in the last place of a line, those before it given."""
    if given:
        for number, offer in enumerate(talk.choices, 1):
            if plain(given[0]) == plain(offer.label) or given[0] == str(number):
                yield from names_after(offer, given[1:])
        return
    yield from talk.expected
    if not why:
        yield from _commands(talk, last)


def _commands(talk: Dialogue, typed: str) -> Iterable[str]:
    """Return commands, and what may stand behind the one that is typed."""
    word, blank, _ = typed.partition(" ")
    match word.casefold() if blank else "":
        case "rules":
            return [f"{word} {id}" for id in sorted(talk.referee.family.texts)]
        case "goto":
            return [f"{word} {ply.id}" for ply in talk.referee.journal.line()]
        case "options":
            return [f"{word} {what}" for what in _options(talk.referee.family)]
        case _:
            return sorted(COMMANDS)


def _options(family: InstalledGame) -> Iterable[str]:
    """Return what may be said of options: on, off, and each parameter with each of its values."""
    yield from (f"{sign} {key}" for sign in ("on", "off") for key in sorted(family.options))
    for _, module in sorted(family.modules.items()):
        for one in parameters_of(module):
            yield from (f"set {one.key}={value}" for value in one.choices or ("",))
