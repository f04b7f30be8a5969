"""Damage to a campaign is noticed and named by its ply; what was sound before it goes on in a copy."""

import random
import zlib
from pathlib import Path
from typing import Any, Final

import pytest

from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.library.campaigns.opening import OpenedCampaign, open_campaign, read_header
from tests.library.campaigns import FAMILY, Standing, begun, branched, edit, file_of, forge, played, standing
from tests.library.samples import names, untouched
from tests.library.test_damage import KINDS, Damage
from tests.tiers import count

LAST: Final = 22
"""The last ply of the sample; ply 13 follows the start, ply 14 follows ply 6, the head is at ply 9."""


class Sample:
    """A campaign with two branches and two epochs, and all that can be known of it."""

    def __init__(self, path: Path) -> None:
        referee = branched(begun(path))
        referee.accept_rules(referee.journal.epochs[0])
        self.standing: Standing = standing(referee, file_of(referee).header)
        self.hashes = {0: referee.journal.start, **{id: ply.hash for id, ply in referee.journal.plies.items()}}
        referee.sink.close()
        self.bytes = path.read_bytes()


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    return Sample(tmp_path_factory.mktemp("sample") / "war.campaign")


@pytest.fixture
def path(tmp_path: Path, sample: Sample) -> Path:
    path = tmp_path / "war.campaign"
    path.write_bytes(sample.bytes)
    return path


def sound_up_to(opened: OpenedCampaign, sample: Sample, ply: int) -> None:
    """Hold that a campaign has all plies before one, as they were, and stands where it stood or at the last of them."""
    journal = opened.referee.journal
    found = standing(opened.referee, opened.header)
    assert found.plies == {id: document for id, document in sample.standing.plies.items() if id < ply}
    assert found.position == sample.hashes[journal.head]
    assert journal.head == (sample.standing.head if sample.standing.head < ply else max(journal.plies, default=0))
    assert found.header == sample.standing.header


def test_the_sample_is_sound(sample: Sample, path: Path) -> None:
    opened = open_campaign(FAMILY, path, reading=True)
    assert standing(opened.referee, opened.header) == sample.standing
    assert (len(sample.standing.plies), sample.standing.head, len(sample.standing.epochs)) == (LAST, 9, 2)


# --- edited, linked as it was ---------------------------------------------------------------------------------------

UPPER = 'UPDATE plies SET document = replace(document, \'"side":"Blue"\', \'"side":"Red"\') WHERE id = {}'
EDITS: Final[dict[str, tuple[list[str], str, int]]] = {
    "a ply": ([UPPER.format(7)], "ply 7 is not what was written", 7),
    "the first ply": (["UPDATE plies SET document = document || ' ' WHERE id = 1"], "ply 1 is not what was", 1),
    "the last ply": (["UPDATE plies SET document = document || ' ' WHERE id = 22"], "ply 22 is not what was", 22),
    "a link": (["UPDATE plies SET link = replace(link, substr(link, 1, 1), 'x') WHERE id = 8"], "ply 8 is not", 8),
    "a gap": (["DELETE FROM plies WHERE id = 5"], "ply 6 is not what was written, or one before it is missing", 5),
    "the first is gone": (["DELETE FROM plies WHERE id = 1"], "ply 2 is not what was written, or one before", 1),
    "the last are gone": (["DELETE FROM plies WHERE id > 20"], "the plies after ply 20 are missing", 21),
    "all are gone": (["DELETE FROM plies"], "the plies after ply 0 are missing", 1),
    "two exchanged": (
        ["UPDATE plies SET id = 99 WHERE id = 4", "UPDATE plies SET id = 4 WHERE id = 5",
         "UPDATE plies SET id = 5 WHERE id = 99"], "ply 4 is not what was written", 4,
    ),
    "one twice": (
        ["INSERT INTO plies SELECT 23, document, link FROM plies WHERE id = 22"], "ply 23 is not what was written", 23
    ),
    "where it stands": (["UPDATE head SET ply = 3"], "where the campaign stands is not what was written", 99),
    "the seal of that": (["UPDATE head SET seal = ''"], "where the campaign stands is not what was written", 99),
    "no head": (["DELETE FROM head"], "where the campaign stands is not what was written", 99),
    "an epoch": (
        ["UPDATE epochs SET document = replace(document, '1', '2') WHERE number = 1"],
        r"epoch 2 \(the rules that were in force\) is not what was written", 99,
    ),
    "an epoch is gone": (["DELETE FROM epochs WHERE number = 0"], "epoch 1 is missing", 99),
    "the last epoch is gone": (["DELETE FROM epochs WHERE number = 1"], "the epochs after epoch 1 are missing", 99),
}  # fmt: skip


