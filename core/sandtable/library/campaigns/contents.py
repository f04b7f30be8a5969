"""What stands in the file of a campaign, as far as it is what was written.

Nothing here knows the game or raises for damage: the first entry that is not what was written ends what counts, and
is named. Only without what a campaign begins with there is nothing to be had.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from sandtable.engine import words
from sandtable.engine.errors import Invalid
from sandtable.engine.journal.documents import PlyHead, epoch_document, read_epoch, read_head
from sandtable.engine.journal.journal import ROOT, Epoch
from sandtable.library.campaigns.campaign_header import (
    CampaignHeader,
    ChainEnds,
    Head,
    head_seal,
    ply_link,
    root_of,
    snapshot_seal,
    unpack_ply,
)
from sandtable.library.campaigns.carried_setup import carries_scenario, revisions_in
from sandtable.library.files.sqlite_errors import FOREIGN, path_text

if TYPE_CHECKING:
    import sqlite3

    from sandtable.library.files.file import File

MOST_EPOCHS: Final = 1000
"""So many epochs are believed to have been there where they are lost."""
UNKNOWN_RULES: Final = epoch_document(Epoch())

# A row of the wrong type would not pass the gate, but what is salvaged has not passed it.
_DOCUMENT = "COALESCE(CAST(document AS BLOB), x'')"
_LINK, _SEAL = "COALESCE(CAST(link AS TEXT), '')", "COALESCE(CAST(seal AS TEXT), '')"
_BEGINNING = f"SELECT {_DOCUMENT}, {_SEAL}, (SELECT id FROM file) FROM campaign"
_EPOCHS = f"SELECT number, {_DOCUMENT}, {_LINK} FROM epochs ORDER BY number"
_PLIES = f"SELECT id, {_DOCUMENT}, {_LINK} FROM plies ORDER BY id"
_HEAD = f"SELECT CAST(COALESCE(ply, 0) AS INTEGER), {_DOCUMENT}, {_SEAL} FROM head"
_SNAPSHOTS = f"SELECT ply, COALESCE(CAST(content AS BLOB), x''), {_SEAL} FROM snapshots ORDER BY ply"


class KeptPly(NamedTuple):
    """A ply: what its document says first, the document, its link."""

    head: PlyHead
    document: bytes
    link: str


@dataclass
class Contents:
    """What counts of a campaign's file; ``damage`` says what does not, if anything, and comes from which ply on."""

    header: CampaignHeader
    links: ChainEnds
    epochs: list[bytes] = field(default_factory=list[bytes])
    plies: dict[int, KeptPly] = field(default_factory=dict[int, KeptPly])
    head: int = ROOT
    ways: dict[int, int] = field(default_factory=dict[int, int])
    snapshots: dict[int, bytes] = field(default_factory=dict[int, bytes])
    spoilt: list[int] = field(default_factory=list[int])
    damage: str = ""
    lacks_epochs: bool = False
    maps: dict[str, str] = field(default_factory=dict[str, str])
    """The keys of the maps it holds, by their digests; the last is the one that is played on."""
    of_a_library: bool = False
    """Whether it carries a scenario that came from a library."""
    seal: str = ""
    """That of the head: tells whether the file is as it was when this was read."""

    @property
    def was_brought_up(self) -> bool:
        """Whether it was brought up to newer data, so that nobody wants the first rows any more."""
        return any(kept.head.brings_up for kept in self.plies.values())

    def harm(self, damage: str) -> None:
        """Note damage; the first that was met is told."""
        self.damage = self.damage or damage

    def cut(self, first: int, damage: str) -> None:
        """Leave out a ply and all after it."""
        self.harm(damage)
        self.plies = {id: kept for id, kept in self.plies.items() if id < first}
        self.snapshots = {id: content for id, content in self.snapshots.items() if id < first}
        self.ways = {parent: child for parent, child in self.ways.items() if child < first}
        self._stand_somewhere()

    def _stand_somewhere(self) -> None:
        if self.head != ROOT and self.head not in self.plies:
            self.head = max(self.plies, default=ROOT)


def header_of(file: File) -> CampaignHeader:
    """Return what a campaign begins with; raises ``Invalid`` when that is not what was written, or not there."""
    return _read_beginning(file)[0]


def contents_of(file: File) -> Contents:
    """Read all of a file but the map and scenario it carries; raises ``Invalid`` when the campaign has no beginning."""
    header, links = _read_beginning(file)
    contents = Contents(header, links)
    connection = file.conn
    _read_epochs(contents, connection)
    _read_plies(contents, connection)
    _read_snapshots(contents, connection)
    _read_head(contents, connection)
    contents.maps, contents.of_a_library = revisions_in(file), carries_scenario(file)
    return contents


def has_begun(file: File) -> bool:
    """Say whether a campaign was begun in a file, sound or not."""
    with file.reading() as db:
        return bool(db.execute("SELECT count(*) FROM campaign").fetchone()[0])


def seal_of(file: File) -> str:
    """Return the seal of the head as it stands in a file: another one tells that it was written since."""
    with file.reading() as db:
        row = db.execute("SELECT seal FROM head").fetchone()
        return str(row[0]) if row else ""


def changes_of(file: File) -> int:
    """Return how often a file says it was changed; 0 when it does not say."""
    try:
        return int(file.conn.execute("SELECT changes FROM file").fetchone()[0])
    except (TypeError, *FOREIGN):
        return 0


