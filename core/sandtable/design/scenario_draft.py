"""The draft of a scenario: what is done to it is on disk before anybody sees it, and opens again with its history.

It lies beside the library. A save is one unit of work there, and never overwrites what another program has put there
meanwhile.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Self

from msgspec.structs import replace

from sandtable.design.document import DesignDocument
from sandtable.design.draft_on_disk import ChangedMeanwhile, DraftOnDisk, TakenKey
from sandtable.design.draft_places import put_aside
from sandtable.design.draft_rescue import may_be_damaged, rescue
from sandtable.design.draft_rows import (
    NOWHERE,
    DraftStanding,
    read_entries,
    read_key,
    read_standing,
    write_head,
)
from sandtable.design.draft_sorts import SCENARIO_DRAFTS, scenario_drafts_of
from sandtable.design.history import EditHistory, after_all, on_the_way
from sandtable.design.scenario.designed import DesignedScenario
from sandtable.engine.errors import Elsewhere, Invalid
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.library.diff import scenario_changes
from sandtable.library.files.file import File
from sandtable.library.files.schema import SCENARIO_DRAFT
from sandtable.library.files.sqlite_errors import path_text
from sandtable.library.store.library_file import Library
from sandtable.library.store.scenario_store import ScenarioStore
from sandtable.library.store.shelf import Shelf


def scenario_draft_path(library: Path, key: str) -> Path:
    """Return where the draft of a scenario lies."""
    return SCENARIO_DRAFTS.path(library, key)


def open_design(library: Path, key: str, family: InstalledGame) -> DesignedScenario:
    """Return a scenario of a library to be worked on, with its map and what it extends."""
    with Library.open(library) as source:
        return _designed(source, key, family)


def _designed(source: Library, key: str, family: InstalledGame) -> DesignedScenario:
    shelf, document = Shelf(family, source), source.scenario(key)
    laid = shelf.laid(document)
    kept = source.revisions(laid.map) if laid.map else ()
    is_old = laid.revision in kept[1:]
    sheet = source.map_to_play(laid.map, laid.revision if is_old else "") if kept else None
    newest = source.map_to_play(laid.map) if is_old and document.map else None
    design = DesignedScenario.of(document, shelf, sheet, newest)
    _ = design.presets  # read while the library is open
    return design


class ScenarioDraft(DraftOnDisk):
    """A scenario under work; use ``open``."""

    @classmethod
    def open(cls, library: Path, key: str, family: InstalledGame) -> Self:
        """Go on with the draft of a scenario, or begin one; raises ``Invalid`` where it is open elsewhere.

        Of a damaged history everything before the damage stands, as ``harm`` says. Where all was saved and another
        program has changed the scenario since, its history is put aside, as ``meanwhile`` says.
        """
        design = open_design(library, key, family)
        path = scenario_draft_path(library, key)
        if not path.exists():
            return cls._begin(library, design, path)
        draft = cls._rescued(library, design, path)
        if not draft.meanwhile or draft.has_unsaved:
            return draft
        draft.close()
        away = put_aside(path)
        fresh = cls._begin(library, design, path)
        fresh.meanwhile = (
            f"{draft.meanwhile}: you go on with it as it is now; the history up to then is kept as {path_text(away)}"
        )
        return fresh

    @classmethod
    def _begin(cls, library: Path, design: DesignedScenario, path: Path) -> Self:
        file = File.create(path, SCENARIO_DRAFT)
        try:
            standing = DraftStanding(0, 0, design.document.digest)
            with file.unit() as db:
                ScenarioStore(file).put(design.document)
                write_head(db, design.document.key, standing)
        except BaseException:
            with suppress(Invalid):
                file.close()
            path.unlink(missing_ok=True)
            raise
        return cls(file, library, DesignDocument({"scenario": design}), standing)

    @classmethod
    def _rescued(cls, library: Path, design: DesignedScenario, path: Path) -> Self:
        """Go on with a draft that is there; of one that is damaged, with what can be read of it, as ``harm`` says."""
        try:
            return cls._resume(library, design, path)
        except Invalid as refused:
            if not may_be_damaged(path, refused):
                raise
            harm = rescue(library, design.document.key, path, refused, scenario_drafts_of(design))
        draft = cls._resume(library, design, path)
        draft.harm = (harm, *draft.harm)
        return draft

    @classmethod
    def _resume(cls, library: Path, design: DesignedScenario, path: Path) -> Self:
        file = File.open(path, SCENARIO_DRAFT, writing=True)
        try:
            key = design.document.key
            if not (found := read_key(file)):
                raise Invalid(f"{path_text(path)} is damaged and does not say what it is a draft of")
            if found != key:
                raise Elsewhere(f"{path_text(path)} is a draft of another scenario than {key!r}: move it away")
            read, standing = read_entries(file), read_standing(file)
            if read.wrong:
                raise Invalid(f"{path_text(path)} is damaged: {read.wrong}")
            at = min(standing.position, len(read.entries))
            begun = EditHistory(tuple(read.entries), 0)
            base = design.with_document(ScenarioStore(file).get(key))
            document = DesignDocument(_done(path, base, begun, at), begun.at(at))
            saved = standing.saved if standing.saved <= len(read.entries) else NOWHERE
            draft = cls(file, library, document, DraftStanding(at, saved, standing.revision))
        except BaseException:
            with suppress(Invalid):
                file.close()
            raise
        draft._links = read.links
        draft.harm = tuple(file.noticed)
        draft._compare(design)
        return draft

    def _compare(self, theirs: DesignedScenario) -> None:
        """Compare it with the library: a save may have gone through unnoted, or the scenario may be another."""
        current, position = theirs.document.digest, self.document.history.position
        if current == self._standing.revision:
            return
        if current == self.scenario.document.digest:
            self._note(DraftStanding(position, position, current))
        else:
            self.meanwhile = self._changed_words(self.scenario.document.title, self._differences(theirs))

    # --- what is kept -------------------------------------------------------------------------------------------

    @property
    def key(self) -> str:
        """The key that the scenario is kept under."""
        return self.scenario.document.key

    @property
    def scenario(self) -> DesignedScenario:
        """The scenario as it is now."""
        found: DesignedScenario = self.document.subjects["scenario"]
        return found

    # --- saving -------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Put the scenario into the library, in one unit of work.

        Raises ``ChangedMeanwhile`` where the library has another than this draft was made of, and ``Invalid`` where it
        cannot be written; then nothing has changed, there or here.
        """
        document = self.scenario.document.written(self.scenario.family)
        with self._kept_safe(), Library.open(self.library, writing=True) as library:
            known = {head.key for head in library.scenarios()}
            theirs = library.scenario(document.key).upgrade(self.scenario.family) if document.key in known else None
            if theirs is not None and theirs.digest not in (self._standing.revision, document.digest):
                there = self.scenario.with_document(theirs)
                words = self._differences(there)
                changed = self._changed_words(self.scenario.document.title, words)
                raise ChangedMeanwhile(f"{changed}: nothing was saved", words)
            library.put_scenario(document)
        position = self.document.history.position
        self.meanwhile = ""
        self._note(DraftStanding(position, position, document.digest))

    def save_as(self, key: str, title: str = "") -> None:
        """Put it into the library as another one, which must not be there yet; the draft stays that of its own."""
        document = self.scenario.document.written(self.scenario.family)
        document = replace(document, key=key, title=title or document.title)
        with self._kept_safe(), Library.open(self.library, writing=True) as library:
            if key in {head.key for head in library.scenarios()}:
                raise TakenKey(f"{path_text(self.library)} already has a scenario {key!r}: choose another key")
            library.put_scenario(document)

    def _differences(self, theirs: DesignedScenario) -> tuple[str, ...]:
        ours, saved = self.scenario, self._standing.saved
        if saved != NOWHERE:
            ours = after_all(self.document.subjects, on_the_way(self.document.history, saved))["scenario"]
        changes = scenario_changes(ours.document, theirs.document, theirs.family, filter(None, (ours.map, theirs.map)))
        return tuple(one.words for one in changes)


def _done(path: Path, base: DesignedScenario, history: EditHistory, at: int) -> dict[str, DesignedScenario]:
    """Do what was done; raises ``Elsewhere`` where it does not fit, for what the scenario lies on is another now."""
    try:
        found: dict[str, DesignedScenario] = after_all({"scenario": base}, on_the_way(history, at))
    except Invalid as error:
        raise Elsewhere(f"{path_text(path)} cannot be gone on with, for {error}: put it aside") from error
    return found