@pytest.mark.parametrize(("statements", "says", "ply"), EDITS.values(), ids=list(EDITS))
def test_an_edit_is_named_and_all_before_it_goes_on_in_a_copy(
    sample: Sample, path: Path, statements: list[str], says: str, ply: int
) -> None:
    edit(path, *statements)
    with untouched(path.parent):
        for reading in (False, True):
            with pytest.raises(Invalid, match=rf"war\.campaign was damaged or edited: {says}.*; open the last good"):
                open_campaign(FAMILY, path, reading=reading)
        looked_at = open_campaign(FAMILY, path, reading=True, last_good=True)
        with pytest.raises(Invalid, match=says):
            raise Invalid(looked_at.notices[0])
    edited = path.read_bytes()
    opened = open_campaign(FAMILY, path, last_good=True)
    assert opened.notices[1:] == ["it goes on in war-last-good.campaign"]
    assert path.read_bytes() == edited
    assert names(path.parent) == ["war-last-good.campaign", "war-last-good.campaign-wal", "war.campaign"]
    if ply != 99:
        sound_up_to(opened, sample, ply)
    else:
        assert list(opened.referee.journal.plies) == list(sample.standing.plies)
        assert opened.referee.game.state.hash == sample.hashes[opened.referee.journal.head]
    played(opened.referee.open(), 3)
    now = standing(opened.referee, opened.header)
    opened.referee.sink.close()
    again = open_campaign(FAMILY, opened.path)
    assert not again.notices
    assert standing(again.referee, again.header) == now
    assert not [one for one in verify(FAMILY, again.start, again.referee.journal) if isinstance(one, Mismatch)]
    again.referee.sink.close()


def test_each_copy_has_a_name_of_its_own(path: Path) -> None:
    edit(path, UPPER.format(7))
    for name in ("war-last-good", "war-last-good-2", "war-last-good-3"):
        opened = open_campaign(FAMILY, path, last_good=True)
        assert opened.path == path.with_name(f"{name}.campaign")
        opened.referee.sink.close()


def test_without_damage_the_last_good_position_is_the_last(sample: Sample, path: Path) -> None:
    opened = open_campaign(FAMILY, path, last_good=True)
    assert (opened.path, opened.notices) == (path, [])
    opened.referee.sink.close()


BEGINNINGS = [
    ["UPDATE campaign SET document = replace(document, '1805', '1806')"],
    ["UPDATE campaign SET seal = ''"],
    ["UPDATE file SET id = 'another'"],
]


@pytest.mark.parametrize("statements", BEGINNINGS)
def test_without_its_beginning_nothing_can_be_trusted(path: Path, statements: list[str]) -> None:
    edit(path, *statements)
    with untouched(path.parent):
        for last_good in (False, True):
            with pytest.raises(Invalid, match=r"war\.campaign was damaged or edited: what the campaign begins with"):
                open_campaign(FAMILY, path, last_good=last_good)
        with pytest.raises(Invalid, match="use an earlier copy"):
            read_header(path, damaged=True)


# --- snapshots are never believed -----------------------------------------------------------------------------------

