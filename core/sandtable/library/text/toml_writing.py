"""Plain data as TOML: one fixed layout, so that the same data make the same text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, cast

from sandtable.engine.errors import Invalid

BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
WIDTH: Final = 110
"""Characters after which a list is broken into lines."""


def key_text(key: str) -> str:
    """Return a key, quoted where it must be."""
    return key if BARE.fullmatch(key) else string_text(key)


def string_text(text: str) -> str:
    """Return a text in quotes; raises ``Invalid`` for half a letter, which no file can take."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Invalid(f"{text!r} holds half a letter, which no text can keep: take it out") from error
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def value_text(value: Any) -> str:
    """Return a value in one line; raises ``Invalid`` for one that TOML has no word for."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return string_text(value)
    if isinstance(value, dict):
        pairs = cast("Mapping[str, Any]", value).items()
        inner = ", ".join(f"{key_text(key)} = {value_text(one)}" for key, one in pairs)
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(value_text, cast('Iterable[Any]', value)))}]"
    raise Invalid(f"{value!r} has no word in a text")


def in_order(value: Any) -> Any:
    """Return plain data with what has names in order of these, however it was put together."""
    if isinstance(value, dict):
        pairs = cast("Mapping[str, Any]", value).items()
        return {key: in_order(one) for key, one in sorted(pairs)}
    if isinstance(value, list | tuple):
        return [in_order(one) for one in cast("Iterable[Any]", value)]
    return value


def line_text(key: str, value: Any) -> str:
    """Return a line ``key = value``; a long list goes over several."""
    text = f"{key_text(key)} = {value_text(value)}"
    if len(text) <= WIDTH or not isinstance(value, list | tuple):
        return text
    lines, row = [f"{key_text(key)} = ["], "   "
    for one in map(value_text, cast("Iterable[Any]", value)):
        if len(row) + len(one) > WIDTH and row.strip():
            lines.append(row)
            row = "   "
        row += f" {one},"
    return "\n".join([*lines, row, "]"])


def table_text(header: str, fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a table under its header: ``[setting]``, ``[[Corps]]``."""
    yield header
    for key, value in fields.items():
        yield line_text(key, value)
    yield ""
