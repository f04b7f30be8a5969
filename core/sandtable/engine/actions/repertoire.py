"""All actions of a game by their names in files: those at its steps, and those that answer its rules' questions.

A question names its actions in code, and is nowhere declared. So the files of the game are looked through: those of its
modules and rows, and those of its own packages that they import from. Whatever a rule can name is among them, wherever
it stands; in a campaign's file an action has its name alone, and a file that is moved or renamed changes nothing.
"""

from __future__ import annotations

import sys
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, cast

from sandtable.engine.actions.actions import Action
from sandtable.engine.errors import Broken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Namespace = dict[str, Any]


def repertoire(things: Iterable[type], always: Iterable[type[Action]]) -> dict[str, type[Action]]:
    """Return these actions and every one that the files of these classes can name.

    Raises ``Broken`` for two of one name.
    """
    found: dict[str, type[Action]] = {kind.stored: kind for kind in always}
    for namespace in _files(things):
        for kind in namespace.values():
            if isinstance(kind, type) and issubclass(kind, Action) and kind is not Action:
                add(found, cast("type[Action]", kind))
    return found


def add(found: dict[str, type[Action]], kind: type[Action], module: str = "") -> None:
    """Add an action; raises ``Broken`` when there is another of its name."""
    other = found.setdefault(kind.stored, kind)
    if other is not kind:
        raise Broken(
            f"two actions are called {kind.stored} in files: {_where(kind)} and {_where(other)}; "
            'rename one of them, or give it a name in files with `stored = "..."`',
            module or kind.__module__,
        )


def _where(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _files(things: Iterable[type]) -> Iterator[Namespace]:
    """Yield what the files of classes name, and those of the same package that they have it from."""
    seen: set[str] = set()
    waiting: list[tuple[str, Namespace]] = [(thing.__module__, _namespace(thing)) for thing in things]
    while waiting:
        name, namespace = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        yield namespace
        package = name.partition(".")[0]
        for value in list(namespace.values()):
            home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            if isinstance(home, str) and home not in seen and home.partition(".")[0] == package:
                module = sys.modules.get(home)
                if module is not None:
                    waiting.append((home, vars(module)))


def _namespace(thing: type) -> Namespace:
    """Return the names in the file of a class; that of a file that is gone from ``sys.modules`` by its functions."""
    module = sys.modules.get(thing.__module__)
    if module is not None:
        return vars(module)
    functions = [value for value in vars(thing).values() if isinstance(value, FunctionType)]
    return functions[0].__globals__ if functions else {}
