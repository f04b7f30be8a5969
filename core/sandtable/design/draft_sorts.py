"""What drafts of maps and of scenarios have of their own: where they lie, what is in them, what they began with."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote

from sandtable.design.history import EditHistory, after_all, on_the_way
from sandtable.engine.errors import Invalid
from sandtable.library.files.schema import DRAFT, SCENARIO_DRAFT
from sandtable.library.files.sqlite_errors import FOREIGN
from sandtable.library.store.library_file import Library
from sandtable.library.store.map_store import MapStore
from sandtable.library.store.scenario_store import ScenarioStore

if TYPE_CHECKING:
    from sandtable.design.draft_rows import DraftStanding
    from sandtable.design.history import HistoryEntry
    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.library.files.file import File
    from sandtable.library.files.schema import FileKind

Entries = list["HistoryEntry"]
Begun = Callable[[Path, str, "DraftStanding", Entries], Any]


class DraftSort(NamedTuple):
    """Drafts of one kind of thing."""

    what: str
    """What they are of: map, scenario."""
    end: str
    """How their files end."""
    kind: FileKind
    title: Callable[[Library, str], str]
    """What the library calls the thing of a key; nothing where it has none."""
    kept: Callable[[File, str], Any]
    """What a draft began with, as it has it; ``None`` where that is damaged."""
    taken_back: Begun
    """The same by way of what was saved last: what was done until then is taken back from what the library has."""
    put: Callable[[File, Any], None]

    def path(self, library: Path, key: str) -> Path:
        """Return where the draft of the thing of a key lies: beside the library."""
        return library.with_name(f"{library.name}.{quote(key, safe='')}{self.end}")

    def title_of(self, library: Path, key: str) -> str:
        """Return what it is called, as far as its library tells; else its key."""
        with suppress(Invalid, OSError), Library.open(library) as there:
            return self.title(there, key) or key
        return key


# --- maps -----------------------------------------------------------------------------------------------------------


def _title_of_map(library: Library, key: str) -> str:
    return next((info.title for info in library.maps() if info.key == key), "")


def _kept_map(file: File, key: str) -> Any:
    with suppress(Invalid, *FOREIGN):
        store = MapStore(file)
        found, lost = store.read_scraps(store.entry(key))
        return None if lost else found
    return None


def _map_taken_back(library: Path, key: str, standing: DraftStanding, entries: Entries) -> Any:
    with suppress(Invalid), Library.open(library) as there:
        saved = there.map(key, standing.revision)
        history = EditHistory(tuple(entries), standing.saved)
        return after_all({"map": saved}, on_the_way(history, 0))["map"]
    return None


def _put_map(file: File, base: Any) -> None:
    MapStore(file).put(base, ())


MAP_DRAFTS: Final = DraftSort("map", ".draft", DRAFT, _title_of_map, _kept_map, _map_taken_back, _put_map)


# --- scenarios ------------------------------------------------------------------------------------------------------


def _title_of_scenario(library: Library, key: str) -> str:
    return next((head.title for head in library.scenarios() if head.key == key), "")


def _kept_scenario(file: File, key: str) -> Any:
    with suppress(Invalid, *FOREIGN):
        return ScenarioStore(file).get(key)
    return None


def _put_scenario(file: File, base: Any) -> None:
    ScenarioStore(file).put(base)


def scenario_drafts_of(design: DesignedScenario | None) -> DraftSort:
    """Return the drafts of a scenario that is there; without one what only it could tell counts as lost."""

    def taken_back(library: Path, key: str, standing: DraftStanding, entries: Entries) -> Any:
        if design is None or design.document.digest != standing.revision:
            return None
        with suppress(Invalid):
            history = EditHistory(tuple(entries), standing.saved)
            return after_all({"scenario": design}, on_the_way(history, 0))["scenario"].document
        return None

    return DraftSort(
        "scenario", ".scenario-draft", SCENARIO_DRAFT, _title_of_scenario, _kept_scenario, taken_back, _put_scenario
    )


SCENARIO_DRAFTS: Final = scenario_drafts_of(None)
