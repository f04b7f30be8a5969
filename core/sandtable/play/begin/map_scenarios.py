"""Scenarios of a library that lie on one of its maps, and one of them bound to the map as it is, to be played so."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.play.begin.starts import Start


class MapScenario(NamedTuple):
    """A scenario on a map; ``is_current`` says whether it is bound to the map as it is now."""

    key: str
    title: str
    game: str
    is_current: bool


def scenarios_on(library: Path, map_key: str) -> list[MapScenario]:
    """Return the scenarios of a library that lie on a map."""
    from sandtable.library.store.library_file import Library

    with Library.open(library) as source:
        current = next(iter(source.revisions(map_key)), "")
        documents = [source.scenario(head.key) for head in source.scenarios() if head.map == map_key]
    return [MapScenario(one.key, one.title, one.game, one.revision == current) for one in documents]


def bind_to_current(library: Path, key: str, families: Mapping[str, InstalledGame]) -> Start:
    """Bind a scenario to its map as it is now, if it can be played there, and return it.

    Raises ``Invalid`` where it cannot: then the scenario stays as it was.
    """
    from msgspec.structs import replace

    from sandtable.engine.errors import unknown
    from sandtable.library.store.library_file import Library
    from sandtable.play.begin.starts import Start

    with Library.open(library) as source:
        document = source.scenario(key)
        current = next(iter(source.revisions(document.map)), "")
    if document.game not in families:
        raise unknown("game", document.game, families, f"the scenario {key!r} is of it")
    bound = replace(document, revision=current)
    start = Start.of(bound, families[document.game], library)
    start.rows()
    if bound != document:
        with Library.open(library, writing=True) as target:
            target.put_scenario(bound)
    return start
