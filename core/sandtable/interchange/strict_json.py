"""JSON as foreign files have it, read strictly: what two readers might understand differently is refused."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn, TypeGuard

from sandtable.engine.errors import Invalid

DEEPEST: Final = 32
"""Objects and lists inside each other."""

_MARKS: Final = {
    b"\xef\xbb\xbf": "begins with a byte order mark",
    b"\xff\xfe": "is UTF-16",
    b"\xfe\xff": "is UTF-16",
    b"\x00\x00\xfe\xff": "is UTF-32",
}


def parse_json(data: bytes) -> Any:
    """Return what a JSON text says; raises ``Invalid`` saying where it is none, or no strict one."""
    if not data.strip():
        raise Invalid("is empty: nothing can be read from it")
    for mark, says in _MARKS.items():
        if data.startswith(mark):
            raise Invalid(f"{says}: save it as plain UTF-8")
    if b"\0" in data[:4]:
        raise Invalid("is not UTF-8 text: save it as plain UTF-8")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Invalid(f"is not UTF-8 text (byte {error.start}): save it as plain UTF-8") from None
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise Invalid(
            f"is not JSON: line {error.lineno}, column {error.colno}: {error.msg[:1].lower()}{error.msg[1:]}; "
            "export it again from the program it comes from"
        ) from None
    except RecursionError:
        raise Invalid(too_deep()) from None
    except ValueError:  # what python says of a number of thousands of digits
        raise Invalid("has a number with thousands of digits: no coordinate has more than twenty") from None


def is_object(given: Any) -> TypeGuard[dict[str, Any]]:
    """Say whether a value of JSON is an object."""
    return isinstance(given, dict)


def is_list(given: Any) -> TypeGuard[list[Any]]:
    """Say whether a value of JSON is a list."""
    return isinstance(given, list)


def inner_of(level: list[Any]) -> list[Any]:
    """Return what stands in the objects and lists among some values, one level farther in."""
    found: list[Any] = []
    for one in level:
        if is_object(one):
            found += one.values()
        elif is_list(one):
            found += one
    return found


def too_deep() -> str:
    """Say that something is nested beyond what anybody means."""
    return f"is nested deeper than {DEEPEST} levels: no map needs that, simplify it"


def depth_of(thing: Any) -> int:
    """Return how deep a value is nested, as far as one level more than is allowed."""
    level = [thing]
    for depth in range(DEEPEST + 2):
        level = inner_of(level)
        if not level:
            return depth
    return DEEPEST + 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Invalid(f"has the key {twice[:60]!r} twice in one object: which one counts is unclear; remove one")
    return found


def _no_number(text: str) -> NoReturn:
    raise Invalid(f"has {text} where a number should be: give a number or null")
