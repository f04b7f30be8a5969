"""Plies, epochs and rows as documents: they come back the same, with the modules here or without."""

from typing import Any

import pytest

from sandtable.engine.errors import Elsewhere, Invalid
from sandtable.engine.journal.documents import (
    Reader,
    epoch_document,
    ply_document,
    read_epoch,
    read_head,
    read_rows,
    rows_document,
)  # fmt: skip
from sandtable.engine.journal.journal import Ply
from sandtable.engine.referee.epochs import epoch_of
from sandtable.engine.referee.referee import Referee
from sandtable.engine.running.chance import SeededDice
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.engine.state.row import UnknownRow
from sandtable.engine.state.rows import CORE_ROWS, Due
from sandtable.engine.state.schema import Schema
from sandtable.engine.state.state import State
from sandtable.lab.bots import RandomBot, play_on
from sandtable_twin_rivers import TWIN_RIVERS
from tests.engine import skirmish
from tests.engine.skirmish import SKIRMISH

GAMES = {
    "twin_rivers": (InstalledGame(TWIN_RIVERS), TWIN_RIVERS.scenarios[0].rows),
    "skirmish": (InstalledGame(SKIRMISH), skirmish.start),
}


def game(name: str, seed: int) -> Referee:
    family, rows = GAMES[name]
    referee = Referee.begin(family, rows(), source=SeededDice(seed)).open()
    play_on(referee, RandomBot(seed))
    return referee


def read_again(referee: Referee, reader: Reader) -> dict[int, Ply]:
    """Write all plies as documents and read them again."""
    plies: dict[int, Ply] = {}
    for id, ply in referee.journal.plies.items():
        document = ply_document(ply)
        head = read_head(document)
        before = referee.journal.plies.get(head.parent)
        since = before.hash if before is not None else referee.journal.start
        writing = referee.family.writing
        plies[id] = reader.ply(
            head, document, plies.get(head.parent), referee.journal.start, since=since, writing=writing
        )
    return plies


def position_again(reader: Reader, state: State) -> State:
    """Write the rows of a position and read them again."""
    rows = read_rows(rows_document(state))
    assert rows.hash == state.hash
    return reader.rows(rows)


FIELDS = (
    "id", "parent", "kind", "seat", "side", "says", "epoch", "hash", "is_save_point", "awaiting", "reveals_from",
    "overruled", "goes_with", "action", "throws", "changes", "notes",
)  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_plies_epochs_and_rows_come_back_the_same(name: str, seed: int) -> None:
    referee = game(name, seed)
    reader = Reader.of(referee.family)
    for id, ply in read_again(referee, reader).items():
        played = referee.journal.plies[id]
        assert [getattr(ply, field) for field in FIELDS] == [getattr(played, field) for field in FIELDS]
        assert ply_document(ply) == ply_document(played)
    state = position_again(reader, referee.game.state)
    assert state.hash == referee.game.state.hash
    assert read_rows(rows_document(state)).tables == read_rows(rows_document(referee.game.state)).tables
    epoch = epoch_of(referee)
    assert read_epoch(epoch_document(epoch)) == epoch


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_rows_that_nobody_here_knows_follow_the_journal_as_they_are(name: str, seed: int) -> None:
    """Every position along the line has the hash it had; what is written again is what was read."""
    referee = game(name, seed)
    reader = Reader(Schema(CORE_ROWS))
    plies = read_again(referee, reader)
    state = position_again(reader, referee.game.state)
    assert len(state.tables[UnknownRow]) > 5
    for ply in reversed(referee.journal.line()):
        assert plies[ply.id].action is None
        state.revert(plies[ply.id].changes)
        referee.game.state.revert(ply.changes)
        assert state.hash == referee.game.state.hash
        assert read_rows(rows_document(state)).tables == read_rows(rows_document(referee.game.state)).tables
    for ply in referee.journal.line():
        state.reapply(plies[ply.id].changes)
        referee.game.state.reapply(ply.changes)
    assert state.hash == referee.game.state.hash == position_again(reader, state).hash
    known = position_again(Reader.of(referee.family), state)
    assert known.hash == state.hash
    assert not len(known.tables[UnknownRow])


def test_rows_that_nobody_here_knows_are_shown_to_no_seat() -> None:
    referee = game("twin_rivers", 1)
    state = referee.game.state
    state.load_row("Flake", "f1", {"id": "f1", "of": "snow"})
    before = state.hash
    assert state.documents()["Flake"] == {"f1": {"id": "f1", "of": "snow"}}
    assert not len(referee.seen_by("table")[UnknownRow])
    state.load_row("Flake", "f1", {"id": "f1", "of": "ice"})
    assert state.hash != before
    state.load_row("Flake", "f1", {"id": "f1", "of": "snow"})
    assert state.hash == before
    state.load_row("Flake", "f1", None)
    assert not len(state.tables[UnknownRow])


@pytest.mark.parametrize(
    ("was", "becomes"),
    [(1, True), (True, 1), (1, 1.0), (0, False), ([1], [True]), ({"a": 1}, {"a": True}), (None, 0), ("", None)],
)
def test_equal_values_that_are_written_otherwise_are_a_change(was: Any, becomes: Any) -> None:
    """For Python 1 is True, for the hash of a position it is not."""
    referee = game("twin_rivers", 1)
    for value in (was, becomes, was):
        referee.table("note", lambda game, value=value: game.put(Due("d", "", "", "", 99, "", data={"n": value})))  # type: ignore[misc]
    plies = read_again(referee, Reader.of(referee.family))
    for ply in reversed(referee.journal.line()[-3:]):
        assert repr(plies[ply.id].changes) == repr(ply.changes)
        referee.game.state.revert(plies[ply.id].changes)
        assert referee.game.state.hash == (ply.before.hash if ply.before else 0)


def test_what_happened_is_read_once_and_only_when_somebody_asks() -> None:
    referee = game("twin_rivers", 2)
    reader = Reader.of(referee.family)
    ply = read_again(referee, reader)[3]
    assert callable(ply.contents)
    assert ply.hash == referee.journal.plies[3].hash
    assert callable(ply.contents)
    assert ply.changes is ply.changes
    assert not callable(ply.contents)


def test_a_position_is_not_moved_by_changes_that_do_not_fit_it() -> None:
    referee = game("twin_rivers", 3)
    state, line = referee.game.state, referee.journal.line()
    before = rows_document(state)
    for move in (state.revert, state.reapply):
        with pytest.raises(Invalid, match="is not what the journal says it was: the journal is damaged"):
            move((*line[-1].changes, *line[2].changes))
        assert rows_document(state) == before


@pytest.mark.parametrize("document", [b"", b"[]", b'{"Unit":{}}', b'{"Unit":' + b"[" * 100_000, b"\xff"])
def test_rows_that_are_none_are_refused(document: bytes) -> None:
    with pytest.raises(Invalid, match="the rows are damaged: "):
        read_rows(document)


@pytest.mark.parametrize("document", [b'{"Unit":[{}]}', b'{"Flake":[{}]}', b'{"Unit":[{"id":"a","colour":"red"}]}'])
def test_rows_that_this_version_cannot_read_were_made_by_another(document: bytes) -> None:
    reader = Reader.of(GAMES["twin_rivers"][0])
    with pytest.raises(Elsewhere):
        reader.rows(read_rows(document))
    assert isinstance(reader.rows(read_rows(b"{}")), State)
