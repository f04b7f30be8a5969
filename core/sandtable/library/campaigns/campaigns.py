"""A campaign's file behind a referee: every ply, epoch and move of the head is on disk before play goes on.

One commit a ply. Now and then, and when the file is closed, the rows of the position are kept too, so that opening has
little to work out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from sandtable.engine.errors import Invalid
from sandtable.engine.journal.documents import epoch_document, ply_document, read_head, rows_document
from sandtable.engine.journal.journal import ROOT
from sandtable.library.campaigns.campaign_header import (
    CampaignHeader,
    ChainEnds,
    Head,
    compress_rows,
    head_seal,
    pack_ply,
    root_of,
    snapshot_seal,
)
from sandtable.library.campaigns.carried_setup import (
    NOTHING,
    CarriedSetup,
    carried_by,
    put_carried,
    put_revision,
)
from sandtable.library.files.export import export, require_free
from sandtable.library.files.file import File
from sandtable.library.files.gate import side_files
from sandtable.library.files.schema import CAMPAIGN
from sandtable.library.files.sqlite_errors import path_text, plain_errors
from sandtable.library.files.write_ahead_log import log_of

if TYPE_CHECKING:
    import sqlite3

    from sandtable.board.maps import Map
    from sandtable.engine.journal.journal import Epoch, Journal, Ply
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.state import State
    from sandtable.library.campaigns.contents import Contents

EVERY: Final = 100
"""Plies between two snapshots at least; more where a position has many rows."""
ROWS_A_PLY: Final = 5
"""About as many rows as a ply changes: a snapshot is not to cost more than the plies since the one before."""


class CampaignFile:
    """The journal's sink; of what it has kept nothing is changed but the head, and snapshots that are needless.

    What is on disk counts: where an interrupt has left open what that is, it is read again (``recalled``).
    """

    def __init__(self, file: File, header: CampaignHeader, links: ChainEnds) -> None:
        """Take over a file that is open for writing; use ``create`` and ``open_campaign``."""
        self._file, self.header, self._links = file, header, links
        file.ends_with(partial(_mark_closed, links.root))
        self._ways: dict[int, int] = {}
        self._snapshots: set[int] = set()
        self._journal: Journal | None = None
        self._state: State | None = None
        self._since = 0
        self._in_doubt = False
        """Whether a unit of work was begun of which it is not known here how it ended."""
        self._carried: CarriedSetup | None = None
        self._older: tuple[Mapping[int, bytes], Mapping[int, bytes]] = ({}, {})
        """Plies and rows, as they stand in the file, from before the campaign was brought up to newer data."""

    @classmethod
    def create(
        cls, path: Path, header: CampaignHeader, first: State | None, carried: CarriedSetup = NOTHING
    ) -> CampaignFile:
        """Make a file for a campaign that begins at a position; raises ``Invalid`` when there is one of that name.

        ``first`` is ``None`` where that position cannot be read any more: what is known of it is filled in.
        """
        file = File.create(path, CAMPAIGN)
        try:
            with file.unit() as db:
                document = msgspec.json.encode(header)
                (id,) = db.execute("SELECT id FROM file").fetchone()
                campaign = cls(file, header, ChainEnds(root_of(id, document)))
                db.execute("INSERT INTO campaign VALUES (1, ?, ?)", (document.decode(), campaign._links.root))
                db.execute("INSERT INTO head VALUES (1, 0, '', '')")
                campaign._put_head(db, ROOT)
                if first is not None:
                    campaign._put_snapshot(db, ROOT, first)
                put_carried(file, carried)
        except BaseException:
            with suppress(Invalid):
                file.close()
            path.unlink(missing_ok=True)
            raise
        campaign._carried = carried
        return campaign

    @classmethod
    def resume(cls, file: File, contents: Contents) -> CampaignFile:
        """Go on with a file, open for writing, that holds just these contents."""
        campaign = cls(file, contents.header, contents.links)
        campaign._take_over(contents)
        campaign._write(lambda connection: campaign._put_head(connection, contents.head))  # it is not closed any more
        file.gather()
        return campaign

    @property
    def path(self) -> Path:
        return self._file.path

    @property
    def file(self) -> File:
        """The open file, to read from."""
        return self._file

    @property
    def is_safe(self) -> bool:
        """Whether what was played can be read from the disk by the file's name, as far as a look can tell."""
        return self._file.stands and not self._file.is_cut_off

    def follow(self, journal: Journal, state: State) -> None:
        """Learn whose journal and position this is, as they are when all that is kept here has been played."""
        self._journal, self._state = journal, state
        self._since = self._plies_since(journal.head)

    def remember(self, contents: Contents) -> None:
        """Hold what only documents tell, for a copy from memory: it was written before the data were brought up."""
        self._older = {id: kept.document for id, kept in contents.plies.items()}, dict(contents.snapshots)

    def fill(
        self,
        epochs: Iterable[bytes],
        plies: Mapping[int, bytes],
        head: int,
        ways: dict[int, int] | None = None,
        snapshots: Mapping[int, bytes] = MappingProxyType({}),
        sheet: Map | None = None,
    ) -> None:
        """Keep what was found in another file, or in memory: the documents of epochs and plies, where it stands.

        ``sheet`` is a map that is played on from now on. It is one unit of work. Without ``ways`` redo leads where it
        led, and along what is new.
        """

        def fill(connection: sqlite3.Connection) -> None:
            for document in epochs:
                self._put_epoch(connection, document)
            for id, document in plies.items():
                self._put_ply(connection, id, document)
            for id, content in snapshots.items():
                self._put_rows(connection, id, content)
            if sheet is not None:
                put_revision(self._file, sheet)
            self._ways = self._ways_beside(plies) if ways is None else ways
            self._put_head(connection, head)

        self._write(fill)
        self._file.gather()
        if sheet is not None:
            self._carried = carried_by(self._file)  # for a copy from memory

    def _ways_beside(self, plies: Mapping[int, bytes]) -> dict[int, int]:
        parents = {read_head(document).parent for document in plies.values()}
        return {parent: child for parent, child in self._ways.items() if parent not in parents}

    def keep_map(self, sheet: Map) -> None:
        """Keep one more revision of the map: the table may adopt it; all that was played on stays."""
        self._write(lambda connection: put_revision(self._file, sheet))
        self._carried = carried_by(self._file)  # for a copy from memory

    def mend(self, spoilt: Collection[int], first: State | None) -> None:
        """Remove snapshots that are not what was written; the first rows are written anew, if they are known."""

        def mend(connection: sqlite3.Connection) -> None:
            connection.executemany("DELETE FROM snapshots WHERE ply = ?", [(ply,) for ply in spoilt])
            if ROOT in spoilt and first is not None:
                self._put_snapshot(connection, ROOT, first)

        self._write(mend)

    # --- the sink -----------------------------------------------------------------------------------------------

    def ply(self, ply: Ply) -> None:
        """Keep a new ply, which becomes the head."""
        document = ply_document(ply)

        def keep(connection: sqlite3.Connection) -> None:
            self._put_ply(connection, ply.id, document)
            self._ways.pop(ply.parent, None)
            self._put_head(connection, ply.id)
            self._since += 1
            if ply.documents or (self._since >= EVERY and self._is_due(ply)):
                self._put_position(connection, ply)

        self._write(keep)

    def head(self, id: int) -> None:
        """Keep that the head moves to a ply."""

        def move(connection: sqlite3.Connection) -> None:
            self._take_way_to(id)
            self._put_head(connection, id)

        self._write(move)
        self._since = self._plies_since(id)

    def epoch(self, epoch: Epoch) -> None:
        """Keep a new epoch."""

        def keep(connection: sqlite3.Connection) -> None:
            self._put_epoch(connection, epoch_document(epoch))
            self._put_head(connection, self._journal.head if self._journal is not None else self._links.last)

        self._write(keep)

    def recall(self, family: InstalledGame) -> tuple[Journal, State]:
        """Return the journal and the position as the file has them; what was broken off in it is taken back."""
        from sandtable.library.campaigns.contents import contents_of
        from sandtable.library.campaigns.positions import Positions

        if self._file.closing:
            raise Invalid(f"{path_text(self.path)} is closed: open it again")
        self._file.break_off()
        contents = contents_of(self._file)
        if contents.damage:
            raise Invalid(f"{path_text(self.path)} was damaged while it was open: {contents.damage}")
        positions = Positions(family, contents)
        state = positions.at(contents.head)
        if self._state is not None:
            state.boards = self._state.boards
        self._links = contents.links
        self._take_over(contents)
        self.follow(positions.journal, state)
        self._in_doubt = False
        return positions.journal, state

    def stand_alone(self) -> None:
        """Bring all that is kept so far into the one file: what lies beside it holds no more than what follows."""
        self._file.gather()

    def close(self) -> None:
        """Keep the position for the next time, and close the file; see ``File.close``."""
        at = self._journal.at if self._journal is not None and self._since and not self._in_doubt else None
        if at is not None and not self._file.closing:
            with suppress(Invalid):  # without it opening takes longer, and that is all
                self._write(partial(self._put_last, at))
            self._since = 0
        rescued = self._rescue()
        was_open = not self._file.closed
        try:
            self._file.close()
        except Invalid as error:
            raise rescued or error from error
        finally:
            if was_open:
                mark_as_last(self.path)
        if rescued:
            raise rescued

    def _rescue(self) -> Invalid | None:
        """Save what was played in a file of its own, when closing would lose it; returns what is to be said."""
        if self._file.closed or self.is_safe:
            return None
        target = free_name(self.path, "rescued")
        cut = f"{path_text(log_of(self.path))} was cut"
        gone = f"{path_text(self.path)} was moved, removed or replaced"
        what = f"{cut if self._file.stands else gone} while it was open"
        try:
            self.copy(target)
        except Invalid as error:
            return Invalid(f"{what}, and no copy of the campaign could be saved: {error}")
        return Invalid(f"{what}: the whole campaign is in {path_text(target)}, go on with that")

    def copy(self, target: Path) -> None:
        """Write all of it as one closed file, in place of one that is there; from memory, where it cannot be read."""
        try:
            self._file.require_whole()
            export(self._file, target)
        except Invalid:
            if self._journal is None or self._state is None or not target.absolute().parent.is_dir():
                raise
            self._copy_from_memory(target, self._journal, self._state)

    def _copy_from_memory(self, target: Path, journal: Journal, state: State) -> None:
        require_free(target)
        part = free_name(target, "part")
        try:
            self._write_anew(part, journal, state)
            with plain_errors(target):
                part.replace(target)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)

    def _write_anew(self, target: Path, journal: Journal, state: State) -> None:
        """Write a campaign from the journal and the position in memory."""
        base = state.clone()
        for ply in journal.way(journal.base)[0]:
            base.revert(ply.changes)
        plies, snapshots = self._older
        if journal.base != ROOT:
            snapshots = {**snapshots, journal.base: compress_rows(rows_document(base))}
        first = base if journal.base == ROOT else None
        copy = CampaignFile.create(target, self.header, first, self._carried or carried_by(self._file))
        copy.fill(
            [epoch_document(epoch) for epoch in journal.epochs],
            {id: plies.get(id) or ply_document(ply) for id, ply in journal.plies.items()},
            journal.head,
            dict(self._ways),
            snapshots,
        )
        copy.follow(journal, state)
        copy.close()

    # --- writing ------------------------------------------------------------------------------------------------

    def _write(self, write: Callable[[sqlite3.Connection], None]) -> None:
        """Write all or nothing, as one unit of work."""
        if self._in_doubt:
            raise Invalid(f"{path_text(self.path)}: the last action was interrupted; recall it first")
        before = (self._links, dict(self._ways), set(self._snapshots), self._since)
        self._in_doubt = True
        try:
            with self._file.unit() as db:
                write(db)
        except Exception:
            self._links, self._ways, self._snapshots, self._since = before
            self._in_doubt = False
            raise
        self._in_doubt = False

    def _put_last(self, at: Ply, connection: sqlite3.Connection) -> None:
        self._put_position(connection, at)
        self._thin_out(connection)

    def _take_over(self, contents: Contents) -> None:
        self._ways, self._snapshots = contents.ways, set(contents.snapshots)

    def _put_ply(self, connection: sqlite3.Connection, id: int, document: bytes) -> None:
        self._links = self._links.after_ply(id, document)
        connection.execute("INSERT INTO plies VALUES (?, ?, ?)", (id, pack_ply(document), self._links.ply))

    def _put_epoch(self, connection: sqlite3.Connection, document: bytes) -> None:
        number, self._links = self._links.epochs, self._links.after_epoch(document)
        connection.execute("INSERT INTO epochs VALUES (?, ?, ?)", (number, document.decode(), self._links.epoch))

    def _put_head(self, connection: sqlite3.Connection, id: int) -> None:
        links = self._links
        _store_head(connection, links.root, id, Head(links.epoch, links.ply, tuple(sorted(self._ways.items()))))

    def _take_way_to(self, id: int) -> None:
        """Note where redo will lead to, once the head has moved, that is not the newest ply."""
        journal = self._journal
        for ply in journal.way(id)[1] if journal is not None else ():
            if journal is not None and journal.newest_child(ply.parent) != ply.id:
                self._ways[ply.parent] = ply.id
            else:
                self._ways.pop(ply.parent, None)

    # --- snapshots ----------------------------------------------------------------------------------------------

    def _is_due(self, ply: Ply) -> bool:
        rows = sum(map(len, self._state.tables.values())) if self._state is not None else 0
        return self._since >= rows // ROWS_A_PLY

    def _put_position(self, connection: sqlite3.Connection, ply: Ply) -> None:
        """Keep the rows after a ply, if that is where the position is."""
        if self._state is not None and self._state.hash == ply.hash:
            self._put_snapshot(connection, ply.id, self._state)
            self._since = 0

    def _put_snapshot(self, connection: sqlite3.Connection, id: int, state: State) -> None:
        self._put_rows(connection, id, compress_rows(rows_document(state)))

    def _put_rows(self, connection: sqlite3.Connection, id: int, content: bytes) -> None:
        link = self._links.root
        if id != ROOT:
            (link,) = connection.execute("SELECT link FROM plies WHERE id = ?", (id,)).fetchone()
        row = (id, content, snapshot_seal(link, id, content))
        connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", row)
        self._snapshots.add(id)

    def _thin_out(self, connection: sqlite3.Connection) -> None:
        """Remove the last snapshot but one when it stands near the one before it: that of a short sitting."""
        *_, before, needless, _ = (ROOT, ROOT, ROOT, *sorted(self._snapshots))
        base = self._journal.base if self._journal is not None else ROOT
        if needless not in (ROOT, base) and needless - before < EVERY:
            connection.execute("DELETE FROM snapshots WHERE ply = ?", (needless,))
            self._snapshots.discard(needless)

    def _plies_since(self, id: int) -> int:
        """Count the plies from the nearest snapshot above one up to it."""
        ply = self._journal.plies.get(id) if self._journal is not None else None
        plies = 0
        while ply is not None and ply.id not in self._snapshots:
            ply, plies = ply.before, plies + 1
        return plies


