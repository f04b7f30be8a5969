"""The properties of hexes: name, terrain, level, and what lies on each side, along and across; of several at once."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

from sandtable.design.attribute_values import common_value, value_text
from sandtable.design.edits.hexes import NameHex, PaintHexes
from sandtable.design.edits.hexsides import LaySides
from sandtable.design.edits.levels import SetLevels
from sandtable.engine.errors import Invalid
from sandtable_editor.shell.pieces import as_tip, faint

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sandtable.board.hex_board import HexBoard
    from sandtable.board.layers import SideFeature
    from sandtable.board.spaces import SpaceId
    from sandtable.design.edits.edit import MapEdit
    from sandtable_editor.map.properties.form import PropertyForm

FAVOURS: Final = re.compile(r"(.+?)\s+for\s+(\S+)")
Laid = tuple[str, str]
"""What lies on a side, and the number of the hex that it favours, or nothing."""


def show_hexes(form: PropertyForm, numbers: tuple[SpaceId, ...]) -> None:
    """Show what lies in hexes; of one also what lies on its sides."""
    sheet = form.desk.design.map
    board = sheet.hexes
    if board is None:
        return
    cells = [board.grid.index(sheet.by_number.at(number)) for number in numbers]
    if len(numbers) == 1:
        _show_name(form, numbers[0], board)
    terrain = common_value([", ".join(board.terrain.sets[int(board.terrain.cells[cell])]) for cell in cells])
    known = sorted({word for words in board.terrain.sets for word in words})
    form.add_choice("Terrain", terrain, known, lambda text: PaintHexes(numbers, tuple(_words(text))))
    level = common_value([str(int(board.elevation[cell])) for cell in cells])
    form.add_text("Level", level, lambda text: SetLevels(numbers, _level(text)))
    if len(numbers) == 1:
        _show_sides(form, numbers[0], board)
        for what, value in sheet.space(numbers[0]).attributes:
            if what not in ("terrain", "elevation"):
                form.add(what.capitalize(), faint(value_text(value)))


def _show_name(form: PropertyForm, number: SpaceId, board: HexBoard) -> None:
    name = board.names.get(form.desk.design.map.by_number.at(number), "")
    form.add_text("Name", name, lambda text: NameHex(number, text))


def _show_sides(form: PropertyForm, number: SpaceId, board: HexBoard) -> None:
    """Show what lies on the side towards each hex beside this one."""
    here = form.desk.design.map.by_number.at(number)
    for direction in range(6):
        there = here.step(direction)
        if there not in board.grid:
            continue
        other = board.numbers.of(there)
        lying = [one for one in board.sides.of(here, direction) if one.status != "forbidden"]
        was = [(one.kind, "" if one.favours is None else board.numbers.of(one.favours)) for one in lying]
        edit = partial(_side_edits, number, other, was)
        field = form.add_text(f"Side to {other}", ", ".join(map(_side_words, was)), edit)
        field.setPlaceholderText("River, road, wall for 0101…" if not was and direction == 0 else "")
        field.setToolTip(as_tip(_edge_features(board.sides.of(here, direction)) or "Nothing lies there"))


def _edge_features(lying: Iterable[SideFeature]) -> str:
    return "\n".join(f"{one.kind}: {one.status}" for one in lying)


def _side_words(laid: Laid) -> str:
    kind, favours = laid
    return f"{kind} for {favours}" if favours else kind


def _laid(text: str) -> Iterator[Laid]:
    """Read what lies on a side: words with commas between them, each with the hex that it favours after a ``for``."""
    for word in _words(text):
        found = FAVOURS.fullmatch(word)
        yield (found[1], found[2]) if found else (word, "")


def _side_edits(number: str, other: str, was: Sequence[Laid], text: str) -> list[MapEdit]:
    return list(_changes_of_side(number, other, was, list(_laid(text))))


def _changes_of_side(number: str, other: str, was: Sequence[Laid], now: Sequence[Laid]) -> Iterator[MapEdit]:
    for kind, _ in was:
        if kind not in {one for one, _ in now}:
            yield LaySides(((number, other),), kind, remove=True)
    for kind, favours in now:
        if (kind, favours) in was:
            continue
        if favours not in ("", number, other):
            raise Invalid(f"{kind} between {number} and {other} cannot favour {favours}: name one of these two")
        pair = (other, number) if favours == other else (number, other)
        yield LaySides((pair,), kind, favours=bool(favours))


def _words(text: str) -> list[str]:
    return [word for one in text.split(",") if (word := one.strip())]


def _level(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Invalid(f"{text or 'nothing'} is not a level: give a whole number") from None
