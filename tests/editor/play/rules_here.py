"""Notices rules that run in the window's thread."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from inspect import unwrap
from types import CodeType, FrameType
from typing import Any, Final

from sandtable.engine import Action, InstalledGame

DOES: Final = ("perform", "refusals")
"""What an action says of itself that is a rule, besides what its fields may hold."""

FOUGHT: Final = ("contests", "outcome", "gauges", "exchange")
"""What a game declares of what is fought out in it: rules are asked for that, and a past that may be long."""


def codes_of(family: InstalledGame) -> dict[CodeType, str]:
    """Return the code of all rules of a game: what cites or tells what is fought out, what an action does."""
    found: dict[CodeType, str] = {}
    for module in family.modules.values():
        for home in type(module).__mro__:
            for name, one in vars(home).items():
                is_rule = getattr(one, "__citation__", None) is not None or name in FOUGHT
                if is_rule and callable(one):
                    found[unwrap(one).__code__] = f"{home.__name__}.{name}"
    for kind in family.kinds.values():
        for home in kind.__mro__:
            if issubclass(home, Action) and home is not Action:
                for name, one in vars(home).items():
                    plain: Any = one.__func__ if isinstance(one, staticmethod) else one
                    if name in DOES or getattr(one, "__fills__", None) is not None:
                        found[unwrap(plain).__code__] = f"{home.__name__}.{name}"
    return found


@contextmanager
def noticed(family: InstalledGame) -> Generator[Counter[str]]:
    """Give the rules that have run in this thread, by what has called them."""
    codes, found = codes_of(family), Counter[str]()

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in codes:
            found[f"{codes[frame.f_code]} < {_caller(frame)}"] += 1

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield found
    finally:
        sys.setprofile(before)


def _caller(frame: FrameType | None) -> str:
    """Name what of the window has led to a call."""
    names: list[str] = []
    while frame is not None:
        name = str(frame.f_globals.get("__name__", ""))
        if name.startswith("sandtable"):
            names.append(f"{name}.{frame.f_code.co_name}:{frame.f_lineno}")
        frame = frame.f_back
    return " < ".join(names[:40])
