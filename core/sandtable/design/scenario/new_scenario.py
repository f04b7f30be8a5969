"""A scenario to begin with: with nothing in it, over another one, or a copy of one, in a library with its map."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandtable.design.scenario.designed import DesignedScenario
from sandtable.design.scenario.laid_game import laid_game
from sandtable.engine.errors import Invalid
from sandtable.engine.state.rows import Side, SideId
from sandtable.library.store.documents import ScenarioDocument
from sandtable.library.store.shelf import Shelf
from sandtable.present.setting_up import beginnings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.board.maps import Map
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.library_file import Library


def scenario_from_nothing(
    family: InstalledGame, key: str, title: str, sheet: Map | None, sides: Sequence[str] = ()
) -> ScenarioDocument:
    """Return a scenario with its sides and what its game says any one needs: printed charts, a calendar.

    Raises ``Invalid`` for a map that the game cannot be played on, and for two sides of one name.
    """
    blank = _blank_scenario(family, key, title, sheet, sides)
    more = beginnings(laid_game(DesignedScenario.of(blank, Shelf(family), sheet)))
    whole = ScenarioDocument.made_of(family, [*blank.read(family), *more], setting={}, key=key, title=title)
    return replace(whole, map=blank.map, revision=blank.revision)


def _blank_scenario(
    family: InstalledGame, key: str, title: str, sheet: Map | None, sides: Sequence[str]
) -> ScenarioDocument:
    ground = family.system.ground
    if sheet is None and ground is not None:
        raise Invalid(f"{family.system.title} is played on a map: choose one")
    for misfit in sheet.misfits(ground.reads) if ground is not None and sheet is not None else ():
        raise Invalid(f"{family.system.title} cannot be played on the map {sheet.title if sheet else ''!r}: {misfit}")
    names = [one.strip() for one in sides if one.strip()]
    if twice := [one for at, one in enumerate(names) if one in names[:at]]:
        raise Invalid(f"two sides are called {twice[0]}: give one of them another name")
    bound = {"map": sheet.key, "revision": sheet.digest} if sheet is not None else {}
    rows = [Side(SideId(one), one) for one in names]
    return ScenarioDocument.made_of(family, rows, setting={}, key=key, title=title, **bound)


def overlay_of(base: ScenarioDocument, family: InstalledGame, key: str, title: str) -> ScenarioDocument:
    """Return a scenario that extends another, and does not differ from it yet."""
    return ScenarioDocument.made_of(family, (), setting={}, key=key, title=title, extends=base.key, base=base.digest)


def put_with_map(library: Library, document: ScenarioDocument, sheet: Map | None) -> ScenarioDocument:
    """Keep a scenario under a key that is free, with its map, in one unit of work; return it as it is kept.

    Where the library has another map of that key, this one comes in beside it.
    """
    with library.unit():
        if sheet is not None and sheet.digest not in library.revisions(sheet.key):
            key = free_key(sheet.key, {info.key for info in library.maps()})
            sheet = dataclasses.replace(sheet, info=replace(sheet.info, key=key))
            library.put_map(sheet)
        document = replace(document, key=free_key(document.key, {head.key for head in library.scenarios()}))
        if sheet is not None and document.map:
            document = replace(document, map=sheet.key, revision=sheet.digest)
        library.put_scenario(document)
    return document


def put_map_of_base(library: Library, sheet: Map | None, base: str) -> None:
    """Have the map in a library on which a scenario that is extended is played; it must be that under its key."""
    if sheet is None or sheet.digest in library.revisions(sheet.key):
        return
    if library.revisions(sheet.key):
        raise Invalid(
            f"your own library has another map {sheet.key!r} than {base} is played on: "
            f"copy {base} into it first, and lay the new one over the copy"
        )
    library.put_map(sheet)


def free_key(key: str, there: set[str]) -> str:
    """Return a key, or the first of it with a number that nothing there has."""
    found, number = key, 2
    while found in there:
        found, number = f"{key}-{number}", number + 1
    return found
