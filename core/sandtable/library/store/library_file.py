"""A library: maps, scenarios, presets, charts and house rules of one's own in one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import cached_property, partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from sandtable.engine.errors import Invalid
from sandtable.engine.rules.forms.rule_document import HouseRules, stored_rules
from sandtable.engine.state.charts import Chart, ChartId
from sandtable.library.files.export import export, import_file
from sandtable.library.files.file import File
from sandtable.library.files.hash_chains import seal
from sandtable.library.files.schema import LIBRARY
from sandtable.library.files.sqlite_errors import path_text
from sandtable.library.store.document_store import DocumentStore
from sandtable.library.store.documents import PresetDocument, ScenarioDocument, ScenarioHead
from sandtable.library.store.map_table import MapTable
from sandtable.library.store.scenario_store import ScenarioStore

if TYPE_CHECKING:
    import sqlite3

    from sandtable.board.maps import Map, MapInfo
    from sandtable.board.spaces import SpaceId
    from sandtable.library.store.library_rescue import SoundParts
    from sandtable.library.store.map_store import MapStore


class Library:
    """An open library.

    Opened to be looked at it changes no byte and leaves nothing beside the file; opened for writing it keeps other
    programs out. Every put and remove is a unit of work of its own; with ``unit`` several are one.
    """

    def __init__(self, file: File) -> None:
        """Take over an open file; use ``open`` and ``create``."""
        self._file = file
        self.harm: tuple[str, ...] = tuple(file.noticed)
        """What has come to harm in it, a sentence each; with any it is what is left of it that is open."""
        self._scenarios = ScenarioStore(file)
        self._presets = DocumentStore(file, "presets", "preset", PresetDocument)
        self._charts = DocumentStore(file, "charts", "chart", Chart)
        self._house = DocumentStore(file, "house_rules", "house rule", HouseRules)

    @cached_property
    def _maps(self) -> MapStore:
        """The maps, with numpy and shapely: who wants presets or scenarios does not wait for those."""
        from sandtable.library.store.map_store import MapStore

        return MapStore(self._file)

    @classmethod
    def create(cls, path: Path, id: str = "") -> Self:
        """Make an empty library, open for writing; raises ``Invalid`` when there is a file of that name.

        ``id`` tells files apart, by default a random one; what is to be the same file twice is given its own.
        """
        return cls(File.create(path, LIBRARY, id))

    @classmethod
    def open(cls, path: Path, *, writing: bool = False) -> Self:
        """Open a library, after it has passed the gate; raises ``Invalid`` in one sentence when it cannot be."""
        return cls(File.open(path, LIBRARY, writing=writing))

    @classmethod
    def open_sound(cls, path: Path) -> Self:
        """Open a library to be looked at; of a damaged one what is sound: ``harm`` says what is not.

        Raises ``Invalid`` for what is no library, and when nothing is left of it.
        """
        try:
            library = cls.open(path)
            try:
                library.content_hash()
            except BaseException:
                library.close()
                raise
        except Invalid as refused:
            return cls._open_rescued(path, refused)
        return library

    @classmethod
    def _open_rescued(cls, path: Path, refused: Invalid) -> Self:
        from sandtable.library.store.library_rescue import RescuedLibrary

        try:
            rescued = RescuedLibrary(path)
        except Invalid:
            raise refused from None
        library = cls(File.stand_in(path, rescued, LIBRARY))
        library.harm = (str(refused), *(f"{path_text(path)} has lost {one}" for one in rescued.sound.lost))
        return library

    @staticmethod
    def salvage(path: Path, target: Path) -> SoundParts:
        """Write a new library with all that is sound in a damaged one; see ``rescue.written_anew``."""
        from sandtable.library.store.library_rescue import write_sound_copy

        return write_sound_copy(path, target)

    @classmethod
    def take_in(cls, source: Path, target: Path) -> None:
        """Make a library of a foreign file: all of it is looked through, then copied; ``source`` is not touched."""
        import_file(source, target, LIBRARY, lambda file: cls(file).damage())

    @property
    def path(self) -> Path:
        return self._file.path

    def unit(self) -> AbstractContextManager[sqlite3.Connection]:
        """Do several puts as one: all of them are on disk when it ends, or none is."""
        return self._file.unit()

    def export(self, target: Path) -> None:
        """Write the library as one closed file, in place of one that is there only when it is whole and on disk."""
        export(self._file, target)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.__exit__(kind, error, trace)

    # --- maps ---------------------------------------------------------------------------------------------------

    def maps(self) -> tuple[MapInfo, ...]:
        """Return what each map is, in order of their keys."""
        return self._maps.infos()

    def map(self, key: str, revision: str = "") -> Map:
        """Return a map, by default as it is now."""
        return self._maps.get(key, revision)

    def map_to_play(self, key: str, revision: str = "") -> Map:
        """Return a map to begin campaigns on: what is only drawn is made when it is wanted, and need not be kept."""
        return self._maps.get_sealed(key, revision)

    def revisions(self, key: str) -> tuple[str, ...]:
        """Return the revisions that are kept of a map, the current one first; none when there is no such map.

        One that is replaced is kept as long as a scenario is bound to it.
        """
        return self._maps.revisions(key)

    def areas_in(self, key: str, west: float, south: float, east: float, north: float) -> tuple[SpaceId, ...]:
        """Return the areas of a map whose boxes reach into a box in map units, without reading the whole map."""
        return self._maps.areas_in(key, west, south, east, north)

    def put_map(self, whole: Map) -> None:
        """Keep a map in place of the one with its key; only what differs is written."""
        self._maps.put(whole, self._scenarios.bound_maps())

    def remove_map(self, key: str) -> None:
        """Remove a map with all its revisions; raises ``Invalid`` when a scenario lies on it."""
        on = [head.key for head in self.scenarios() if head.map == key]
        if on:
            raise Invalid(f"map {key!r} has scenarios on it ({', '.join(on)}): remove those first, or move them")
        self._maps.remove(key)

    # --- scenarios ----------------------------------------------------------------------------------------------

    def scenarios(self) -> tuple[ScenarioHead, ...]:
        """Return what each scenario is, in order of their keys."""
        return self._scenarios.heads()

    def scenario(self, key: str) -> ScenarioDocument:
        """Return a scenario."""
        return self._scenarios.get(key)

    def put_scenario(self, scenario: ScenarioDocument) -> None:
        """Keep a scenario in place of the one with its key."""
        with self.unit():
            self._scenarios.put(scenario)
            self._maps.let_go(self._scenarios.bound_maps())

    def remove_scenario(self, key: str) -> None:
        """Remove a scenario, and revisions of maps that only it was bound to."""
        with self.unit():
            self._scenarios.remove(key)
            self._maps.let_go(self._scenarios.bound_maps())

    # --- presets and charts -------------------------------------------------------------------------------------

    def presets(self) -> tuple[PresetDocument, ...]:
        """Return the presets, in order of their keys."""
        return self._presets.all()

    def preset(self, key: str) -> PresetDocument:
        """Return a preset."""
        return self._presets.get(key)

    def put_preset(self, preset: PresetDocument) -> None:
        """Keep a preset in place of the one with its key."""
        self._presets.put(preset.key, preset)

    def remove_preset(self, key: str) -> None:
        """Remove a preset."""
        self._presets.remove(key)

    def charts(self) -> tuple[Chart, ...]:
        """Return the charts that are kept for any scenario to take over, in order of their ids."""
        return self._charts.all()

    def chart(self, id: ChartId) -> Chart:
        """Return a chart."""
        return self._charts.get(id)

    def put_chart(self, chart: Chart) -> None:
        """Keep a chart in place of the one with its id."""
        self._charts.put(chart.id, chart)

    def remove_chart(self, id: ChartId) -> None:
        """Remove a chart."""
        self._charts.remove(id)

    # --- house rules by form ------------------------------------------------------------------------------------

    def house_rules(self) -> tuple[HouseRules, ...]:
        """Return the house rules by form, in order of their keys; raises ``Invalid`` for one that is none."""
        where = path_text(self._file.path)
        return tuple(stored_rules(one.text, where) for one in self._house.all())

    def put_house_rules(self, rules: HouseRules) -> None:
        """Keep house rules in place of those with their key."""
        self._house.put(rules.key, rules)

    def remove_house_rules(self, key: str) -> None:
        """Remove house rules."""
        self._house.remove(key)

    # --- all of it ----------------------------------------------------------------------------------------------

    def content_hash(self) -> str:
        """Return the hash of all that is in it: the same on every machine, whatever came first.

        It is made from the digests that are kept of each thing; ``damage`` tells whether they are true.
        """
        return seal(
            [(one.key, one.revision, one.current) for one in MapTable(self._file).verified_rows()],
            [(one.key, one.digest) for one in self._scenarios.verified_rows()],
            [row[:2] for row in self._presets.verified_rows()],
            [row[:2] for row in self._charts.verified_rows()],
            *([house] if (house := [row[:2] for row in self._house.verified_rows()]) else []),
        )

    def damage(self) -> tuple[str, ...]:
        """Read everything; return a sentence for each thing that is not what was written."""
        found: dict[str, None] = {}
        for tables in (self._in_maps, self._in_scenarios, self._in_papers):
            try:
                for read in tables():
                    found.update(_sentence_of(read))
            except Invalid as error:  # the table itself cannot be read
                found[str(error)] = None
        return tuple(found)

    def _in_maps(self) -> Iterator[Callable[[], object]]:
        for entry in self._maps.entries():
            yield partial(self._maps.get, entry.key, entry.revision)
            yield partial(self._maps.compare_boxes, entry)

    def _in_scenarios(self) -> Iterator[Callable[[], object]]:
        return (partial(self._scenarios.get, entry.key) for entry in self._scenarios.entries())

    def _in_papers(self) -> Iterator[Callable[[], object]]:
        for papers in (self._presets, self._charts, self._house):
            yield from (partial(papers.get, key) for key, _, _ in papers.rows())


def _sentence_of(read: Callable[[], object]) -> dict[str, None]:
    """Read something; return what was said of it."""
    try:
        read()
    except Invalid as error:
        return {str(error): None}
    return {}
