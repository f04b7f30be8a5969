"""The journal of a campaign and its positions, from what stands in its file: snapshots, and the changes since."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandtable.engine.errors import Elsewhere, Invalid
from sandtable.engine.journal.documents import (
    NOTHING,
    Reader,
    RowDocuments,
    read_epoch,
    read_rows,
    rows_of,
    same_hashes,
)
from sandtable.engine.journal.journal import ROOT, ChangeDocument, Journal
from sandtable.engine.referee.epochs import made_by
from sandtable.engine.state.encoding import Writing, decode_json, document_of
from sandtable.engine.state.rows import Seat, Side
from sandtable.engine.state.upgrades import upgrade_act, upgrade_rows
from sandtable.library.campaigns.campaign_header import decompress_rows
from sandtable.library.files.sqlite_errors import FOREIGN

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.state import State
    from sandtable.engine.state.upgrades import Tables, Upgrade
    from sandtable.library.campaigns.contents import Contents


class Unsound(Exception):  # not for users: whoever opens a campaign says what follows from it
    """A ply that fits its links, and cannot have been played."""

    def __init__(self, ply: int, says: str) -> None:
        super().__init__(says)
        self.ply = ply


class Positions:
    """The journal with the positions along it; a snapshot counts only where its hash, by documents, is its ply's."""

    def __init__(self, family: InstalledGame, contents: Contents) -> None:
        """Read the journal; what happened in each ply is read when somebody asks."""
        self._contents, self._family = contents, family
        self._reader = Reader.of(family)
        self._epochs = [read_epoch(document) for document in contents.epochs]
        self.journal = Journal(int(contents.header.start, 16))
        self.journal.epochs = self._epochs
        for id, kept in contents.plies.items():
            before = self.journal.plies.get(kept.head.parent)
            since, writing = self._hash_before(id), self._writing(id)
            ply = self._reader.ply(kept.head, kept.document, before, self.journal.start, since=since, writing=writing)
            self.journal.add(ply)
        self.journal.last_child.update(contents.ways)
        self.journal.head = contents.head
        brought_up = [id for id, kept in contents.plies.items() if kept.head.brings_up]
        self.journal.base = max(brought_up, default=ROOT)
        if not self._reader.is_current(self._writing(ROOT)):
            self._start_anew()

    def _start_anew(self) -> None:
        """Give the journal the hash of its first position as it is here, where the file tells another."""
        with suppress(Unsound, Invalid):  # whoever wants that position will be told
            self.journal.start = self.at(ROOT).hash
            for ply in self.journal.plies.values():
                ply.start = self.journal.start

    # --- hashes as they stand in the file

    def _writing(self, id: int) -> Writing:
        """Return how a ply was written (0: the first rows)."""
        head = self._contents.plies[id].head if id != ROOT else None
        encoding, epoch = (head.encoding, head.epoch) if head else (self._contents.header.encoding, 0)
        return replace(self._epochs[epoch].writing, encoding=encoding) if self._epochs else Writing(encoding)

    def _hash(self, id: int) -> int:
        """Return the hash after a ply, by its documents."""
        contents = self._contents
        return int(contents.plies[id].head.hash if id != ROOT else contents.header.start, 16)

    def _hash_before(self, id: int) -> int | None:
        """Return the hash before a ply by documents, where what it follows was written in the same way."""
        parent = self._contents.plies[id].head.parent
        return self._hash(parent) if same_hashes(self._writing(parent), self._writing(id)) else None

    def at(self, id: int) -> State:
        """Return the position after a ply (0: before the first).

        Raises ``Unsound`` naming a ply whose changes do not lead there, ``Invalid`` when no snapshot is left, and
        ``Elsewhere`` where only another version can read it.
        """
        elsewhere: Elsewhere | None = None
        for near in self._nearest(id):
            try:
                state = self._snapshot(near)
            except Elsewhere as error:
                elsewhere = elsewhere or error
                continue
            if state is None:
                continue
            back, forth = self.journal.way(id, near)
            for ply in (*back, *forth):
                try:
                    (state.revert if ply.id <= near else state.reapply)(ply.changes)
                except Elsewhere as error:
                    elsewhere = elsewhere or self._elsewhere(ply.id, error)
                    break
                except (Invalid, *FOREIGN) as error:
                    raise Unsound(ply.id, f"ply {ply.id} cannot have been played: {error}") from error
            else:
                if id != ROOT and self.journal[id].known_hash is None:
                    self.journal[id].known_hash = state.hash
                return state
        if elsewhere is not None:
            raise elsewhere
        raise Invalid("the rows it began with and all that were kept later are not what was written")

    def _elsewhere(self, id: int, error: Elsewhere) -> Elsewhere:
        """Say which programs wrote what cannot be read here."""
        number = self._contents.plies[id].head.epoch if id != ROOT else 0
        made = made_by(self._epochs[number]) if self._epochs else self._contents.header.made
        return Elsewhere(
            f"was made by {made}, and what is installed here cannot read it ({error}): "
            "open it with those versions, or with newer ones that bring it up; nothing was changed"
        )

    def _nearest(self, id: int) -> Iterator[int]:
        """Yield the plies with a snapshot: those on the way up to the root, then the others."""
        above = [ply.id for ply in reversed(self.journal.line(id))]
        on_the_way = [one for one in (*above, ROOT) if one in self._contents.snapshots]
        yield from on_the_way
        yield from sorted(set(self._contents.snapshots) - set(on_the_way))

    def _snapshot(self, id: int) -> State | None:
        """Return the rows kept after a ply; ``None``, and a note of it, when they are not the rows of then."""
        contents = self._contents
        try:
            read = read_rows(decompress_rows(contents.snapshots[id]))
            if read.hash == self._hash(id) or self._is_newer(read.writing, id):
                state = self._reader.rows(read)
                if read.hash == self._hash(id) or id == ROOT or state.hash == self.journal[id].hash:
                    return state
        except Elsewhere as error:
            raise self._elsewhere(id, error) from error
        except (Invalid, *FOREIGN):
            pass
        del contents.snapshots[id]
        contents.spoilt.append(id)
        return None

    def _is_newer(self, writing: Writing, id: int) -> bool:
        """Tell whether rows were kept after a ply later, when they were written otherwise than it."""
        own = self._writing(id)
        return writing.encoding >= own.encoding and not same_hashes(writing, own)

    # --- as documents, where they are of an older version of the game's data

    @property
    def lags(self) -> bool:
        """Whether the campaign stands at data of an older version of its game, from which a way leads up."""
        return self._writing(self.journal.head).data < self._family.writing.data

    def upgraded_state(self, id: int) -> State:
        """Return a position with its documents brought up; raises ``Elsewhere`` where they cannot be read even so."""
        rows = upgrade_rows(self._upgrades(id), self._documents(id))
        tables = {name: [document_of(row) for row in some.values()] for name, some in rows.items() if some}
        try:
            return self._reader.rows(RowDocuments(self._writing(id), tables))
        except Elsewhere as error:
            raise self._elsewhere(id, error) from error

    def upgrade_documents(self, id: int, state: State) -> tuple[ChangeDocument, ...]:
        """Return, as documents, what makes a position that was brought up of the one that is kept."""
        before = self._raw(id)
        after = {name: dict(zip(_ids(rows), rows, strict=True)) for name, rows in rows_of(state).items()}
        return tuple(
            ChangeDocument(name, row, was, now)
            for name in sorted(before.keys() | after.keys())
            for row in sorted(before.get(name, {}).keys() | after.get(name, {}).keys())
            if (was := before.get(name, {}).get(row, NOTHING)) != (now := after.get(name, {}).get(row, NOTHING))
        )

    def says_upgrades(self, id: int) -> str:
        return "; ".join(upgrade.says for upgrade in self._upgrades(id))

    def answered_in(self, id: int, since: int) -> Action | None:
        """Return the action of a ply, brought up; ``since`` is the save point before it."""
        act = self._reader.act(self._contents.plies[id].document)
        if act is None:
            return None
        later = self._upgrades(id)
        tables = self._documents(since) if later else {}
        return self._reader.answer(upgrade_act(later, act, tables), self._writing(id))

    def _upgrades(self, id: int) -> tuple[Upgrade, ...]:
        return self._family.system.upgrades[self._writing(id).data - 1 :]

    def _documents(self, id: int) -> Tables:
        return {name: {key: decode_json(row) for key, row in rows.items()} for name, rows in self._raw(id).items()}

    def _raw(self, id: int) -> dict[str, dict[str, bytes]]:
        """Return the rows after a ply as they stand in the file."""
        for near in self._nearest(id):
            try:
                read = read_rows(decompress_rows(self._contents.snapshots[near]))
            except (Invalid, *FOREIGN):
                continue
            tables = {name: dict(zip(_ids(rows), rows, strict=True)) for name, rows in read.tables.items()}
            back, forth = self.journal.way(id, near)
            for ply, ahead in (*((one, False) for one in back), *((one, True) for one in forth)):
                changes = self._reader.changes_in(self._contents.plies[ply.id].document, self._writing(ply.id))
                for one in changes if ahead else reversed(changes):
                    if (row := one.now if ahead else one.was) == NOTHING:
                        tables.setdefault(one.table, {}).pop(one.id, None)
                    else:
                        tables.setdefault(one.table, {})[one.id] = row
            return tables
        raise Invalid("the rows it began with and all that were kept later are not what was written")

    def check_players(self, state: State) -> None:
        """Raise ``Unsound`` for a ply of a side or a seat that the game has never had; ``state`` is any position."""
        plies = self._contents.plies.values()
        sides = {kept.head.side for kept in plies} - {"", *state[Side].ids()}
        seats = {kept.head.seat for kept in plies} - {"", *state[Seat].ids()}
        if not sides and not seats:
            return
        if self.journal.base != ROOT:
            return  # they may have had other names
        had = set(self.at(ROOT)[Side].ids()) | set(self.at(ROOT)[Seat].ids())
        for ply in self.journal.plies.values():
            had |= {change.id for change in ply.changes if change.kind in (Side, Seat)}
            if stranger := ({ply.side} & sides or {ply.seat} & seats) - had:
                raise Unsound(ply.id, f"ply {ply.id} was played by {stranger.pop()!r}, who is not in the game")


def _ids(rows: list[bytes]) -> list[str]:
    return [decode_json(row)["id"] for row in rows]
