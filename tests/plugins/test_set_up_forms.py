"""Relations, dates, aims and charts of the games that ship: what a designer sees of them, and the edits they make."""

from __future__ import annotations

import pytest

from sandtable.design.document import DesignDocument
from sandtable.design.scenario.aim_sentences import add_row, aim_sentences
from sandtable.design.scenario.chart_cells import cells_of_chart, charts_in, read_cell
from sandtable.design.scenario.designed import DesignedScenario
from sandtable.design.scenario.laid_game import laid_game, rules_alone
from sandtable.design.scenario.relations import between, parties_of, relate, with_relation
from sandtable.design.scenario.row_edits import RemoveRows, SetCell
from sandtable.design.scenario.row_forms import RowField
from sandtable.design.scenario.scenario_edits import SwitchOptions
from sandtable.design.scenario.time_line import dated_rows, last_turn, move_to, undated_rows
from sandtable.engine.errors import Invalid
from sandtable.present import setting_up
from tests.design.test_scenario_edits import design as marches
from tests.plugins.test_set_ups import GAMES, begun

EMPIRES = "empires"


def document(name: str) -> DesignDocument:
    return DesignDocument({"scenario": begun(name)})


def now(one: DesignDocument) -> DesignedScenario:
    found: DesignedScenario = one.subjects["scenario"]
    return found


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_a_game_declares_is_there_without_a_single_row_and_fits_its_tables(name: str) -> None:
    design = begun(name)
    game = rules_alone(design)
    kinds = design.family.schema.kinds
    for relation in setting_up.relations(game):
        assert {relation.parties, relation.table} <= {*kinds}
        assert parties_of(design, relation)
    for field in setting_up.dated(game):
        assert field.field in kinds[field.table].__struct_fields__
    for form in setting_up.aims(game):
        assert aim_sentences(design, form)


# --- relations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "one", "other"), [(EMPIRES, "France", "Spain"), ("grande_armee", "France", "Prussia")]
)
def test_a_war_is_ended_and_begun_again_to_the_scenario_that_was(name: str, one: str, other: str) -> None:
    work = document(name)
    if name == "grande_armee":
        sides = sorted(now(work).ids("Army"))
        one, other = sides[0], sides[1]
    relations = setting_up.relations(rules_alone(now(work)))
    was = now(work).document.digest
    assert between(now(work), relations, one, other) == ("war",)
    work.do_all(relate(now(work), relations, one, other, ()))
    assert between(now(work), relations, one, other) == between(now(work), relations, other, one) == ()
    work.do_all(relate(now(work), relations, other, one, ("war",)))
    assert now(work).document.digest == was


def test_an_alliance_ends_the_war_it_cannot_stand_beside() -> None:
    work = document(EMPIRES)
    relations = setting_up.relations(rules_alone(now(work)))
    keys = with_relation(relations, ("war",), "alliance")
    assert keys == ("alliance",)
    assert with_relation(relations, keys, "combined") == ("alliance", "combined")
    assert with_relation(relations, ("alliance", "combined"), "war") == ("war",)
    work.do_all(relate(now(work), relations, "France", "Spain", keys))
    assert now(work).rows["Alliance"]["France|Spain"]["nations"] == ["France", "Spain"]
    assert "France|Spain" not in now(work).rows["War"]


def test_nobody_stands_to_himself_and_a_row_of_three_is_left_alone() -> None:
    work = document(EMPIRES)
    relations = setting_up.relations(rules_alone(now(work)))
    with pytest.raises(Invalid, match="cannot stand to itself"):
        relate(now(work), relations, "France", "France", ("war",))


# --- dates ----------------------------------------------------------------------------------------------------------