def mark_as_last(path: Path) -> None:
    """Let a campaign be the one of its folder that was written last, also when the clock has gone back since another.

    The times of the files count on from one another then, and do not rest on the clock alone.
    """
    with suppress(OSError):
        others = [last_written(one) for one in path.parent.glob(f"*{path.suffix}") if one != path]
        newest = max(others, default=0.0)
        if newest >= last_written(path):
            os.utime(path, (newest + 1, newest + 1))


def free_name(path: Path, what: str) -> Path:
    """Return a name beside a campaign that is not taken: ``war-rescued.campaign``, ``war-rescued-2.campaign``."""
    return free_place(path.parent, f"{path.stem}-{what}", path.suffix)


def free_place(folder: Path, name: str, suffix: str) -> Path:
    """Return a name in a folder that is not taken: ``war.campaign``, ``war-2.campaign``."""
    for number in range(1, 1000):
        path = folder / f"{name}{'' if number == 1 else f'-{number}'}{suffix}"
        if not os.path.lexists(path):
            return path
    raise Invalid(f"there are too many files called {name} in {path_text(folder)}: move some away")


def _store_head(connection: sqlite3.Connection, root: str, id: int, head: Head) -> None:
    document = msgspec.json.encode(head)
    row = (id, document.decode(), head_seal(root, id, document))
    connection.execute("UPDATE head SET ply = ?, document = ?, seal = ?", row)


def _mark_closed(root: str, connection: sqlite3.Connection) -> None:
    """Say in the head that nothing more is written."""
    for ply, document in connection.execute("SELECT ply, document FROM head").fetchall():
        if document:
            _store_head(connection, root, ply, replace(msgspec.json.decode(document, type=Head), closed=True))


def last_written(path: Path) -> float:
    """Return when a campaign was written last, in seconds of the system's clock; also of one that was not closed."""
    written = path.stat().st_mtime
    for side in side_files(path):
        with suppress(FileNotFoundError):  # whoever had it open has just closed it
            written = max(written, side.stat().st_mtime)
    return written
