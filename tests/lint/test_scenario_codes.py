"""Every kind of finding on scenarios and presets: what makes it, what just does not, and that its fix does its work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from sandtable.board import Graph, Map, MapInfo, RegionId, SpaceId
from sandtable.design.scenario.designed import DesignedScenario
from sandtable.design.scenario.scenario_edits import ScenarioEdit
from sandtable.engine import Due, Duty, InstalledGame
from sandtable.engine.state.encoding import Writing
from sandtable.library.store.documents import PresetDocument, ScenarioDocument
from sandtable.library.store.scenario_parts import Dates, RowChanges, Rows, ScenarioNote
from sandtable.library.store.shelf import Shelf
from sandtable.lint.choices import check_preset
from sandtable.lint.findings import Finding
from sandtable.lint.registry import codes
from sandtable.lint.scenarios import check_scenario
from tests.lint.marches import (
    BLUE,
    FAMILY,
    RED,
    Arrival,
    ArrivalId,
    Corps,
    CorpsId,
    Leader,
    LeaderId,
    losses,
    rows,
    scenario,
)
from tests.lint.ploughed_marches import PLOUGHED, ploughed, with_hexes
from tests.lint.sheets import isle, with_attributes, without_edges


class On(NamedTuple):
    """A scenario with what it is checked with."""

    document: ScenarioDocument
    sheet: Map | None = None
    family: InstalledGame | None = FAMILY
    old: Map | None = None
    shelf: Shelf | None = None


class OneBase(Shelf):
    """A shelf with one scenario on it."""

    def __init__(self, base: ScenarioDocument) -> None:
        super().__init__(FAMILY)
        self._base = base

    def scenario(self, key: str) -> ScenarioDocument:
        return self._base if key == self._base.key else super().scenario(key)


class Case(NamedTuple):
    """``also``: codes that cannot but come with it."""

    fires: Callable[[], On]
    quiet: Callable[[], On]
    also: frozenset[str] = frozenset()


def on(document: ScenarioDocument, **changed: Any) -> On:
    return On(document, **({"sheet": isle()} | changed))


def good() -> On:
    return on(scenario())


def on_ground(sheet: Map) -> On:
    """Return the game with a ground on a map."""
    return on(ploughed(revision=sheet.digest), sheet=sheet, family=PLOUGHED)


def changed(**changed: Any) -> Callable[[], On]:
    return lambda: on(scenario(**changed))


def with_row(table: str, id: str, row: dict[str, Any]) -> Callable[[], On]:
    def made() -> On:
        found: Rows = rows()
        found.setdefault(table, {})[id] = row
        return on(scenario(rows=found))

    return made


def corps(id: str = "IV", area: str = "cedar", **more: Any) -> Callable[[], On]:
    return lambda: on(scenario(Corps(CorpsId(id), BLUE, SpaceId(area), **more)))


def arrival(area: str = "cedar", turn: int = 2, country: str = "isle") -> Callable[[], On]:
    row = Arrival(ArrivalId("host"), BLUE, SpaceId(area), turn, RegionId(country))
    return lambda: on(scenario(row))


def levy(area: str) -> Callable[[], On]:
    """Return the one arrival in another space, on the isle with Cedar Hill cut off."""
    row = Arrival(ArrivalId("levy"), BLUE, SpaceId(area), 2, RegionId("isle"))
    return lambda: on(scenario(row, revision=apart().digest), sheet=apart())


def apart() -> Map:
    """Return the isle with Cedar Hill cut off from everything."""
    return without_edges(isle(), ("ash", "cedar"), ("cedar", "dale"), ("cedar", "mere"))


def due(step: str = "play", when: int = 1, what: str = "relief") -> Callable[[], On]:
    return lambda: on(scenario(Due("d", what, "x", step, when, "M-3-relief")))


def duty(by: str = "play", what: str = "hold") -> Callable[[], On]:
    return lambda: on(scenario(Duty("x", RED, "x", what, by, "M-3-hold")))


def laid_over(over: RowChanges, *, told: bool | None = False, **changes: Any) -> Callable[[], On]:
    """Return an overlay of the good scenario; ``told``: it was looked over on that as it is, ``None``: nobody says."""

    def made() -> On:
        base = scenario(key="base")
        seen = "" if told is None else base.digest if told else "of before"
        document = ScenarioDocument(
            **({"key": "over"} | changes), game="marches", title="Over", extends="base", base=seen, over=over
        )
        return on(document, shelf=OneBase(base))

    return made


def designed(options: tuple[str, ...] = (), **cell: Any) -> Callable[[], On]:
    """Return the good scenario with a cell that its designer has changed."""

    def made() -> On:
        said = {"keys": ("1-1", "1"), "cell": 9, **cell}
        charts = {"Chart": {"losses": losses(), "frost": FROST}}
        over = {"DesignedChart": {"losses": {"id": "losses", "cells": [said]}}}
        return on(scenario(rows=rows() | charts | over, options=options))

    return made


def chart(id: str = "losses", **cells: Any) -> Callable[[], On]:
    return with_row("Chart", id, losses(**({"id": id} | cells)))


def old(sheet: Map) -> Callable[[], On]:
    """Return the scenario as it was made for the isle, on another revision of it."""
    return lambda: on(scenario(), sheet=sheet, old=isle())


FROST = {"id": "frost", "title": "Frost", "axes": [], "cells": [1]}
THREE = ({"title": "Odds", "keys": ["1-1", "2-1"]}, {"title": "Die", "keys": ["1", "2"]}, {"title": "Z", "keys": ["z"]})
NARROW = ({"title": "Odds", "keys": ["1-1", "3-1"]}, {"title": "Die", "keys": ["1", "2"]})

CHANGED = RowChanges({"Corps": {"III": {"factors": 7}}})
COLLIDING = RowChanges({"Corps": {"III": {"factors": 7}}}, was={"Corps": {"III": {"factors": 4}}})
LOST = RowChanges({"Corps": {"IX": {"factors": 7}}}, was={"Corps": {"IX": {"factors": 4}}})

CASES: dict[str, Case] = {
    "scenario-game-unknown": Case(lambda: on(scenario(game="chess"), family=None), good),
    "scenario-game-unknown, but another": Case(changed(game="chess"), good),
    "scenario-map-unknown": Case(
        lambda: on(scenario(), sheet=None), lambda: on(scenario(map="", revision=""), sheet=None)
    ),
    "scenario-map-unbound": Case(changed(revision=""), good),
    "scenario-map-old": Case(old(with_attributes(isle(), "birch", fortress=3)), good),
    "scenario-map-old, in use": Case(old(with_attributes(isle(), "ash", fortress=3)), good),
    "map-unfit": Case(
        lambda: on_ground(with_attributes(isle(), "birch", fortress=7)),
        lambda: on_ground(with_attributes(isle(), "birch", fortress=5)),
    ),
    "map-unfit, a region that is not there": Case(
        lambda: on_ground(with_attributes(isle(), "birch", country="ilse")), lambda: on_ground(isle())
    ),
    "ground-row-per-hex": Case(lambda: on_ground(with_hexes(isle(), 6)), lambda: on_ground(with_hexes(isle(), 5))),
    "setting-unsound": Case(lambda: on(ploughed(setting={"contries": {}}), family=PLOUGHED), lambda: on_ground(isle())),
    "setting-unsound, a space that is not there": Case(
        lambda: on(ploughed(setting={"lands": {"oak": "Red"}}), family=PLOUGHED), lambda: on_ground(isle())
    ),
    "setting-unsound, a game without a ground": Case(changed(setting={"lands": {}}), good),
    "scenario-elsewhere": Case(changed(writing=Writing(data=2)), changed(writing=Writing(data=1))),
    "row-table-unknown": Case(
        with_row("Fleet", "A", {"id": "A"}), with_row("Leader", "Soult", {"id": "Soult", "side": "Red", "area": "ash"})
    ),
    "row-unsound": Case(
        with_row("Corps", "IV", {"id": "IV", "side": "Red", "area": "ash", "factors": 21}), corps(factors=20)
    ),
    "row-field-unknown": Case(
        with_row("Leader", "Soult", {"id": "Soult", "side": "Red", "area": "ash", "rank": 3}),
        with_row("Leader", "Soult", {"id": "Soult", "side": "Red", "area": "ash"}),
    ),
    "row-id-other": Case(with_row("Side", "Green", {"id": "Grey"}), with_row("Side", "Green", {"id": "Green"})),
    "reference-dangling": Case(corps(leader=LeaderId("Soult")), corps(leader=LeaderId("Ney"))),
    "side-unknown": Case(
        lambda: on(scenario(Corps(CorpsId("IV"), "Rde", SpaceId("ash")))),  # type: ignore[arg-type]
        lambda: on(scenario(Corps(CorpsId("IV"), BLUE, SpaceId("ash")))),
    ),
    "scenario-sideless": Case(lambda: on(scenario(rows={"Chart": {"losses": losses()}})), good),
    "space-not-on-map": Case(corps(area="ceder"), corps(area="cedar")),
    "space-not-on-map, in a way": Case(corps(way=(SpaceId("ash"), SpaceId("ashes"))), corps(way=(SpaceId("ash"),))),
    "region-not-on-map": Case(arrival(country="ilse"), arrival(country="isle")),
    "option-unknown": Case(changed(options=("wniter",)), changed(options=("summer",))),
    "option-unknown, of a parameter": Case(changed(parameters={"wniter": {"degrees": -1}}), good),
    "parameter-unsound": Case(
        changed(
            parameters={"winter": {"degrees": 1}},
            options=("winter",),
            rows=rows() | {"Chart": {"losses": losses(), "frost": FROST}},
        ),
        changed(
            parameters={"winter": {"degrees": 0}},
            options=("winter",),
            rows=rows() | {"Chart": {"losses": losses(), "frost": FROST}},
        ),
    ),
    "parameter-idle": Case(changed(parameters={"winter": {"degrees": -1}}), good),
    "options-impossible": Case(
        changed(options=("summer", "winter")), changed(options=("summer",)), frozenset({"chart-missing"})
    ),
    "chart-missing": Case(lambda: on(scenario(rows={**rows(), "Chart": {}})), good),
    "chart-missing, of an option": Case(changed(options=("winter",)), changed(options=("summer",))),
    "chart-shape": Case(chart(cells=(1, 2, 3)), chart(cells=(1, 2, 3, 5))),
    "chart-misfit, other keys": Case(chart(axes=NARROW), chart()),
    "chart-misfit, more axes": Case(chart(axes=THREE), chart()),
    "chart-misfit, a text": Case(chart(cells=(1, 2, 3, "AE")), chart(cells=(1, 2, 3, 4))),
    "chart-misfit, too much": Case(chart(cells=(1, 2, 3, 100)), chart(cells=(1, 2, 3, 99))),
    "chart-misfit, below nothing": Case(chart(cells=(-1, 2, 3, 4)), chart(cells=(0, 2, 3, 4))),
    "chart-misfit, nothing": Case(chart(cells=(1, 2, 3, None)), chart(cells=(1, 2, 3, 0))),
    "chart-misfit, under an option": Case(
        changed(
            options=("winter",),
            rows=rows() | {"Chart": {"losses": losses(axes=NARROW[1:], cells=(1, 2)), "frost": FROST}},
        ),
        changed(options=("winter",), rows=rows() | {"Chart": {"losses": losses(), "frost": FROST}}),
    ),
    "chart-misfit, by its designer": Case(designed(cell=100), designed(cell=99)),
    "chart-cell-misplaced": Case(designed(keys=("3-1", "1")), designed(keys=("2-1", "1"))),
    "chart-cell-reprinted": Case(designed(cell=9, was=7), designed(cell=9, was=1)),
    "chart-cell-same": Case(designed(cell=1), designed(cell=2)),
    "chart-cell-covered": Case(
        designed(cell=9, options=("winter",)), designed(cell=9, keys=("2-1", "1"), options=("winter",))
    ),
    "scenario-base-unknown": Case(changed(extends="nowhere"), good),
    "scenario-base-unknown, itself": Case(laid_over(RowChanges(), key="base"), laid_over(RowChanges(), told=True)),
    "scenario-base-unknown, a preset": Case(changed(preset="mild"), good),
    "overlay-base-old": Case(laid_over(CHANGED), laid_over(CHANGED, told=True)),
    "overlay-base-old, named": Case(laid_over(CHANGED), laid_over(CHANGED, told=None)),
    "overlay-collides, with none named": Case(laid_over(COLLIDING, told=None), laid_over(COLLIDING, told=True)),
    "overlay-collides": Case(laid_over(COLLIDING), laid_over(COLLIDING, told=True)),
    "overlay-collides, gone": Case(laid_over(LOST), laid_over(LOST, told=True)),
    "scenario-dates-unsound": Case(changed(dates=Dates("1809-13")), changed(dates=Dates("1809-12"))),
    "scenario-dates-unsound, turned round": Case(
        changed(dates=Dates("1809-05", "1809-04")), changed(dates=Dates("1809-05", "1809"))
    ),
    "note-lost": Case(
        changed(notes=(ScenarioNote("n", "He was there", table="Corps", row="X"),)),
        changed(notes=(ScenarioNote("n", "He was there", table="Corps", row="I"),)),
    ),
    "set-up-refused": Case(
        with_row("Gun", "A", {"id": "A", "pounds": 3}), with_row("Gun", "A", {"id": "A", "pounds": 4})
    ),
    "rules-broken, by a row": Case(
        with_row("Gun", "A", {"id": "A", "pounds": 0}), with_row("Gun", "A", {"id": "A", "pounds": 12})
    ),
    "option-out-of-force": Case(changed(options=("boats",)), changed(options=("boats",), grants=("coast",))),
    "option-out-of-force, for another option": Case(
        changed(options=("boats", "summer"), grants=("coast",)), changed(options=("summer",), grants=("coast",))
    ),
    "need-ungranted": Case(changed(options=("ice",)), changed(options=("ice",), grants=("lakes",))),
    "need-ungranted, of what an option requires": Case(
        changed(options=("skating",)),
        changed(options=("skating", "ice"), grants=("lakes",)),
        frozenset({"options-impossible"}),
    ),
    "grant-idle": Case(changed(grants=("coats",)), changed(grants=("coast",))),
    "rules-broken": Case(changed(options=("fragile",)), changed(options=("summer",))),
    "date-step-unknown": Case(due(step="paly"), due()),
    "date-step-unknown, of a duty": Case(duty(by="paly"), duty()),
    "date-too-early": Case(due(when=0), due(when=1)),
    "date-work-unknown": Case(due(what="releif"), due()),
    "date-work-unknown, of a duty": Case(duty(what="relief"), duty()),
    "scenario-over-stacked": Case(lambda: on(scenario(Corps(CorpsId("IV"), RED, SpaceId("ash")))), corps(area="ash")),
    "scenario-wrong-terrain": Case(corps(area="mere"), corps(area="ash-port")),
    "scenario-leader-alone": Case(
        lambda: on(scenario(Leader(LeaderId("Mack"), BLUE, SpaceId("ash")))),
        lambda: on(scenario(Leader(LeaderId("Mack"), BLUE, SpaceId("dale")))),
    ),
    "scenario-entry-unreachable": Case(levy("cedar"), levy("dale")),
    "scenario-entry-enemy-held": Case(arrival(area="ash"), arrival(area="dale")),
    "scenario-date": Case(arrival(turn=7), arrival(turn=6)),
    "scenario-date, too early": Case(arrival(turn=0), arrival(turn=1)),
}


def found(given: On) -> list[Finding[ScenarioDocument]]:
    return check_scenario(*given)


def code_of(name: str) -> str:
    return name.partition(",")[0]


def test_a_good_scenario_is_quiet() -> None:
    assert found(good()) == []


def test_every_code_of_scenarios_has_a_case() -> None:
    assert {code_of(name) for name in CASES} == {one.name for one in codes().values() if one.about == "scenario"}


@pytest.mark.parametrize("name", CASES)
def test_it_is_found_and_nothing_else(name: str) -> None:
    code, case = code_of(name), CASES[name]
    there = {one.code for one in found(case.fires())}
    assert code in there
    assert there <= {code} | case.also


@pytest.mark.parametrize("name", CASES)
def test_it_is_not_found_where_it_just_is_not(name: str) -> None:
    assert found(CASES[name].quiet()) == []


@pytest.mark.parametrize("name", CASES)
def test_after_a_fix_the_finding_is_gone_and_nothing_else_has_appeared(name: str) -> None:
    code, given = code_of(name), CASES[name].fires()
    for one in found(given):
        if one.code == code and one.fix is not None:
            mended = given._replace(document=one.fix.apply(given.document))
            assert mended.document != given.document
            assert one.fix.apply(mended.document) is mended.document
            assert found(mended) == []


@pytest.mark.parametrize("name", [name for name in CASES if codes()[code_of(name)].fix])
def test_a_fix_is_an_edit_with_the_same_result(name: str) -> None:
    """So a problem is mended in the window by its button, and undone."""
    given = CASES[name].fires()
    assert given.family is not None
    for one in found(given):
        if one.fix is not None:
            assert isinstance(one.fix.edit, ScenarioEdit)
            shelf = given.shelf or Shelf(given.family)
            base = shelf.scenario(given.document.extends) if given.document.extends else None
            digest = base.digest if base is not None else ""
            design = DesignedScenario(given.document, given.family, given.sheet, base, digest, shelf)
            assert one.fix.edit.change(design, []) == one.fix.apply(given.document)


def test_codes_that_promise_a_fix_have_one() -> None:
    able = {code_of(name) for name, case in CASES.items() if any(one.fix for one in found(case.fires()))}
    assert able == {one.name for one in codes().values() if one.about == "scenario" and one.fix}


def test_a_scenario_is_bound_to_the_new_map_only_where_that_touches_nothing_that_it_uses() -> None:
    """One that it touches is bound by its code alone, and not when everything is mended."""
    (far,), (near,) = (found(CASES[name].fires()) for name in ("scenario-map-old", "scenario-map-old, in use"))
    assert far.fix is not None
    assert near.fix is not None
    assert (far.fix.deliberate, near.fix.deliberate) == (False, True)
    assert "Ashford (ash) has changed" in near.words


def test_a_revision_that_is_gone_is_said_to_be_and_the_map_as_it_is_taken_in_its_place() -> None:
    (one,) = (one for one in found(on(scenario(revision="00ff742b99"))) if one.code == "scenario-map-old")
    assert "is for revision 00ff742b of map 'isle', which is gone" in one.words
    assert one.fix is not None
    assert one.fix.deliberate
    mended = one.fix.apply(scenario(revision="00ff742b99"))
    assert mended.revision == isle().digest


def test_a_scenario_is_not_bound_to_a_map_that_takes_something_from_it() -> None:
    there = [space for space in isle().graph.spaces.values() if space.id != "dale"]
    gone = Map(MapInfo("isle", "The isle"), Graph(there), regions=isle().regions)
    (one, *_) = (one for one in found(on(scenario(), sheet=gone, old=isle())) if one.code == "scenario-map-old")
    assert one.fix is None
    assert "is gone, which" in one.words


def test_a_change_of_the_ground_is_told_row_by_row() -> None:
    sheet = with_attributes(isle(), "birch", fortress=3)
    given = On(ploughed(revision=isle().digest), sheet, PLOUGHED, isle())
    (one,) = found(given)
    assert one.words == (
        "map 'isle' has changed since the scenario was last checked, which touches it in 1 place: "
        "Birchwood: fortress 1 → 3; it is played on the map as it was"
    )
    assert one.fix is not None
    assert one.fix.deliberate


def test_a_map_that_the_game_cannot_be_played_on_any_more_is_told_with_its_place() -> None:
    sheet = with_attributes(isle(), "birch", fortress=7)
    unfit, old = found(On(ploughed(revision=isle().digest), sheet, PLOUGHED, isle()))
    assert old.fix is None
    assert unfit.code == "map-unfit"
    assert (unfit.place.spaces, unfit.place.field) == (("birch",), "fortress")
    assert unfit.words == "the fortress of Birchwood (birch) is 7: make it a whole number from 0 to 5"


def test_the_setting_of_a_scenario_names_what_is_on_the_map() -> None:
    (one,) = found(CASES["setting-unsound, a space that is not there"].fires())
    assert one.words == "the setting: its lands name 'oak', which is not a space of map 'isle'"


# --- what modules say -----------------------------------------------------------------------------------------------


def test_a_code_of_a_games_own_is_told_behind_its_key_and_its_cure_is_a_fix() -> None:
    given = on(scenario(Leader(LeaderId("grouchy"), RED, SpaceId("ash"))))
    (one,) = found(given)
    assert (one.code, one.severity, one.place.table, one.place.row) == (
        "marches/small-letters",
        "hint",
        "Leader",
        "grouchy",
    )
    assert one.fix is not None
    assert one.fix.says == "call grouchy Grouchy"
    after = one.fix.apply(given.document)
    assert after.rows["Leader"].keys() == {"Ney", "Grouchy"}
    assert found(given._replace(document=after)) == []


def test_a_remark_names_its_rule_its_row_and_its_space() -> None:
    (one,) = found(CASES["scenario-over-stacked"].fires())
    assert "(M-1-stacking)" in one.words
    assert (one.place.table, one.place.row, one.place.spaces) == ("Corps", "IV", ("ash",))


def test_a_module_that_fails_over_wrong_data_is_not_blamed_for_it() -> None:
    given = on(scenario(Corps(CorpsId("IV"), BLUE, SpaceId("nowhere")), options=("fragile",)))
    assert Counter(one.code for one in found(given)) == {"space-not-on-map": 1}


# --- presets --------------------------------------------------------------------------------------------------------

PRESETS: dict[str, tuple[PresetDocument, PresetDocument]] = {
    "preset-unsound": (
        PresetDocument(key="hard", game="chess", title="Hard"), PresetDocument(key="hard", game="marches", title="Hard")
    ),
    "preset-unsound, extends": (
        PresetDocument(key="hard", game="marches", title="Hard", extends="soft"),
        PresetDocument(key="hard", game="marches", title="Hard", extends="mild"),
    ),
    "preset-unsound, a circle": (
        PresetDocument(key="mild", game="marches", title="Mild", extends="mild"),
        PresetDocument(key="mild", game="marches", title="Mild"),
    ),
    "preset-impossible": (
        PresetDocument(key="hard", game="marches", title="Hard", on=("winter", "summer")),
        PresetDocument(key="hard", game="marches", title="Hard", on=("winter",), off=("summer",)),
    ),
    "preset-impossible, with what it extends": (
        PresetDocument(key="hard", game="marches", title="Hard", extends="mild", on=("winter",)),
        PresetDocument(key="hard", game="marches", title="Hard", extends="mild", on=("winter",), off=("summer",)),
    ),
    "option-unknown": (
        PresetDocument(key="hard", game="marches", title="Hard", off=("wniter",)),
        PresetDocument(key="hard", game="marches", title="Hard", off=("winter",)),
    ),
    "parameter-unsound": (
        PresetDocument(key="hard", game="marches", title="Hard", parameters={"winter": {"degrees": -41}}),
        PresetDocument(key="hard", game="marches", title="Hard", parameters={"winter": {"degrees": -40}}),
    ),
}  # fmt: skip
MILD = PresetDocument(key="mild", game="marches", title="Mild", on=("summer",))


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str) -> None:
    wrong, right = PRESETS[name]
    assert [one.code for one in check_preset(wrong, (MILD, wrong), FAMILY)] == [code_of(name)]
    assert check_preset(right, (MILD, right), FAMILY) == []


def test_every_code_of_presets_has_a_case() -> None:
    assert {one.name for one in codes().values() if one.about == "preset"} <= {code_of(name) for name in PRESETS}