def test_what_comes_when_and_what_never() -> None:
    design = begun(EMPIRES)
    fields = setting_up.dated(rules_alone(design))
    rows = dated_rows(design, fields)
    assert [one.turn for one in rows] == sorted(one.turn for one in rows)
    assert (last_turn(design, fields), rows[-1].words) == (20, "the campaign ends")
    corps = next(one for one in rows if one.id == "V Corps")
    assert (corps.words, corps.side) == ("V Corps arrives", "France")
    recall = next(one for one in rows if one.table == "Recall")
    assert recall.side == design.rows["Leader"][recall.id]["side"]
    assert all(one.turn == 0 for one in undated_rows(design, fields))


def test_a_date_is_moved_and_none_before_the_first() -> None:
    work = document(EMPIRES)
    fields = setting_up.dated(rules_alone(now(work)))
    corps = next(one for one in dated_rows(now(work), fields) if one.id == "V Corps")
    work.do(move_to(now(work), corps, 3))
    assert now(work).rows["Arrival"]["V Corps"]["turn"] == 3
    with pytest.raises(Invalid, match="before the first"):
        move_to(now(work), corps, 0)


# --- aims -----------------------------------------------------------------------------------------------------------


def test_the_contest_is_a_sentence_with_fields_and_is_added_where_it_lacks() -> None:
    work = document(EMPIRES)
    form = next(one for one in setting_up.aims(rules_alone(now(work))) if one.table == "Contest")
    (sentence,) = aim_sentences(now(work), form)
    assert sentence.there
    fields = [one.name for one in sentence.parts if isinstance(one, RowField)]
    assert fields == ["invader", "needs", "defender"]
    work.do(RemoveRows("Contest", ("contest",)))
    assert not aim_sentences(now(work), form)[0].there
    work.do(add_row(now(work), form, "contest"))
    row = now(work).rows["Contest"]["contest"]
    assert row["invader"] != row["defender"]
    assert laid_game(now(work)) is not None


def test_each_side_of_grande_armee_has_a_sentence() -> None:
    design = begun("grande_armee")
    form = next(one for one in setting_up.aims(rules_alone(design)) if one.table == "Aim")
    assert [one.id for one in aim_sentences(design, form)] == sorted(design.ids("Side"))


# --- charts ---------------------------------------------------------------------------------------------------------


def test_a_cell_tells_what_is_printed_what_the_designer_has_put_there_and_which_option_goes_over_it() -> None:
    work = document(EMPIRES)
    chart = charts_in(now(work))["breach"]
    work.do(SetCell("breach", ("2",), 6, "Chandler", "walls of 1808"))
    cells = cells_of_chart(now(work), chart, laid_game(now(work)))
    mine, other = cells["2",], cells["3",]
    assert (mine.cell, mine.whence, other.whence) == (6, "designer", chart.origin)
    assert mine.printed == chart.at("2") != 6
    assert "Chandler; walls of 1808" in mine.words
    assert not mine.meets


def test_an_option_that_goes_over_a_designer_s_cell_is_named() -> None:
    work = marches()
    option, overlay = next(
        (key, overlay) for key, module in sorted(now(work).family.modules.items()) for overlay in module.overlays
    )
    chart = charts_in(now(work))[overlay.chart]
    work.do(SetCell(chart.id, overlay.cells[0][0], 1, "me"))
    work.do(SwitchOptions(on=(option,)))
    cells = cells_of_chart(now(work), chart, laid_game(now(work)))
    met = cells[list(chart.cell_keys())[chart.place_of(*overlay.cells[0][0])]]
    assert met.meets
    assert (met.whence, met.option, met.cell) == ("option", overlay.rule, overlay.cells[0][1])
    assert overlay.rule in met.words


def test_a_cell_is_read_as_the_chart_has_its_cells() -> None:
    charts = charts_in(begun(EMPIRES))
    numbers = next(one for one in charts.values() if all(isinstance(cell, int) for cell in one.cells))
    words = next(one for one in charts.values() if any(isinstance(cell, str) for cell in one.cells))
    assert (read_cell(" 4 ", numbers), read_cell("", numbers), read_cell("x", words)) == (4, None, "x")
    with pytest.raises(Invalid, match="not a whole number"):
        read_cell("x", numbers)
