"""The maps and the scenario that a campaign carries, so that it can be played wherever its file goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.engine.errors import Invalid
from sandtable.engine.state.boards import NoBoard
from sandtable.library.files.sqlite_errors import FOREIGN

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.board.maps import Map
    from sandtable.engine.state.boards import Board
    from sandtable.library.files.file import File
    from sandtable.library.store.documents import ScenarioDocument


class CarriedSetup(NamedTuple):
    """What a campaign carries: the map it is played on, the scenario as its library had it, maps it was played on.

    A game without a map has none, nor has a scenario of a plugin a document.
    """

    ground: Map | None = None
    layout: ScenarioDocument | None = None
    before: tuple[Map, ...] = ()
    """Revisions that it was played on before the present one."""


NOTHING: Final = CarriedSetup()


def carried_map(board: Board) -> Map | None:
    """Return what a campaign carries of a board: the map that it is; a board of another kind is not a map."""
    if isinstance(board, NoBoard):
        return None
    from sandtable.board.maps import Map  # brings the geometry along, which takes its time

    return board if isinstance(board, Map) else None


def put_carried(file: File, carried: CarriedSetup) -> None:
    """Write all of it into a file that carries nothing."""
    for sheet in (*carried.before, *([carried.ground] if carried.ground is not None else [])):
        put_revision(file, sheet)
    if carried.layout is not None:
        from sandtable.library.store.scenario_store import ScenarioStore

        ScenarioStore(file).put(carried.layout)


def put_revision(file: File, sheet: Map) -> None:
    """Write a map as the one that is played on from now on; every revision of before stays.

    One that was read with its rows is written as it stands in the file that it is from.
    """
    from sandtable.library.store.map_store import MapStore
    from sandtable.library.store.undrawn_maps import UndrawnMap

    maps = MapStore(file)
    bound = {(entry.key, entry.revision) for entry in maps.entries()}
    if isinstance(sheet, UndrawnMap) and sheet.sealed is not None:
        maps.put_sealed(sheet.sealed, bound)
    else:
        maps.put(sheet, bound)


def revisions_in(file: File) -> dict[str, str]:
    """Return the digests of the maps that a file holds, with their keys, the one that is played on last.

    Of a damaged file it is what can be read.
    """
    try:
        with file.reading() as db:
            return dict(db.execute("SELECT revision, key FROM maps ORDER BY current, id").fetchall())
    except FOREIGN:
        return {}


def carries_scenario(file: File) -> bool:
    """Tell whether a file holds a scenario: it was begun from a library then."""
    try:
        with file.reading() as db:
            return db.execute("SELECT 1 FROM scenarios").fetchone() is not None
    except FOREIGN:
        return False


def played_map(file: File, digest: str, whole: Callable[[], Map]) -> Map:
    """Return a revision to play on; what is only drawn is taken from the ``whole`` one, once somebody looks at it.

    Raises ``Invalid`` where it is not what was written.
    """
    from sandtable.library.store.map_store import MapStore

    return MapStore(file).get_undrawn(_key_of(file, digest), digest, whole)


def whole_map(file: File, digest: str) -> Map:
    """Return a revision with all that is drawn; raises ``Invalid`` where it is not what was written."""
    from sandtable.library.store.map_store import MapStore

    return MapStore(file).get(_key_of(file, digest), digest)


def _key_of(file: File, digest: str) -> str:
    """Return the key of the map of which a file holds this revision; raises ``Invalid`` where it is gone."""
    found = revisions_in(file)
    if digest not in found:
        raise Invalid(f"its revision {digest[:12]} is not in the file any more; take a copy of the file from before")
    return found[digest]


def carried_scenario(file: File) -> ScenarioDocument | None:
    """Return the scenario that a campaign carries, ``None`` for one of its game's own."""
    from sandtable.library.store.scenario_store import ScenarioStore

    scenarios = ScenarioStore(file)
    keys = [entry.key for entry in scenarios.entries()]
    return scenarios.get(keys[0]) if keys else None


def carried_by(file: File) -> CarriedSetup:
    """Return what a campaign carries; raises ``Invalid`` where that is not what was written."""
    with file.reading() as db:
        maps = db.execute("SELECT key, revision FROM maps ORDER BY current, id").fetchall()
        scenarios = [key for (key,) in db.execute("SELECT key FROM scenarios ORDER BY key")]
    read: list[Map] = []
    layout = None
    if maps:
        from sandtable.library.store.map_store import MapStore

        read = [MapStore(file).get(key, revision) for key, revision in maps]
    if scenarios:
        from sandtable.library.store.scenario_store import ScenarioStore

        layout = ScenarioStore(file).get(scenarios[0])
    return CarriedSetup(read[-1] if read else None, layout, tuple(read[:-1]))
