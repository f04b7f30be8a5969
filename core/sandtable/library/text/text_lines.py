"""Where in a text of TOML something stands: a table, a row, a field of it. Looked up only when that is wrong."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final, NamedTuple

HEADER: Final = re.compile(r"^\s*\[{1,2}\s*([^\]\n]+?)\s*\]{1,2}\s*(?:#.*)?$")
LINE: Final = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')(?:\s*\.\s*[^=\s]+)*)\s*=""")


class _Block(NamedTuple):
    """A table of the text: the parts of its name, the line of its header, and what it says, line by line."""

    name: list[str]
    line: int
    keys: dict[str, int]
    id: str


def line_of(text: str, table: str, row: str = "", field: str = "", number: int = 1) -> int:
    """Return the line of a field, or of as much as is found of where it stands; 0 where nothing is.

    Without a ``table`` the field stands at the head; without a ``row`` it is the table of that ``number``.
    """
    blocks = _blocks(text)
    if not table:
        return blocks[0].keys.get(field, 0) or next((one.line for one in blocks if one.name[:1] == [field]), 0)
    here = [one for one in blocks if one.name[:1] == [table]]
    if not here:
        return next((one.keys[table] for one in blocks[:1] if table in one.keys), 0)
    own = [one for one in here if row and (one.id == row or row in one.name[1:])]
    for block in own:
        if field in block.keys:
            return block.keys[field]
    in_a_line = [one.keys[row] for one in here if row in one.keys]
    found = in_a_line or [one.line for one in own]
    if found:
        return found[0]
    if row:
        return here[0].line
    here = [one for one in here if len(one.name) == 1][number - 1 :] or here
    return next((one.keys[field] for one in here if field in one.keys), here[0].line)


def _blocks(text: str) -> list[_Block]:
    """Return the tables of a text in order, its head first; texts of several lines are passed over."""
    blocks = [_Block([], 1, {}, "")]
    quote = ""
    for number, line in enumerate(text.split("\n"), 1):
        inside, quote = quote, _still_open(line, quote)
        if inside:
            continue
        if (header := HEADER.match(line)) and (name := _parts(header[1])):
            blocks.append(_Block(name, number, {}, ""))
        elif key := LINE.match(line):
            block = blocks[-1]
            (first, *_) = _parts(key[1]) or [key[1]]
            block.keys.setdefault(first, number)
            if first in ("id", "key") and not block.id:
                blocks[-1] = block._replace(id=str(_value(line, first)))
    return blocks


def _still_open(line: str, quote: str) -> str:
    """Return the quotes of a text of several lines that is open after a line."""
    for mark in re.findall(r'"""|' + "'''", line):
        quote = "" if mark == quote else quote or mark
    return quote


def _parts(key: str) -> list[str]:
    try:
        found: Any = tomllib.loads(f"[{key}]")
    except tomllib.TOMLDecodeError:
        return []
    parts: list[str] = []
    while found:
        ((name, found),) = found.items()
        parts.append(name)
    return parts


def _value(line: str, key: str) -> Any:
    try:
        return tomllib.loads(line).get(key, "")
    except tomllib.TOMLDecodeError:
        return ""