def _read_beginning(file: File) -> tuple[CampaignHeader, ChainEnds]:
    where = path_text(file.path)
    try:
        row = file.conn.execute(_BEGINNING).fetchone()
        if row is None:
            raise Invalid(f"{where} was never finished and holds no campaign: choose another file")
        document, said, id = row
        root = root_of(id, document)
        if root != said:
            raise Invalid(
                f"{where} was damaged or edited: what the campaign begins with (game, scenario, dice) is not what was "
                "written, and nothing after it can be trusted; use an earlier copy"
            )
        header = words.read(document, CampaignHeader)
        int(header.start, 16)
    except FOREIGN as error:
        raise Invalid(f"{where} holds a damaged campaign ({error}): use an earlier copy") from error
    return header, ChainEnds(root)


def _rows(contents: Contents, connection: sqlite3.Connection, question: str, what: str) -> Iterator[Any]:
    """Yield rows; where they cannot be read further is damage."""
    cursor = connection.cursor()
    try:
        yield from cursor.execute(question)
    except FOREIGN as error:
        after = f" after ply {max(contents.plies)}" if what == "the journal" and contents.plies else ""
        contents.harm(f"{what} cannot be read{after} ({' '.join(str(error).split())})")
    finally:
        cursor.close()  # or the file could not be closed as long as an interrupt that came meanwhile is remembered


def _read_epochs(contents: Contents, connection: sqlite3.Connection) -> None:
    """Read the epochs; of one that is not what was written it is not known any more what the rules were."""
    for number, document, link in _rows(contents, connection, _EPOCHS, "what is recorded of the rules"):
        if number != contents.links.epochs:
            contents.harm(f"epoch {contents.links.epochs + 1} is missing")
            break
        links = contents.links.after_epoch(document)
        if links.epoch != link or not _is_epoch(document):
            contents.harm(f"epoch {number + 1} (the rules that were in force) is not what was written")
            document = UNKNOWN_RULES
        contents.links = links._replace(epoch=link)
        contents.epochs.append(document)
    contents.lacks_epochs = bool(contents.damage)


def _is_epoch(document: bytes) -> bool:
    try:
        read_epoch(document)
    except FOREIGN:
        return False
    return True


def _read_plies(contents: Contents, connection: sqlite3.Connection) -> None:
    last, before = ROOT, contents.links.root
    for id, stored, link in _rows(contents, connection, _PLIES, "the journal"):
        try:
            document = unpack_ply(stored)
        except Invalid as error:
            contents.harm(f"ply {id} is not what was written: {error}")
            break
        if ply_link(before, id, document) != link:
            contents.harm(f"ply {id} is not what was written, or one before it is missing")
            break
        head = _sound_head(contents, id, document)
        if head is None:
            break
        contents.plies[id] = KeptPly(head, document, link)
        last, before = id, link
    if last != ROOT:
        contents.links = contents.links._replace(last=last, ply=before)


def _sound_head(contents: Contents, id: int, document: bytes) -> PlyHead | None:
    try:
        head = read_head(document)
        int(head.hash, 16)
    except FOREIGN as error:
        contents.harm(f"ply {id} cannot be read: {error}")
        return None
    if head.id != id:
        contents.harm(f"ply {id} says that it is ply {head.id}")
    elif head.parent != ROOT and head.parent not in contents.plies:
        contents.harm(f"ply {id} follows ply {head.parent}, which is not there before it")
    elif not 0 <= head.epoch < len(contents.epochs) and not _lacks_epoch(contents, head.epoch):
        contents.harm(f"ply {id} was played by rules that are not recorded (epoch {head.epoch + 1})")
    else:
        return head
    return None


def _lacks_epoch(contents: Contents, number: int) -> bool:
    """Tell whether an epoch may be among those that are lost; from then on there is one of unknown rules."""
    if not contents.lacks_epochs or not 0 <= number < MOST_EPOCHS:
        return False
    contents.epochs += [UNKNOWN_RULES] * (number + 1 - len(contents.epochs))
    return True


def _read_snapshots(contents: Contents, connection: sqlite3.Connection) -> None:
    """Keep the snapshots that are what was written; one that is not is left out, and nothing is lost by that."""
    for ply, content, seal in _rows(contents, connection, _SNAPSHOTS, "what is saved of positions"):
        link = contents.links.root if ply == ROOT else contents.plies[ply].link if ply in contents.plies else ""
        if link and seal == snapshot_seal(link, ply, content):
            contents.snapshots[ply] = content
        else:
            contents.spoilt.append(ply)
    if ROOT not in contents.snapshots and ROOT not in contents.spoilt and not contents.was_brought_up:
        contents.spoilt.append(ROOT)


def _read_head(contents: Contents, connection: sqlite3.Connection) -> None:
    ply, document, seal = next(_rows(contents, connection, _HEAD, "where the campaign stands"), (ROOT, b"", ""))
    contents.head = max(contents.plies, default=ROOT)
    if seal != head_seal(contents.links.root, ply, document):
        contents.harm("where the campaign stands is not what was written")
        return
    contents.seal = seal
    try:
        head = msgspec.json.decode(document, type=Head)
    except FOREIGN as error:
        contents.harm(f"where the campaign stands cannot be read: {error}")
        return
    if head.ply != contents.links.ply:
        contents.harm(f"the plies after ply {contents.links.last} are missing")
    if head.epoch != contents.links.epoch:
        contents.harm(f"the epochs after epoch {contents.links.epochs} are missing")
    known = contents.plies
    if any(child not in known or known[child].head.parent != parent for parent, child in head.ways):
        contents.harm("where redo leads to is not recorded correctly")
    else:
        contents.ways = dict(head.ways)
    if ply == ROOT or ply in known:
        contents.head = ply
    else:
        contents.harm(f"the campaign stands at ply {ply}, which is not there")
