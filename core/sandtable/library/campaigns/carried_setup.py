"""The map and the scenario that a campaign carries, so that it can be played wherever its file goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.library.files.file import File
    from sandtable.library.store.documents import ScenarioDocument


class CarriedSetup(NamedTuple):
    """What a campaign carries; a game without a map has none, nor has a scenario that a plugin brings a document."""

    ground: Map | None = None
    layout: ScenarioDocument | None = None


NOTHING: Final = CarriedSetup()


def put_carried(file: File, carried: CarriedSetup) -> None:
    """Write both into a file that carries neither."""
    if carried.ground is not None:
        from sandtable.library.store.map_store import MapStore  # brings the geometry along, which takes its time

        MapStore(file).put(carried.ground, ())
    if carried.layout is not None:
        from sandtable.library.store.scenario_store import ScenarioStore

        ScenarioStore(file).put(carried.layout)


def carried_by(file: File) -> CarriedSetup:
    """Return what a campaign carries; raises ``Invalid`` where that is not what was written."""
    with file.reading() as db:
        maps = [key for (key,) in db.conn.execute("SELECT key FROM maps WHERE current ORDER BY key")]
        scenarios = [key for (key,) in db.conn.execute("SELECT key FROM scenarios ORDER BY key")]
    ground = layout = None
    if maps:
        from sandtable.library.store.map_store import MapStore

        ground = MapStore(file).get(maps[0])
    if scenarios:
        from sandtable.library.store.scenario_store import ScenarioStore

        layout = ScenarioStore(file).get(scenarios[0])
    return CarriedSetup(ground, layout)
