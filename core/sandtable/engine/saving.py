"""A campaign as a plain file: an append-only journal, one JSON line an entry, each chained to the one before.

Every entry is on disk before the program goes on. Opening runs no rules: the position is the first
rows plus the changed fields since. A torn last line was never acknowledged and is cut off; any
other damage is named by its ply.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.engine.actions import Action
from sandtable.engine.chance import Entered, Seeded, Thrown
from sandtable.engine.errors import Invalid, SandtableError, unknown
from sandtable.engine.game import Note
from sandtable.engine.journal import ROOT, Epoch, Journal, Ply
from sandtable.engine.moving import TakeBack
from sandtable.engine.referee import Referee
from sandtable.engine.state import Change, Row, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sandtable.engine.chance import Source
    from sandtable.engine.family import Family

FORMAT = 1


class Header(msgspec.Struct, frozen=True):
    """What a campaign file begins with."""

    game: str
    scenario: str
    title: str
    seed: str | None
    take_back: TakeBack
    rows: dict[str, dict[str, Any]]
    format: int = FORMAT

    def source(self) -> Source:
        """Return where outcomes come from: the seed, or the dice on the table."""
        return Entered() if self.seed is None else Seeded(self.seed)


class CampaignFile:
    """The file behind a referee; it is the journal's sink."""

    def __init__(self, path: Path, chain: bytes, size: int) -> None:
        self.path, self.chain, self.size = path, chain, size
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            _lock(self._file, path)
            os.ftruncate(self._file, size)
            os.lseek(self._file, size, os.SEEK_SET)
        except OSError as error:
            raise Invalid(f"{path} cannot be written to: {error.strerror}") from error

    @classmethod
    def create(cls, path: Path, header: Header) -> CampaignFile:
        """Make a new file; raises ``Invalid`` when there is one already."""
        if path.exists():
            raise Invalid(f"{path} exists already: continue it, or choose another name")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Invalid(f"{path.parent} cannot be made: {error.strerror}") from error
        file = cls(path, b"", 0)
        file._append({"campaign": msgspec.to_builtins(header)})
        return file

    def _append(self, entry: dict[str, Any]) -> None:
        """Write one line and wait until it is on disk; on failure the file is as it was."""
        document = msgspec.json.encode(entry)
        chain = _link(self.chain, document)
        line = b'{"chain":"' + chain + b'","entry":' + document + b"}\n"
        try:
            written = os.write(self._file, line)
            if written < len(line):
                raise OSError(28, "no space left on the device")
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, self.size)
                os.lseek(self._file, self.size, os.SEEK_SET)
            raise Invalid(
                f"{self.path} could not be written ({error.strerror}): nothing was changed; make room and do it again"
            ) from error
        self.chain = chain
        self.size += len(line)

    def ply(self, ply: Ply) -> None:
        self._append({"ply": _ply_document(ply)})

    def head(self, id: int) -> None:
        self._append({"head": id})

    def epoch(self, epoch: Epoch) -> None:
        self._append({"epoch": {"modules": epoch.modules, "parameters": epoch.parameters, "engine": epoch.engine}})

    def close(self) -> None:
        os.close(self._file)


def _lock(file: int, path: Path) -> None:
    """Keep a second program from writing the same campaign (where the system can)."""
    try:
        import fcntl
    except ImportError:  # Windows keeps a second writer out of the way by itself
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise Invalid(f"{path} is being played elsewhere; close it there first") from None


def _link(chain: bytes, document: bytes) -> bytes:
    return blake2b(chain + document, digest_size=16).hexdigest().encode()


# -- plies as documents


def _ply_document(ply: Ply) -> dict[str, Any]:
    document: dict[str, Any] = {"id": ply.id, "parent": ply.parent, "kind": ply.kind, "hash": f"{ply.hash:032x}"}
    if ply.action is not None:
        kind = type(ply.action)
        document["action"] = {
            "kind": kind.__qualname__,
            "of": kind.__module__,
            "fields": msgspec.to_builtins(ply.action),
        }
    document |= {
        name: value
        for name in ("seat", "side", "says", "epoch", "waits", "reveals", "overruled")
        if (value := getattr(ply, name))
    }
    if not ply.rests:
        document["rests"] = False
    if ply.throws:
        document["throws"] = msgspec.to_builtins(ply.throws)
    if ply.notes:
        document["notes"] = [[note.text, note.rule, note.sides] for note in ply.notes]
    document["changes"] = [_change_document(change) for change in ply.changes]
    return document


def _change_document(change: Change) -> list[Any]:
    """Return [table, id, what]: a whole row that is new, the changed fields of one that is not, or null."""
    name = change.kind.__name__
    if change.new is None:
        return [name, change.id, None]
    new = msgspec.to_builtins(change.new)
    if change.old is None:
        return [name, change.id, {"new": new}]
    old = msgspec.to_builtins(change.old)
    return [name, change.id, {"set": {field: value for field, value in new.items() if old[field] != value}}]


