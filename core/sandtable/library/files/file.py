"""An open file: the one connection to it, and the one way to change it, a unit of work.

A file that is written belongs to one connection: nobody else may open it for writing, and whatever is beside it while
it is written (``-wal``) is gone when it is closed. A file that is looked at is not touched, nor its folder.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import weakref
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from sandtable.engine.errors import Invalid
from sandtable.library.files.copies import WorkingCopy, in_use, signature, sync
from sandtable.library.files.gate import FileHeader, connect, header, open_checked, same_schema, side_files
from sandtable.library.files.migrations import STEPS, Steps, back_up, migrate
from sandtable.library.files.schema import DRAFT, SCENARIO_DRAFT, FileKind
from sandtable.library.files.sqlite_errors import error_for, path_text, plain_errors, reason
from sandtable.library.files.turns import FileLook, alone_with, begin_writing, end_writing, key_of, moving
from sandtable.library.files.write_ahead_log import WriteAheadLog, log_of
from sandtable.log import note

_PATIENCE = 0.5
"""Seconds to wait for another program that closes the file."""

_WRITE_AHEAD = (
    "locking_mode=EXCLUSIVE",
    "synchronous=FULL",
    "fullfsync=ON",  # without it macOS does not wait for the disk
    "checkpoint_fullfsync=ON",
    "journal_mode=WAL",
)

_SETTLED = (
    "wal_checkpoint(TRUNCATE)",
    "synchronous=OFF",  # all is on disk by now; what follows only turns a switch in the header
    "journal_mode=DELETE",
)

_COUNT = "UPDATE file SET changes = ?"

Last = Callable[[sqlite3.Connection], None]
"""What is written last; it works on the file alone, whatever was broken off in the program."""


class Copy(Protocol):
    """What is looked at in place of a file; it goes with it."""

    path: Path
    noticed: list[str]

    def drop(self) -> None:
        """Remove it."""
        ...


class File:
    """A library or a campaign, open to be looked at or to be written.

    ``conn`` is its connection. Outside of ``unit`` it refuses to write, unless its one user was trusted with it.
    """

    def __init__(
        self,
        path: Path,
        kind: FileKind,
        connection: sqlite3.Connection,
        *,
        writing: bool,
        copy: Copy | None = None,
        look: FileLook | None = None,
    ) -> None:
        """Take over an open connection; use ``open`` and ``create``."""
        self.path, self.kind, self.writing, self._copy, self._look = path, kind, writing, copy, look
        self.conn = connection
        self._seen = signature(path)
        self._key = self._seen[:2] if self._seen else None
        self.units = 0
        """How many units of work are under way, one within the other."""
        self._closing = self._in_order = self.closed = self._trusts = False
        self._log: WriteAheadLog | None = None
        self.changes = 0
        """How many were acknowledged, in the life of the file; known while it is open for writing."""
        self.noticed: list[str] = list(copy.noticed) if copy else []
        """What was noticed about the file that whoever uses it should be told; whoever tells it takes it out."""
        self._last: list[Last] = []
        self._end = weakref.finalize(self, _close_at_exit, connection, self._last) if writing else None

    @classmethod
    def create(cls, path: Path, kind: FileKind, id: str = "") -> Self:
        """Make an empty file and open it for writing; raises ``Invalid`` when there is one of that name.

        ``id`` tells files apart, by default a random one; nothing else depends on it.
        """
        with alone_with(path, partial(_make_empty, path)):
            try:
                with plain_errors(path):
                    file = cls(path, kind, connect(path, "mode=rw"), writing=True)
                    try:
                        _lay_out(file.conn, kind, id or secrets.token_hex(8))
                        file._take_hold()
                        sync(path.absolute().parent)
                        file._begin()
                    except BaseException:
                        with suppress(Invalid):
                            file.close()
                        raise
                    return file
            except BaseException:
                with suppress(OSError):
                    path.unlink()
                raise

    @classmethod
    def open(
        cls, path: Path, kind: FileKind, *, writing: bool = False, foreign: bool = False, steps: Steps | None = None
    ) -> Self:
        """Open a file through the gate; raises ``Invalid`` when it is not there, not sound, or open elsewhere.

        To be written, a file of an older version is migrated, after a copy of it was made beside it. To be looked
        at, it is migrated in a working copy, and one that was not closed is put in order in one; unless it is
        ``foreign``, then it must be closed.
        """
        steps = STEPS.get(kind.name, {}) if steps is None else steps
        if writing:
            with alone_with(path):
                note("%s %s is opened to be written", kind.name, path)
                return cls._open_writing(path, header(path, kind), steps)
        look = FileLook(path)
        try:
            note("%s %s is opened to be read", kind.name, path)
            return cls._open_looking(path, header(path, kind), steps, look, foreign=foreign)
        except BaseException:
            look.end()
            raise

    @classmethod
    def _open_looking(cls, path: Path, head: FileHeader, steps: Steps, look: FileLook, *, foreign: bool) -> Self:
        kind = head.kind
        if not head.unclosed and not side_files(path) and head.version == kind.version:
            return cls(path, kind, open_checked(path, kind, head).connection, writing=False, look=look)
        if foreign:
            open_checked(path, kind).connection.close()
        copy = WorkingCopy(path, kind)
        look.end()
        try:
            looked_at = _open_checked(copy.path, path, kind, steps)
        except BaseException:
            copy.drop()
            raise
        return cls(path, kind, looked_at, writing=False, copy=copy)

    @classmethod
    def stand_in(cls, path: Path, copy: Copy, kind: FileKind) -> Self:
        """Open what was made of a damaged file, to be looked at in its name."""
        try:
            connection = open_checked(copy.path, kind).connection
        except BaseException:
            copy.drop()
            raise
        return cls(path, kind, connection, writing=False, copy=copy)

    @classmethod
    def _open_writing(cls, path: Path, head: FileHeader, steps: Steps) -> Self:
        with plain_errors(path):
            if in_use(path):
                raise Invalid(f"{path_text(path)} is open in another program: close it there first")
        noticed: list[str] = []
        if head.unclosed or side_files(path):
            copy = WorkingCopy(path, head.kind)
            noticed += copy.noticed
            try:
                head = _look_through(copy.path, path, head.kind)
                _keep_old(copy.path, path, head)
            finally:
                copy.drop()
        else:
            head = _look_through(path, path, head.kind)
            _keep_old(path, path, head)
        with plain_errors(path):
            file = cls(path, head.kind, connect(path, "mode=rw", patience=_PATIENCE), writing=True)
            try:
                file._take_hold()
                same_schema(path, file.conn, head)
                migrate(path, file.conn, head, steps)
                file._begin()
            except BaseException:
                with suppress(Invalid):
                    file.close()
                raise
            file.noticed += noticed
            return file

    def _take_hold(self) -> None:
        """Make its connection the only one that writes, or even opens, the file, which brings that to disk."""
        if self._key:
            begin_writing(self._key, self)
        for pragma in _WRITE_AHEAD:
            self.conn.execute(f"PRAGMA {pragma}").fetchall()
        self.conn.execute("BEGIN IMMEDIATE")
        self.conn.execute("COMMIT")
        for end in ("-journal", "-shm"):  # of work that was done, or never begun
            self.path.with_name(f"{self.path.name}{end}").unlink(missing_ok=True)

    def _begin(self) -> None:
        """Let nothing be written from now on but in units of work, and keep account of them."""
        self.guard(on=True)
        self._keep_account()

    def guard(self, *, on: bool) -> None:
        """Have the connection refuse to write, or no longer. Each time SQLite prepares all statements anew."""
        if not self._trusts:
            self.conn.execute(f"PRAGMA query_only={'ON' if on else 'OFF'}")

    def trust(self) -> None:
        """Guard no longer: nobody but the caller has the connection, and he writes in units of work alone."""
        self.guard(on=False)
        self._trusts = True

    def _keep_account(self) -> None:
        """Begin the account of the log; without it a damaged log is told less exactly, and that is all."""
        self._count()
        with suppress(OSError):
            self._log = WriteAheadLog(self.path, self.changes)

    def _count(self) -> None:
        (self.changes,) = self.conn.execute("SELECT changes FROM file").fetchone()

    # --- reading and writing ------------------------------------------------------------------------------------

    def unit(self) -> UnitOfWork:
        """Do several writes as one: all of them are on disk when it ends, or none is.

        A unit inside another is a part of it. Raises ``Invalid`` when the disk is full, the file gone, the folder
        read-only; then nothing was changed and the file may be used on.
        """
        if not self.writing or self._closing:
            raise Invalid(f"{path_text(self.path)} is open for reading only: open it for writing")
        if not self.units:
            self.require_to_stand()
            with plain_errors(self.path):
                self._require_log()
            if self.conn.in_transaction:
                raise RuntimeError(f"{path_text(self.path)}: a transaction is open that is not a unit of work")
        return UnitOfWork(self)

    def account(self, changes: int) -> None:
        """Note how many changes were acknowledged."""
        self.changes = changes
        if self._log:
            with suppress(OSError):
                self._log.note(changes)

    def break_off(self) -> None:
        """Take back what a unit of work has left that an interrupt broke off: none is under way."""
        self.units = 0
        self.conn.rollback()
        self.guard(on=True)
        with plain_errors(self.path):
            self._count()

    def gather(self) -> None:
        """Bring what lies beside the file into it, on disk for certain; more is written beside it from then on."""
        with plain_errors(self.path):
            self.guard(on=False)
            try:
                self.conn.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            finally:
                self.guard(on=True)

    @contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """Read; whatever a damaged file raises comes out as one ``Invalid``."""
        try:
            with plain_errors(self.path):
                yield self.conn
        except Invalid as error:
            if not self.writing and not self._copy and signature(self.path) != self._seen:
                raise Invalid(
                    f"{path_text(self.path)} was changed by another program in the meantime: open it again"
                ) from error
            raise

    def pour_into(self, path: Path) -> None:
        """Write all of it as one closed file to a path where nothing is yet, the same bytes for the same content."""
        connection = self.conn
        attached = connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 1)
        try:
            with plain_errors(path):
                self.guard(on=False)
                connection.execute("VACUUM INTO ?", (str(path.absolute()),))
        finally:
            self.guard(on=True)
            connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, attached)

    def require_to_stand(self) -> None:
        """Raise ``Invalid`` when the path no longer leads to the file that is open."""
        if not self.stands:
            raise Invalid(
                f"{path_text(self.path)} was moved, removed or replaced while it was open: nothing was changed; "
                f"put it back{self._or_copied}"
            )

    @property
    def _or_copied(self) -> str:
        """What else can be done about a file that is not where it was; nobody saves a copy of a draft."""
        return (
            ""
            if self.kind in (DRAFT, SCENARIO_DRAFT)
            else ", or save a copy elsewhere (`save FILE`, or Campaign: Save a copy)"
        )

    @property
    def stands(self) -> bool:
        """Whether its path still leads to the file that is open."""
        return self._key is not None and key_of(self.path) == self._key

    @property
    def is_cut_off(self) -> bool:
        """Whether what was done last can no longer be read from the disk: somebody has cut its log."""
        return self._log is not None and not self._log.is_whole

    def require_whole(self) -> None:
        """Raise ``Invalid`` when somebody has cut the log: what was done last can be read from it no more."""
        if self.is_cut_off:
            name = path_text(Path(log_of(self.path).name))
            raise Invalid(
                f"{name}, which holds the last changes of {path_text(self.path)}, was cut while it was open: nothing "
                f"was changed{self._or_copied.replace(', or', ';', 1)}"
            )

    def _require_log(self) -> None:
        """Bring what is in a log that somebody has removed into the file; raise ``Invalid`` for one that was cut."""
        self.require_whole()
        log = self._log
        if log is None or log.is_there:
            return
        name = path_text(Path(log_of(self.path).name))
        log.close()
        self._log = None
        _settle(self.conn)
        self._take_hold()
        self._begin()
        self.noticed.append(
            f"{name}, which holds the last changes of {path_text(self.path)} while it is open, was removed or "
            "replaced: they were brought into the file, and nothing is lost; leave what lies beside it until it is "
            "closed"
        )

    # --- closing ------------------------------------------------------------------------------------------------

    def ends_with(self, write: Last) -> None:
        """Have something written when the file is closed, by whom ever."""
        self._last.append(write)

    @property
    def closing(self) -> bool:
        """Whether it is closed, or was about to be: nothing is written to it any more."""
        return self._closing

    def close(self) -> None:
        """Close it; a file that was written is one closed file again.

        Raises ``Invalid`` when that fails for want of room; nothing is lost, what is missing lies beside it. What
        an interrupt breaks off, the next call goes on with; at the latest, the end of the program does.
        """
        if self.closed:
            return
        self._closing = True
        with moving(self._key if self.writing else None):
            try:
                if self.writing and not self._in_order:
                    self._put_in_order()
                    self._in_order = True
            except Invalid:
                self._let_go()
                raise
            self._let_go()

    def _let_go(self) -> None:
        self.conn.close()
        if self._copy:
            self._copy.drop()
        if self._look:
            self._look.end()
        if self.writing and self._key:
            end_writing(self._key)
        self.closed = True
        if self._end:
            self._end.detach()

    def _put_in_order(self) -> None:
        if self._log:
            self._log.close()
            self._log = None
        try:
            _settle(self.conn, self._last)
        except sqlite3.Error as error:
            if not self.stands:
                raise Invalid(
                    f"{path_text(self.path)} was moved, removed or replaced while it was open: "
                    "what was done before is in the file that was moved"
                ) from error
            raise Invalid(
                f"{path_text(self.path)} could not be put in order, it {reason(error)}: what you did is safe in the "
                "-wal beside it; leave that there, make room, and open it again"
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.close()
        else:
            with suppress(Invalid):  # what failed first counts
                self.close()


class UnitOfWork:
    """A unit of work in a file; see ``File.unit``.

    No generator: one that an interrupt leaves behind would take back what others write, whenever it is collected.
    """

    def __init__(self, file: File) -> None:
        self._file, self._before = file, 0
        self._savepoint = f"unit_{file.units}" if file.units else ""

    def __enter__(self) -> sqlite3.Connection:
        file, connection = self._file, self._file.conn
        try:
            if self._savepoint:
                connection.execute(f"SAVEPOINT {self._savepoint}")
            else:
                file.guard(on=False)
                connection.execute("BEGIN")
        except sqlite3.Error as error:
            file.guard(on=True)
            raise error_for(file.path, error) from error
        file.units += 1
        self._before = connection.total_changes
        return connection

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        file = self._file
        try:
            if error is None:
                self._keep(file.conn)
            else:
                self._take_back(file.conn)
        except sqlite3.Error as failure:
            self._take_back(file.conn)
            error = failure
        file.units -= 1
        if not self._savepoint:
            file.guard(on=True)
        if isinstance(error, sqlite3.Error):
            raise error_for(file.path, error) from error

    def _keep(self, connection: sqlite3.Connection) -> None:
        if self._savepoint:
            connection.execute(f"RELEASE {self._savepoint}")
            return
        changes = self._file.changes
        if connection.total_changes != self._before:
            changes += 1
            connection.execute(_COUNT, (changes,))
        connection.execute("COMMIT")
        if changes != self._file.changes:
            self._file.account(changes)

    def _take_back(self, connection: sqlite3.Connection) -> None:
        """Undo it, if what went wrong has left anything to undo."""
        if not self._savepoint:
            connection.rollback()
        elif connection.in_transaction:
            connection.execute(f"ROLLBACK TO {self._savepoint}")
            connection.execute(f"RELEASE {self._savepoint}")


def _make_empty(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o644))
    except FileExistsError:
        raise Invalid(f"{path_text(path)} already exists: open it, or choose another name") from None
    except OSError as error:
        raise Invalid(f"{path_text(path)} cannot be made: {error.strerror}; choose another folder or name") from error


def _lay_out(connection: sqlite3.Connection, kind: FileKind, id: str) -> None:
    """Fill a new file with empty tables; whoever takes hold of it brings them to disk before anything else."""
    for pragma in ("encoding='UTF-8'", "journal_mode=OFF", "synchronous=OFF"):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    connection.execute("BEGIN")
    for statement in kind.statements(kind.version):
        connection.execute(statement)
    connection.execute("INSERT INTO file VALUES (1, ?, 0)", (id,))
    connection.execute(f"PRAGMA application_id={kind.application}")
    connection.execute(f"PRAGMA user_version={kind.version}")
    connection.execute("COMMIT")


def _settle(connection: sqlite3.Connection, last: Iterable[Last] = ()) -> None:
    """Write the last thing, bring what lies beside a file into it, and close it up."""
    connection.rollback()
    connection.execute("PRAGMA query_only=OFF")
    with suppress(sqlite3.Error):  # without room for it the file is whole all the same
        connection.execute("BEGIN")
        for write in last:
            write(connection)
        connection.execute("COMMIT")
    connection.rollback()
    for pragma in _SETTLED:
        connection.execute(f"PRAGMA {pragma}").fetchall()


def _close_at_exit(connection: sqlite3.Connection, last: Iterable[Last]) -> None:
    """Put a file in order that nobody has closed, at the end of the program if not before.

    SQLite itself would remove what lies beside it, and leave the file as if that had been lost.
    """
    with suppress(sqlite3.Error):
        _settle(connection, last)
    with suppress(sqlite3.Error):
        connection.close()


def _look_through(copy: Path, path: Path, kind: FileKind) -> FileHeader:
    """Let a file, or its working copy, pass the gate; whatever is wrong is said of the file itself."""
    try:
        connection, head = open_checked(copy, kind)
    except Invalid as error:
        raise _about(path, copy, error) from error
    connection.close()
    return head


def _keep_old(copy: Path, path: Path, head: FileHeader) -> None:
    """Leave a copy of a file that is to be migrated beside it."""
    if head.version < head.kind.version:
        back_up(copy, path, head.version)


def _open_checked(copy: Path, path: Path, kind: FileKind, steps: Steps) -> sqlite3.Connection:
    """Open a working copy through the gate, migrated there if need be; whatever is wrong is said of the file itself."""
    try:
        head = header(copy, kind)
        if head.version < kind.version:
            _look_through(copy, copy, kind)
            with plain_errors(path):
                connection = connect(copy, "mode=rw")
                try:
                    migrate(copy, connection, head, steps)
                finally:
                    connection.close()
        return open_checked(copy, kind).connection
    except Invalid as error:
        raise _about(path, copy, error) from error


def _about(path: Path, copy: Path, error: Invalid) -> Invalid:
    return Invalid(str(error).replace(path_text(copy), path_text(path)))