ROWS = ("UPDATE snapshots SET content = ?", (zlib.compress(b'{"Unit":[]}'),))
BOMB = ("UPDATE snapshots SET content = ? WHERE ply > 0", (zlib.compress(bytes(100 << 20)),))
NONSENSE = ("UPDATE snapshots SET content = ? WHERE ply > 0", (b"nonsense",))
OTHERS = ("UPDATE snapshots SET content = (SELECT content FROM snapshots WHERE ply = 0) WHERE ply > 0", ())
SPOILT: Final[dict[str, tuple[Any, Any, list[str]]]] = {
    "a bit": (edit, "UPDATE snapshots SET seal = '' WHERE ply = 9", ["after ply 9"]),
    "of another position": (forge, OTHERS, ["after ply 9"]),
    "a bomb": (forge, BOMB, ["after ply 9"]),
    "nonsense": (forge, NONSENSE, ["after ply 9"]),
    "the first rows": (edit, "UPDATE snapshots SET seal = '' WHERE ply = 0", ["before the first ply"]),
    "the first rows are gone": (edit, "DELETE FROM snapshots WHERE ply = 0", ["before the first ply"]),
    "of a ply that is not there": (edit, "INSERT INTO snapshots VALUES (77, x'00', '')", ["after ply 77"]),
}


@pytest.mark.parametrize(("by", "statement", "where"), SPOILT.values(), ids=list(SPOILT))
def test_a_snapshot_that_is_wrong_is_named_and_left_out_and_nothing_is_lost(
    sample: Sample, path: Path, by: Any, statement: Any, where: list[str]
) -> None:
    by(path, statement)
    with untouched(path.parent):
        opened = open_campaign(FAMILY, path, reading=True)
        assert standing(opened.referee, opened.header) == sample.standing
        for notice, words in zip(opened.notices, where, strict=True):
            assert words in notice
            assert "is not what was written; it was worked out from the journal, and nothing is lost" in notice
        assert opened.start.hash == sample.hashes[0]
    opened = open_campaign(FAMILY, path)
    assert len(opened.notices) == len(where)
    opened.referee.sink.close()
    opened = open_campaign(FAMILY, path)  # it was put right
    assert not opened.notices
    assert standing(opened.referee, opened.header) == sample.standing
    assert opened.start.hash == sample.hashes[0]
    opened.referee.sink.close()


@pytest.mark.parametrize("by", [edit, forge])
def test_without_any_rows_there_is_no_position(path: Path, by: Any) -> None:
    by(path, ROWS)
    for last_good in (False, True):
        with untouched(path.parent), pytest.raises(Invalid, match=r"war\.campaign was damaged .*: the rows it began"):
            open_campaign(FAMILY, path, last_good=last_good)


# --- forged: every link and seal is right ---------------------------------------------------------------------------

SET = "UPDATE plies SET document = json_set(document, '$.{}', {}) WHERE id = {}"
FORGED: Final[dict[str, tuple[list[str], str, int]]] = {
    "another id": ([SET.format("id", 6, 7)], "ply 7 says that it is ply 6", 7),
    "an unknown parent": ([SET.format("parent", 77, 7)], "ply 7 follows ply 77, which is not there before it", 7),
    "its own parent": ([SET.format("parent", 7, 7)], "ply 7 follows ply 7, which is not there before it", 7),
    "a later parent": ([SET.format("parent", 9, 7)], "ply 7 follows ply 9, which is not there before it", 7),
    "an unknown epoch": ([SET.format("epoch", 2, 7)], (r"ply 7 was played by rules that are not recorded \(epoch "
    r"3\)"), 7),
    "an epoch below none": ([SET.format("epoch", -1, 7)], "ply 7 was played by rules that are not recorded", 7),
    "a hash that is none": ([SET.format("hash", "'xyz'", 7)], "ply 7 cannot be read: ", 7),
    "a kind that is none": ([SET.format("kind", "'cheat'", 7)], "ply 7 cannot be read: Invalid enum value 'cheat'", 7),
    "no document": (["UPDATE plies SET document = '[]' WHERE id = 7"], "ply 7 cannot be read: Expected `object`", 7),
    "another side": ([SET.format("side", "'Ruritania'", 7)], "ply 7 was played by 'Ruritania', who is not in", 7),
    "another seat": ([SET.format("seat", "'Nobody'", 21)], "ply 21 was played by 'Nobody', who is not in the game", 21),
    "a unit for a side": (
        ["""UPDATE plies SET document = json_set(document, '$.side', (SELECT json_extract(change.value, '$[1]')
         FROM plies AS other, json_each(other.document, '$.changes') AS change
         WHERE json_extract(change.value, '$[0]') = 'Unit' LIMIT 1)) WHERE id = 7"""],
        "ply 7 was played by '[^']+', who is not in the game", 7,
    ),
    "a ply that is not there": (["UPDATE head SET ply = 77"], "the campaign stands at ply 77, which is not there", 99),
    "a way that is none": (
        ["UPDATE head SET document = json_set(document, '$.ways[0]', json('[3,9]'))"], "where redo leads to", 99
    ),
    "a head that says nothing": (
        ["UPDATE head SET document = '{\"ways\":7}'"], "where the campaign stands cannot be read", 99
    ),
    "an epoch that is none": (["UPDATE epochs SET document = '[]' WHERE number = 0"], r"epoch 1 \(the rules", 99),
}  # fmt: skip


