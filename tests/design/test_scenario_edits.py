"""Edits of scenarios: what each does, that it turns round, goes through its line and its bytes, and what is refused."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.design.document import DesignDocument
from sandtable.design.draft_rescue import DamagedDraft
from sandtable.design.draft_shelf import draft_of, kept_drafts
from sandtable.design.draft_sorts import SCENARIO_DRAFTS
from sandtable.design.history import HistoryEntry
from sandtable.design.scenario.designed import DesignedScenario
from sandtable.design.scenario.row_edits import ChangeRows
from sandtable.design.scenario.scenario_patch import from_bytes, to_bytes
from sandtable.design.scenario.scenario_script import read_edit, read_script, write_edit
from sandtable.design.scenario_draft import ScenarioDraft, scenario_draft_path
from sandtable.engine.errors import Invalid
from sandtable.library.diff import scenario_changes
from sandtable.library.store.documents import ScenarioDocument
from sandtable.library.store.library_file import Library
from sandtable.library.store.scenario_parts import Dates, PrintedCell
from sandtable.library.store.shelf import Shelf
from tests.lint.marches import FAMILY, scenario
from tests.lint.sheets import isle, with_attributes


class Own(Shelf):
    """A shelf with one scenario on it."""

    def scenario(self, key: str) -> ScenarioDocument:
        return scenario() if key == "campaign" else super().scenario(key)


def design(document: ScenarioDocument | None = None) -> DesignDocument:
    """Return the good scenario, or another, to be worked on."""
    made = DesignedScenario.of(document or scenario(), Own(FAMILY), isle())
    return DesignDocument({"scenario": made})


def over() -> DesignDocument:
    """Return an overlay of the good scenario that says nothing yet."""
    return design(ScenarioDocument(key="over", game="marches", title="Over", extends="campaign"))


def now(document: DesignDocument) -> DesignedScenario:
    found: DesignedScenario = document.subjects["scenario"]
    return found


def do(document: DesignDocument, edit: str, **fields: Any) -> HistoryEntry:
    """Do an edit that is given as a line, and see that it turns round and goes through its line and its bytes."""
    was = now(document).document
    entry = document.do(read_edit(json.dumps({"edit": edit, **fields})))
    there = now(document).document
    assert read_edit(write_edit(entry.edit)) == entry.edit
    assert from_bytes(to_bytes(entry.patch, {}), lambda _: b"") == entry.patch
    document.undo()
    assert now(document).document == was
    document.redo()
    assert now(document).document == there
    return entry


def changes_of(document: DesignDocument, was: ScenarioDocument | None = None) -> list[str]:
    return [one.words for one in scenario_changes(was or scenario(), now(document).document, FAMILY)]


def refused(document: DesignDocument, edit: str, **fields: Any) -> str:
    was = now(document).document
    with pytest.raises(Invalid) as caught:
        document.do(read_edit(json.dumps({"edit": edit, **fields})))
    assert now(document).document == was
    return str(caught.value)


# --- rows -----------------------------------------------------------------------------------------------------------


def test_a_row_is_put_with_its_places_and_rows_by_name() -> None:
    one = design()
    entry = do(one, "AddRow", table="Corps", id="IV", fields={"side": "Blue", "area": "Cedar Hill", "leader": "Ney"})
    assert now(one).rows["Corps"]["IV"] == {"id": "IV", "side": "Blue", "area": "cedar", "leader": "Ney"}
    assert (entry.says, changes_of(one)) == (
        "Add Corps IV", ["Corps IV is new (side Blue, area cedar, factors 5, leader Ney)"],
    )  # fmt: skip


def test_fields_of_several_rows_are_changed_at_once_and_defaults_are_not_written() -> None:
    one = design()
    do(one, "ChangeRows", table="Corps", rows=["I", "II"], fields={"factors": 7, "leader": None})
    assert changes_of(one) == [
        "Corps I: Infantry factors 5 → 7",
        "Corps II: Infantry factors 5 → 7",
        "Corps II: leader Ney → nothing",
    ]
    do(one, "ChangeRows", table="Corps", rows=["I", "II"], fields={"factors": 5})
    assert changes_of(one) == ["Corps II: leader Ney → nothing"]


def test_a_row_is_copied_with_numbers_and_renamed_with_all_that_name_it() -> None:
    one = design()
    do(one, "CopyRow", table="Corps", row="III", ids=["V", "VI"], fields={"factors": 2})
    assert now(one).rows["Corps"]["VI"] == {"id": "VI", "side": "Blue", "area": "dale", "factors": 2}
    entry = do(one, "RenameRow", table="Leader", row="Ney", to="Michel Ney")
    assert now(one).rows["Corps"]["II"]["leader"] == "Michel Ney"
    assert now(one).rows["Leader"].keys() == {"Michel Ney"}
    assert entry.notes == ("1 row that named it, too",)


def test_who_is_named_is_removed_only_with_a_word_for_those_who_name_him() -> None:
    one = design()
    assert refused(one, "RemoveRows", table="Leader", rows=["Ney"]) == (
        "Leader Ney is named by Corps II (leader): "
        'take those out too (named = "remove"), or let them forget it ("clear")'
    )
    entry = do(one, "RemoveRows", table="Leader", rows=["Ney"], named="clear")
    assert changes_of(one) == ["Corps II: leader Ney → nothing", "Leader Ney is gone (side Red, area ash)"]
    assert entry.notes == ("Corps II names Leader Ney no more",)
    other = design()
    do(other, "RemoveRows", table="Side", rows=["Blue"], named="remove")
    assert now(other).rows["Corps"].keys() == {"I", "II"}
    assert "Arrival" not in now(other).rows
    assert "must name a Side: remove it too" in refused(
        design(), "RemoveRows", table="Side", rows=["Blue"], named="clear"
    )


def corps(row: str, fields: dict[str, Any]) -> dict[str, Any]:
    return {"edit": "ChangeRows", "table": "Corps", "rows": [row], "fields": fields}


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a table that is not there": (
        {"edit": "AddRow", "table": "Korps", "id": "I"},
        "no table is called 'Korps': did you mean Corps",
    ),
    "a row that is there": (
        {"edit": "AddRow", "table": "Corps", "id": "I"},
        "there is a Corps I already",
    ),
    "a row that is not there": (
        corps("IIII", {}),
        "no Corps is called 'IIII': did you mean III",
    ),
    "a field that is not there": (
        corps("I", {"aera": "ash"}),
        "no field is called 'aera': did you mean area",
    ),
    "a place that is nowhere": (
        corps("I", {"area": "ceder"}),
        "Corps I: area: no space of the map 'The isle' is called 'ceder': did you mean Cedar Hill?",
    ),
    "a row named that is not there": (
        corps("I", {"leader": "Nye"}),
        "Corps I: leader: no Leader is called 'Nye': did you mean Ney",
    ),
    "a value out of its bounds": (
        corps("I", {"factors": 40}),
        "Corps I: factors: write a whole number of at most 20",
    ),
    "a row without what it must have": (
        {"edit": "AddRow", "table": "Corps", "id": "IX"},
        "Corps IX: ",
    ),
    "an option that is not there": (
        {"edit": "SwitchOptions", "on": ["wniter"]},
        "no option is called 'wniter': did you mean winter",
    ),
    "a parameter out of its bounds": (
        {"edit": "SetParameters", "option": "winter", "values": {"degrees": 3}},
        "degrees",
    ),
    "a preset that is not there": (
        {"edit": "BeginWith", "preset": "mild"},
        "no preset is called 'mild'",
    ),
    "a date that is none": (
        {"edit": "SetDates", "begins": "May"},
        "it begins at 'May', which is not a date",
    ),
    "a note that is not there": (
        {"edit": "RemoveNote", "id": "n"},
        "no note is called 'n'",
    ),
    "a note of nothing": (
        {"edit": "WriteNote", "id": "n", "text": "x", "table": "Corps", "row": "X"},
        "no Corps is called 'X'",
    ),
    "a chart that is not there": (
        {"edit": "SetCell", "chart": "gains", "at": ["1"], "cell": 1},
        "no chart is called 'gains'",
    ),
    "a cell that is not there": (
        {"edit": "SetCell", "chart": "losses", "at": ["3-1", "1"], "cell": 1},
        "no Odds of chart Losses is called '3-1'",
    ),
    "a cell that is as printed": (
        {"edit": "PrintCell", "chart": "losses", "at": ["1-1", "1"]},
        "is as printed at 1-1, 1: nothing was put over it",
    ),
    "nothing that changes": (
        corps("I", {"factors": 5}),
        "the scenario is so already",
    ),
    "an overlay that is none": (
        {"edit": "LookOver"},
        "the scenario extends none",
    ),
    "a setting where none is asked for": (
        {"edit": "SetSetting", "values": {"x": 1}},
        "asks for no setting",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_is_refused_in_a_sentence_and_nothing_changes(name: str) -> None:
    fields, says = WRONG[name]
    assert says in refused(design(), **fields)


def test_what_is_no_edit_is_told_with_its_line() -> None:
    with pytest.raises(Invalid, match=r"no edit is called 'AddRwo': did you mean AddRow.*line 2 of the script"):
        list(read_script('# first\n{"edit": "AddRwo"}\n', "the script"))


# --- charts, options, head ------------------------------------------------------------------------------------------


def test_a_cell_is_put_over_the_printed_one_and_taken_away_again() -> None:
    one, was = design(), now(design())
    do(one, "SetCell", chart="losses", at=["1-1", "2"], cell=9, source="a report", note="too mild")
    assert changes_of(one) == ["chart losses at 1-1, 2: 2 → 9"]
    assert now(one).rows["Chart"] == was.rows["Chart"]
    do(one, "SetCell", chart="losses", at=["1-1", "2"], cell=8)
    assert changes_of(one) == ["chart losses at 1-1, 2: 2 → 8"]
    do(one, "PrintCell", chart="losses", at=["1-1", "2"])
    assert now(one).document == was.document


def test_options_and_parameters() -> None:
    one = design()
    do(one, "SwitchOptions", on=["winter"])
    do(one, "SetParameters", option="winter", values={"degrees": -5})
    assert changes_of(one) == ["winter is on now", "winter.degrees: default → -5"]
    entry = do(one, "SwitchOptions", off=["winter"])
    assert (changes_of(one), entry.notes) == ([], ("the parameters of winter are gone with it",))


def test_title_dates_and_notes() -> None:
    one = design()
    do(one, "SetScenario", title="War", grants=["coast"])
    do(one, "SetDates", begins="1809-04", ends="1809-07")
    do(one, "WriteNote", id="n", text="He was there", table="Corps", row="I")
    assert now(one).document.dates == Dates("1809-04", "1809-07")
    assert "note n is new (He was there)" in changes_of(one)
    do(one, "RemoveNote", id="n")
    do(one, "SetDates")
    assert changes_of(one) == ["the scenario: title The campaign → War", "coast is granted now"]


# --- overlays -------------------------------------------------------------------------------------------------------


def test_what_is_done_to_an_overlay_is_held_as_what_differs_from_its_base() -> None:
    one = over()
    do(one, "ChangeRows", table="Corps", rows=["I"], fields={"area": "cedar"})
    do(one, "RemoveRows", table="Corps", rows=["III"])
    do(one, "AddRow", table="Corps", id="IV", fields={"side": "Red", "area": "dale"})
    do(one, "SetCell", chart="losses", at=["1-1", "1"], cell=6)
    document = now(one).document
    assert document.over.fields == {"Corps": {"I": {"area": "cedar"}}}
    assert document.over.gone == {"Corps": ("III",)}
    assert document.over.was["Corps"].keys() == {"I", "III"}
    assert document.rows.keys() == {"Corps", "DesignedChart"}
    assert now(one).rows["Corps"].keys() == {"I", "II", "IV"}
    do(one, "ChangeRows", table="Corps", rows=["I"], fields={"area": "ash"})
    assert now(one).document.over.fields == {}


def test_a_cell_of_the_base_is_printed_again_by_an_overlay() -> None:
    changed = design()
    do(changed, "SetCell", chart="losses", at=["1-1", "1"], cell=6)
    based = DesignedScenario(over_document(), FAMILY, isle(), now(changed).document)
    one = DesignDocument({"scenario": based})
    do(one, "PrintCell", chart="losses", at=["1-1", "1"])
    assert now(one).document.over.printed == (PrintedCell("losses", ("1-1", "1")),)
    assert "DesignedChart" not in now(one).rows or not now(one).rows["DesignedChart"]


def over_document() -> ScenarioDocument:
    return ScenarioDocument(key="over", game="marches", title="Over", extends="campaign")


EDITS = st.one_of(
    st.builds(
        lambda row, factors: {"edit": "ChangeRows", "table": "Corps", "rows": [row], "fields": {"factors": factors}},
        st.sampled_from(["I", "II", "III", "IV"]), st.integers(1, 20),
    ),
    st.builds(
        lambda id, area: {"edit": "AddRow", "table": "Corps", "id": id, "fields": {"side": "Red", "area": area}},
        st.sampled_from(["I", "III", "IV", "V"]), st.sampled_from(["ash", "cedar", "dale"]),
    ),
    st.builds(
        lambda id, named: {"edit": "RemoveRows", "table": "Corps", "rows": [id], "named": named},
        st.sampled_from(["I", "II", "III", "IV"]), st.sampled_from(["refuse", "remove", "clear"]),
    ),
    st.builds(
        lambda to, row: {"edit": "RenameRow", "table": "Corps", "row": row, "to": to},
        st.sampled_from(["X", "I"]), st.sampled_from(["I", "III", "IV"]),
    ),
    st.builds(
        lambda at, cell: {"edit": "SetCell", "chart": "losses", "at": ["1-1", at], "cell": cell},
        st.sampled_from(["1", "2"]), st.integers(0, 9),
    ),
    st.builds(lambda at: {"edit": "PrintCell", "chart": "losses", "at": ["1-1", at]}, st.sampled_from(["1", "2"])),
    st.builds(lambda on: {"edit": "SwitchOptions", "on": [on]}, st.sampled_from(["winter", "summer"])),
    st.builds(lambda off: {"edit": "SwitchOptions", "off": [off]}, st.sampled_from(["winter", "summer"])),
)  # fmt: skip


@pytest.mark.parametrize("begin", [design, over])
@given(edits=st.lists(EDITS, max_size=12))
def test_any_edits_turn_round_to_where_they_began(
    begin: Callable[[], DesignDocument], edits: list[dict[str, Any]]
) -> None:
    document = begin()
    states = [now(document).document]
    for edit in edits:
        try:
            document.do(read_edit(json.dumps(edit)))
        except Invalid:
            continue
        states.append(now(document).document)
    for at in [*range(len(states) - 1, -1, -1), len(states) - 1]:
        document.go_to(at)
        assert now(document).document == states[at]
        assert now(document).document.digest == states[at].digest


# --- what the history says ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "fields", "says"),
    [
        (("I",), {"area": "cedar"}, "Move I to Cedar Hill"),
        (("I",), {"area": None}, "Take I off the map"),
        (("I", "II"), {"area": "dale"}, "Move I and II to Long Dale"),
        (("I",), {"nothing_like_it": 3}, "Change I: nothing_like_it 3"),
    ],
)
def test_a_change_is_told_as_a_designer_says_it(rows: tuple[str, ...], fields: dict[str, Any], says: str) -> None:
    assert ChangeRows("Corps", rows, fields).says(now(design())) == says


# --- drafts ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.db"
    with Library.create(path) as library:
        library.put_map(isle())
        library.put_scenario(scenario())
    return path


def moved(area: str) -> Any:
    return read_edit(json.dumps({"edit": "ChangeRows", "table": "Corps", "rows": ["I"], "fields": {"area": area}}))


def test_what_is_done_is_on_disk_before_the_next_and_opens_again_with_its_history(mine: Path) -> None:
    draft = ScenarioDraft.open(mine, "campaign", FAMILY)
    draft.document.do(moved("cedar"))
    draft.document.do(moved("dale"))
    draft.document.undo()
    draft._file.close()  # as when the program is killed
    again = ScenarioDraft.open(mine, "campaign", FAMILY)
    assert again.scenario.rows["Corps"]["I"]["area"] == "cedar"
    assert (again.document.can_redo, again.has_unsaved, again.harm) == (True, True, ())
    again.save()
    again.document.redo()
    again.close()
    with Library.open(mine) as library:
        assert library.scenario("campaign").rows["Corps"]["I"]["area"] == "cedar"
    with ScenarioDraft.open(mine, "campaign", FAMILY) as last:
        assert last.scenario.rows["Corps"]["I"]["area"] == "dale"


def test_a_save_notes_what_is_not_written_of_tables_that_came_meanwhile(mine: Path) -> None:
    """A default that a later version has otherwise would count for rows of a table that was empty at first."""
    with Library.open(mine, writing=True) as library:
        library.put_scenario(ScenarioDocument.made_of(FAMILY, (), setting={}, key="bare", title="Bare"))
    row = scenario().rows["Corps"]["I"]
    with ScenarioDraft.open(mine, "bare", FAMILY) as draft:
        assert "Corps" not in draft.scenario.document.writing.defaults
        draft.document.do(read_edit(json.dumps({"edit": "PutRows", "rows": {"Corps": {"I": row}}})))
        draft.save()
        draft.save_as("twin")
    with Library.open(mine) as library:
        for key in ("bare", "twin"):
            assert library.scenario(key).writing.defaults["Corps"] == FAMILY.defaults["Corps"]


def test_what_another_program_has_changed_is_told_and_both_stay(mine: Path) -> None:
    draft = ScenarioDraft.open(mine, "campaign", FAMILY)
    draft.document.do(moved("cedar"))
    with Library.open(mine, writing=True) as library:
        library.put_scenario(scenario(title="Other"))
    with pytest.raises(Invalid, match=r"was changed in .* by another program .*title.*: nothing was saved"):
        draft.save()
    draft.close()
    with ScenarioDraft.open(mine, "campaign", FAMILY) as again:
        assert "by another program" in again.meanwhile
        assert again.scenario.rows["Corps"]["I"]["area"] == "cedar"
    with Library.open(mine) as library:
        assert library.scenario("campaign").title == "Other"


def test_a_scenario_on_an_older_revision_is_bound_to_the_map_as_it_is_and_back(mine: Path) -> None:
    """What is worked on stands on the revision that it is bound to: the map follows it, and so do undo and the file."""
    with Library.open(mine, writing=True) as library:
        library.put_map(with_attributes(isle(), "birch", fortress=3))
    with ScenarioDraft.open(mine, "campaign", FAMILY) as draft:
        older, newer = draft.scenario.map, draft.scenario.newer
        assert older is not None
        assert newer is not None
        draft.document.do(read_edit('{"edit": "BindMap"}'))
        assert (draft.scenario.map, draft.scenario.newer) == (newer, None)
        assert draft.scenario.document.revision == newer.digest
        draft.document.undo()
        assert (draft.scenario.map, draft.scenario.newer) == (older, newer)
        assert draft.scenario.document.revision == older.digest
        draft.document.redo()
        assert draft.scenario.map is newer
        kept = newer.digest
    with ScenarioDraft.open(mine, "campaign", FAMILY) as again:
        assert again.scenario.map is not None
        assert again.scenario.map.digest == kept != isle().digest


def test_a_draft_without_anything_done_leaves_nothing(mine: Path) -> None:
    ScenarioDraft.open(mine, "campaign", FAMILY).close()
    assert not scenario_draft_path(mine, "campaign").exists()


# --- damage ---------------------------------------------------------------------------------------------------------


def harmed(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


def worked_on(library: Path) -> Path:
    """Work on the scenario in three edits, the first of them saved; return where the draft lies."""
    with ScenarioDraft.open(library, "campaign", FAMILY) as draft:
        draft.document.do(moved("cedar"))
        draft.save()
        draft.document.do(moved("dale"))
        draft.document.do(moved("birch"))
    return scenario_draft_path(library, "campaign")


@pytest.mark.parametrize(
    ("harm", "stands"),
    [
        ("UPDATE edits SET document = replace(document, 'says', 'sayz') WHERE number = 3", 2),
        ("UPDATE edits SET patch = x'00' WHERE number = 2", 1),
        ("DROP TABLE standing", 3),
        ("UPDATE draft SET seal = ''", 3),
        ("UPDATE pieces SET document = '{}'", 3),
        ("DELETE FROM scenarios", 3),
    ],
)
def test_of_a_damaged_draft_everything_before_the_damage_stands_and_it_is_kept(
    mine: Path, harm: str, stands: int
) -> None:
    path = worked_on(mine)
    harmed(path, harm)
    was = path.read_bytes()
    told = draft_of(mine, "campaign", SCENARIO_DRAFTS)
    assert told is not None
    assert path.read_bytes() == was
    with ScenarioDraft.open(mine, "campaign", FAMILY) as again:
        many = "the first edit stands" if stands == 1 else f"the first {stands} edits stand"
        assert f"the draft of {again.scenario.document.title} was damaged: {many}" in again.harm[0]
        assert len(again.document.history.entries) == stands
        again.document.do(read_edit('{"edit": "SetScenario", "title": "Gone on"}'))
    assert path.with_name(f"{path.name}.1").read_bytes()[100:] == was[100:]  # before that SQLite counts who has written
    with ScenarioDraft.open(mine, "campaign", FAMILY) as again:
        assert (again.harm, again.scenario.document.title) == ((), "Gone on")


@pytest.mark.parametrize("bytes_of_it", [b"", b"no draft", b"SQLite format 3\0" + bytes(200)])
def test_what_is_no_draft_is_refused_in_one_sentence_and_stays(mine: Path, bytes_of_it: bytes) -> None:
    path = scenario_draft_path(mine, "campaign")
    path.write_bytes(bytes_of_it)
    with pytest.raises(DamagedDraft, match="nothing of it can be read: go on with the scenario as it was saved last"):
        ScenarioDraft.open(mine, "campaign", FAMILY)
    assert path.read_bytes() == bytes_of_it
    (told,) = kept_drafts(mine, SCENARIO_DRAFTS)
    assert told.is_lost


def test_where_the_library_cannot_be_written_the_refusal_says_where_the_work_is(mine: Path) -> None:
    with ScenarioDraft.open(mine, "campaign", FAMILY) as draft:
        draft.document.do(moved("cedar"))
        mine.rename(mine.with_name("away.db"))
        with pytest.raises(Invalid, match=r"all that you did is safe in the draft, .*scenario-draft"):
            draft.save()
