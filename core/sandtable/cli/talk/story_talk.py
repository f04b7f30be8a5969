"""What became of battles, and how the dice have fallen, at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.cli.talk.lines import StyledLine
from sandtable.engine.errors import Invalid
from sandtable.play.record.dice_luck import COLUMNS, luck_of, luck_rows, throws_of
from sandtable.play.record.story import stories_of
from sandtable.play.record.story_words import story_lines, story_title
from sandtable.play.words.matching import plain, typed_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.cli.talk.dialogue import Dialogue
    from sandtable.cli.talk.lines import Manner
    from sandtable.play.record.contests_fought import Fought

MANNERS: Final[dict[str, Manner]] = {"title": "title", "plain": "plain", "faint": "faint"}


def story(talk: Dialogue, rest: str) -> None:
    """Tell the last battle, or one by its number or words of its name; ``story all`` lists them."""
    stories = stories_of(talk.referee, talk.sides)
    if not stories.fought:
        raise Invalid("there is no story yet: nothing has been fought out")
    if rest.casefold() == "all":
        talk.say("What has been fought out:", "title")
        talk.show(
            StyledLine(f"  {number:>3}  {story_title(one)} (ply {one.first})")
            for number, one in enumerate(stories.fought, 1)
        )
        return
    told = stories.tell(_chosen(stories.fought, rest))
    view = talk.game.seen_by_sides(frozenset(talk.sides))
    talk.show(StyledLine(line, MANNERS[manner]) for manner, line in story_lines(view, told))


def _chosen(fought: list[Fought], text: str) -> Fought:
    """Return the contest of a number, else the last whose name holds the text; the last of all without one."""
    number = typed_number(text)
    if number is not None and 1 <= number <= len(fought):
        return fought[number - 1]
    for one in reversed(fought):
        if plain(text) in plain(one.contest.title):
            return one
    raise Invalid(f"nothing called {text!r} has been fought out: story all lists what has")


def luck(talk: Dialogue, rest: str) -> None:
    """Show what each side has thrown, and what dice show on average."""
    view = talk.game.seen_by_sides(frozenset(talk.sides))
    rows = luck_rows(view, luck_of(throws_of(view, talk.referee.journal, talk.sides)))
    if not rows:
        raise Invalid("no dice have been thrown yet that you may see")
    talk.say("Dice thrown by each side; high is not always lucky:", "title")
    talk.show(StyledLine(line) for line in _columns([COLUMNS, *rows]))


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows in columns: names to the left, numbers to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  " + "  ".join(
            f"{cell:{width}}" if at == 0 else f"{cell:>{width}}"
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]  # fmt: skip