def _ply(document: dict[str, Any], state: State, actions: dict[tuple[str, str], type[Action]]) -> Ply:
    """Read a ply at the position before it and make its changes there."""
    for name, id, what in document["changes"]:
        state.load_row(name, id, _whole(state, name, id, what))
    notes = tuple(
        Note(text, rule, tuple(sides) if sides is not None else None) for text, rule, sides in document.get("notes", ())
    )
    return Ply(
        document["id"],
        document["parent"],
        document["kind"],
        document.get("seat", ""),
        document.get("side", ""),
        _action(document.get("action"), actions),
        document.get("says", ""),
        msgspec.convert(document.get("throws", ()), tuple[Thrown, ...]),
        state.take(),
        notes,
        document.get("epoch", 0),
        int(document["hash"], 16),
        document.get("rests", True),
        document.get("waits", ""),
        document.get("reveals", 0),
        document.get("overruled", False),
    )


def _action(document: dict[str, Any] | None, actions: dict[tuple[str, str], type[Action]]) -> Action | None:
    """Read an action; ``None`` for a ply without one, or when no module that is loaded has its class."""
    kind = actions.get((document["of"], document["kind"])) if document else None
    return msgspec.convert(document["fields"], kind) if document and kind else None


def _whole(state: State, name: str, id: str, what: dict[str, Any] | None) -> Any:
    if what is None or "new" in what:
        return what and what["new"]
    kind = state.schema.kinds.get(name)
    old = msgspec.to_builtins(state[kind][id]) if kind else msgspec.json.decode(state.raw[name, id])
    return {**old, **what["set"]}


def known_actions() -> dict[tuple[str, str], type[Action]]:
    """Return every action class that is loaded, by module and name; reading a file imports nothing."""

    def below(kind: type[Action]) -> Iterator[type[Action]]:
        for sub in kind.__subclasses__():
            yield sub
            yield from below(sub)

    return {(kind.__module__, kind.__qualname__): kind for kind in below(Action)}


# -- opening


@dataclass
class Opened:
    """A campaign file that has been read: what it begins with, where it stands, what was noticed."""

    header: Header
    referee: Referee
    notices: list[str]


def read_header(path: Path) -> Header:
    """Return what a campaign file begins with; raises ``Invalid`` when it is none."""
    return _header(path, next(_entries(path, _read(path), [], last_good=False), None))


def _header(path: Path, first: tuple[int, dict[str, Any], bytes, int] | None) -> Header:
    try:
        header = msgspec.convert(first[1]["campaign"] if first else None, Header)
    except (KeyError, msgspec.ValidationError) as error:
        raise Invalid(f"{path} is no campaign: it does not begin like one") from error
    if header.format > FORMAT:
        raise Invalid(
            f"{path} was made by a newer Sandtable (format {header.format}, this one reads {FORMAT}); use that one"
        )
    return header


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror}") from error


def _entries(
    path: Path, data: bytes, notices: list[str], *, last_good: bool
) -> Iterator[tuple[int, dict[str, Any], bytes, int]]:
    """Yield (line, entry, chain, end of the line) of every whole line; damage ends it or is named."""
    chain, start = b"", 0
    for number, line in enumerate(data.splitlines(keepends=True), 1):
        if not line.endswith(b"\n"):
            notices.append(
                f"the last line of {path.name} was cut short while it was written; "
                "it had not been acknowledged and is left out"
            )
            return
        try:
            envelope = msgspec.json.decode(line)
            entry, said = envelope["entry"], envelope["chain"].encode()
            document = line[len(b'{"chain":"","entry":') + len(said) : -2]
            whole = _link(chain, document) == said
        except (msgspec.DecodeError, KeyError, TypeError, AttributeError, UnicodeError):
            entry, said, whole = dict[str, Any](), b"", False
        if not whole:
            damage = f"{path.name} was damaged or edited: {_named(entry)} on line {number} is not what was written"
            if last_good and number > 1:
                notices.append(f"{damage}; opened at the last good position before it")
                return
            raise Invalid(f"{damage}; open the last good position with --last-good, which leaves the file as it is")
        chain = said
        start += len(line)
        yield number, entry, chain, start


def _named(entry: object) -> str:
    """Name what stands on a damaged line, as far as it can still be read."""
    match entry:
        case {"ply": {"id": int(id)}}:
            return f"ply {id}"
        case _:
            return "an entry"