@pytest.mark.parametrize(("statements", "says", "ply"), FORGED.values(), ids=list(FORGED))
def test_what_cannot_have_been_played_is_named_though_its_links_are_right(
    sample: Sample, path: Path, statements: list[str], says: str, ply: int
) -> None:
    forge(path, *statements)
    with untouched(path.parent):
        with pytest.raises(Invalid, match=rf"war\.campaign was damaged or edited: {says}"):
            open_campaign(FAMILY, path)
        opened = open_campaign(FAMILY, path, reading=True, last_good=True)
    if ply != 99:
        sound_up_to(opened, sample, ply)
    assert opened.referee.game.state.hash == sample.hashes[opened.referee.journal.head]


FORGET = "DELETE FROM snapshots WHERE ply > 0"
"""Have the position worked out from the first rows, by the changes."""

CHANGE = "UPDATE plies SET document = json_set(document, '$.changes[0]', json({!r})) WHERE id = {}"
CHANGES: Final[dict[str, tuple[str, str]]] = {
    "another row": (
        '["Mark","x",null,{"id":"x","sides":[],"subject":"","what":"","until":"","frame":"","count":1}]',
        r"after ply 7 \(.*\) the position is not what it was when it was played",
    ),
    "a row of the wrong type": ('["Mark","x",null,{"id":7}]', r"after ply 7 \(.*\) the position is not what"),
    "a row under another id": ('["Mark","y",null,{"id":"x"}]', r"after ply 7 \(.*\) the position is not what"),
    "of nothing": ('["Mark","x",null,null]', r"after ply 7 \(.*\) the position is not what"),
    "no change": ('["Mark"]', "ply 7 cannot be read: "),
}


@pytest.mark.parametrize(("change", "says"), CHANGES.values(), ids=list(CHANGES))
def test_forged_changes_on_the_way_to_the_position_are_named(
    sample: Sample, path: Path, change: str, says: str
) -> None:
    forge(path, CHANGE.format(change, 7), FORGET)
    with untouched(path.parent):
        with pytest.raises(Invalid, match=rf"damaged or edited: ply 7 cannot have been played: {says}"):
            open_campaign(FAMILY, path)
        opened = open_campaign(FAMILY, path, reading=True, last_good=True)
    sound_up_to(opened, sample, 7)


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_forged_changes_elsewhere_are_named_when_they_are_come_to_and_nothing_moves(
    sample: Sample, path: Path, change: tuple[str, str]
) -> None:
    forge(path, CHANGE.format(change[0], 16).replace("json_set", "json_replace"))
    opened = open_campaign(FAMILY, path)
    before = sample.hashes[9]
    for to in (16, 22):
        with pytest.raises(Invalid, match=change[1].replace("ply 7", "ply 16")):
            opened.referee.history.goto(to)
        assert (opened.referee.journal.head, opened.referee.game.state.hash) == (9, before)
    opened.referee.history.goto(15)
    played(opened.referee, 3)
    after = opened.referee.game.state.hash
    opened.referee.sink.close()
    assert open_campaign(FAMILY, path, reading=True).referee.game.state.hash == after


