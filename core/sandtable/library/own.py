"""The user's own library: the maps and scenarios that somebody makes without naming another file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import SandtableError
from sandtable.home import home

if TYPE_CHECKING:
    from sandtable.engine.rules.forms.rule_document import HouseRules
    from sandtable.library.store.library_file import Library

OWN: Final = "library.db"


def own_library_path() -> Path:
    """Return where the user's own library lies, whether it is there yet or not."""
    return home() / OWN


def open_own_library() -> Library:
    """Open the user's own library to be written; the first time it is made."""
    from sandtable.library.store.library_file import Library

    path = own_library_path()
    if path.exists():
        return Library.open(path, writing=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    return Library.create(path)


def own_rules() -> tuple[HouseRules, ...]:
    """Return the house rules by form in the user's own library; raises ``Invalid`` for one that cannot be read."""
    from sandtable.library.store.library_file import Library

    path = own_library_path()
    if not path.exists():
        return ()
    with Library.open_sound(path) as library:
        return library.house_rules()


def sound_own_rules() -> tuple[HouseRules, ...]:
    """Return the house rules of the user's own library, none where it cannot be read: that is told elsewhere."""
    try:
        return own_rules()
    except SandtableError:
        return ()


def copy_to_own(source: Path, key: str) -> Path:
    """Copy a map, with the scenarios that are played on it, into the user's own library; return where that lies.

    What is there already stays as it is.
    """
    from sandtable.library.store.library_file import Library

    with Library.open(source) as shipped, open_own_library() as own, own.unit():
        if not own.revisions(key):
            own.put_map(shipped.map(key))
        there = {head.key for head in own.scenarios()}
        for head in shipped.scenarios():
            if head.map == key and head.key not in there:
                own.put_scenario(shipped.scenario(head.key))
    return own_library_path()