def open_campaign(family: Family, path: Path, *, last_good: bool = False, reading: bool = False) -> Opened:
    """Open a campaign where it stands.

    ``last_good``: when the file is damaged, open the position before the damage as a copy beside it
    (``NAME-last-good``). ``reading``: only to look at it: no byte is changed, what is played is kept nowhere,
    and a missing module is only a notice. Raises ``Invalid`` for anything that cannot be read, naming file, ply
    and remedy.
    """
    notices: list[str] = []
    entries = list(_entries(path, _read(path), notices, last_good=last_good))
    header = _header(path, entries[0] if entries else None)
    if header.game != family.system.key:
        raise Invalid(f"{path} is a campaign of {header.game}, not of {family.system.key}")
    state = State(family.schema)
    try:
        state.load(header.rows)
        state.take()
        journal = Journal(state.hash)
        actions = known_actions()
        for number, entry, _, _ in entries[1:]:
            _apply_entry(entry, journal, state, actions, number)
    except (KeyError, TypeError, ValueError, msgspec.ValidationError, SandtableError) as error:
        raise Invalid(f"{path.name}: {error}") from error
    try:
        _missing(family, state)
    except Invalid as error:
        if not reading:
            raise
        notices.append(str(error))
    referee = Referee(family, state, source=header.source(), take_back=header.take_back, journal=journal)
    referee.resumes()
    if reading:
        return Opened(header, referee, notices)
    size, chain = (entries[-1][3], entries[-1][2]) if entries else (0, b"")
    if last_good and any("damaged" in notice for notice in notices):
        path = _copy_of(path, size)
        notices.append(f"it goes on in {path.name}")
    referee.sink = CampaignFile(path, chain, size)
    return Opened(header, referee, notices)


def _apply_entry(
    entry: dict[str, Any], journal: Journal, state: State, actions: dict[tuple[str, str], type[Action]], number: int
) -> None:
    if "epoch" in entry:
        epoch = entry["epoch"]
        journal.epochs.append(
            Epoch({k: (v[0], v[1]) for k, v in epoch["modules"].items()}, epoch["parameters"], epoch["engine"])
        )
    elif "head" in entry:
        walk(state, journal, entry["head"])
    elif "ply" in entry:
        walk(state, journal, entry["ply"]["parent"])
        ply = _ply(entry["ply"], state, actions)
        ply.before, ply.start = journal.at, journal.start
        if ply.hash != state.hash:
            raise Invalid(f"after ply {ply.id} ({ply.says}) the position is not what it was when it was played")
        journal.add(ply)
    else:
        raise Invalid(f"line {number} holds nothing that is known")


def walk(state: State, journal: Journal, id: int) -> None:
    """Move a position and the head of its journal to a ply, by the changed fields alone."""
    if id != ROOT:
        journal[id]
    back, forth = journal.way(id)
    for ply in back:
        state.revert(ply.changes)
    for ply in forth:
        state.reapply(ply.changes)
    journal.move(id)


def _missing(family: Family, state: State) -> None:
    """Raise ``Invalid`` when the campaign's options or rows belong to modules that are not here."""
    from sandtable.engine.rows import InForce

    row = state[InForce].get("options")
    for key in row.on if row else ():
        if key not in family.options:
            why = f": {family.left_out[key]}" if key in family.left_out else ""
            raise unknown("module", key, family.options, f"the campaign plays with it; install it again to go on{why}")
    if state.raw:
        tables = sorted({name for name, _ in state.raw})
        raise Invalid(
            f"the campaign holds {', '.join(tables)}, which no installed module knows: "
            "install the module that brings them"
        )


def _copy_of(path: Path, size: int) -> Path:
    for number in range(1, 1000):
        copy = path.with_name(f"{path.stem}-last-good{'' if number == 1 else f'-{number}'}{path.suffix}")
        if not copy.exists():
            copy.write_bytes(_read(path)[:size])
            return copy
    raise Invalid(f"there are too many copies of {path.name} beside it already")


def new_campaign(
    family: Family,
    path: Path | None,
    begin: Callable[[], Referee],
    *,
    scenario: str,
    title: str,
    seed: str | None,
    take_back: TakeBack,
) -> Referee:
    """Begin a campaign and keep it in ``path`` (``None``: in memory), first position included."""
    referee = begin()
    referee.take_back = take_back
    header = Header(family.system.key, scenario, title, seed, take_back, referee.game.state.documents())
    referee.source = header.source()
    if path is not None:
        referee.sink = CampaignFile.create(path, header)
    referee.accept_rules(epoch_of(referee))
    return referee.open()


def epoch_of(referee: Referee) -> Epoch:
    """Return the rules a referee plays by now."""
    rulebook = referee.game.rulebook
    modules = {key: (module.version, referee.family.content(key)) for key, module in rulebook.modules.items()}
    parameters: dict[str, dict[str, Any]] = {k: dict(v) for k, v in rulebook.choices.parameters.items()}
    return Epoch(modules, parameters, version("sandtable"))


def changed_rules(referee: Referee) -> list[str]:
    """Say what has changed in the rules since the journal's last epoch; an empty list means nothing.

    Options that the table has switched are no news; only modules in force before and now are compared.
    """
    if not referee.journal.epochs:
        return []
    then, now = referee.journal.epochs[-1], epoch_of(referee)
    both = then.modules.keys() & now.modules.keys()
    return Epoch({k: then.modules[k] for k in both}).differences(Epoch({k: now.modules[k] for k in both}))


def rows_of(header: Header, family: Family) -> list[Row]:
    """Return the rows a campaign began with."""
    return [
        msgspec.convert(document, family.schema.kind(name))
        for name, rows in header.rows.items()
        for document in rows.values()
    ]