def test_a_forged_row_that_was_never_there_is_found_when_it_is_taken_back(sample: Sample, path: Path) -> None:
    """The hash of a ply adds up, for what it says was there before; but that was not there."""
    one, two = '{"id":"x","subject":"","until":"","what":""}', '{"count":2,"id":"x","subject":"","until":"","what":""}'
    for ply in (8, 9):  # one that is read on opening would be found then
        changes = f'[["Mark","x",{one},{{"count":2}}],["Mark","x",{two},{{}},["count"]]]'
        edit(
            path, ("UPDATE plies SET document = json_set(document, '$.changes', json(?)) WHERE id = ?", (changes, ply))
        )
    edit(
        path,
        (
            "UPDATE plies SET document = json_set(document, '$.hash', ?) WHERE id IN (8, 9)",
            (f"{sample.hashes[7]:032x}",),
        ),
    )
    edit(path, "UPDATE head SET ply = 7", "DELETE FROM snapshots WHERE ply > 0")
    forge(path, "UPDATE plies SET document = json_remove(document, '$.waits') WHERE id > 9")
    opened = open_campaign(FAMILY, path, reading=True)
    assert opened.referee.journal.head == 7
    with pytest.raises(Invalid, match="Mark x is not what the journal says it was"):
        opened.referee.history.goto(9)
    assert (opened.referee.journal.head, opened.referee.game.state.hash) == (7, sample.hashes[7])


# --- what lies beside it ----------------------------------------------------------------------------------------------


def test_a_side_file_of_another_campaign_or_of_an_older_state_is_refused(
    sample: Sample, path: Path, tmp_path: Path
) -> None:
    beside = path.with_name("war.campaign-wal")
    other = tmp_path / "other" / "war.campaign"
    referee = played(begun(other), 5)
    of_another = other.with_name(beside.name).read_bytes()
    referee.sink.close()
    older = tmp_path / "older" / "war.campaign"
    older.parent.mkdir()
    older.write_bytes(sample.bytes)
    opened = open_campaign(FAMILY, older)
    played(opened.referee, 1)
    of_before = older.with_name(beside.name).read_bytes()
    played(opened.referee, 5).sink.close()
    for main, wal in ((sample.bytes, of_another), (older.read_bytes(), of_before)):
        path.write_bytes(main)
        beside.write_bytes(wal)
        with untouched(path.parent):
            for options in ({}, {"reading": True}, {"last_good": True}, {"last_good": True, "reading": True}):
                with pytest.raises(Invalid, match=r"war\.campaign (has war\.campaign-wal beside it|is damaged)"):
                    open_campaign(FAMILY, path, **options)


# --- damaged copies -------------------------------------------------------------------------------------------------


def opened_or_refused(path: Path, last_good: bool) -> OpenedCampaign | str:
    try:
        return open_campaign(FAMILY, path, reading=True, last_good=last_good)
    except SandtableError as error:
        return str(error)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_damaged_campaign_is_refused_or_means_the_same(kind: Damage, sample: Sample, path: Path) -> None:
    """2,000 in all; and what counts of a damaged one is as it was when it was played."""
    rng = random.Random(f"campaign {kind.__name__}")
    refused = saved = 0
    for _ in range(count(200)):
        data = bytearray(sample.bytes)
        kind(data, rng)
        path.write_bytes(data)
        said = opened_or_refused(path, last_good=False)
        if not isinstance(said, str):
            assert standing(said.referee, said.header) == sample.standing
            continue
        refused += 1
        assert "war.campaign" in said
        assert "\n" not in said
        rest = opened_or_refused(path, last_good=True)
        if isinstance(rest, str):
            assert "war.campaign" in rest
            continue
        saved += 1
        found = standing(rest.referee, rest.header)
        assert found.header == sample.standing.header
        assert found.plies == dict(list(sample.standing.plies.items())[: len(found.plies)])
        assert found.position == sample.hashes[found.head]
        assert path.read_bytes() == data
        assert names(path.parent) == ["war.campaign"]
    print(f"{kind.__name__}: {refused} refused, {saved} of them opened at a good position")
    assert refused or kind.__name__ in ("one_bit", "the_header", "the_schema")  # of which few do harm


def test_a_campaign_that_was_cut_goes_on_from_what_is_left(sample: Sample, path: Path) -> None:
    """Its schema lies in one of the first pages and one behind all tables: the words are known."""
    left: list[int] = []
    for part in (95, 85, 75):
        path.write_bytes(sample.bytes[: len(sample.bytes) * part // 100])
        opened = opened_or_refused(path, last_good=True)
        if not isinstance(opened, str):
            left.append(len(opened.referee.journal.plies))
    assert left
