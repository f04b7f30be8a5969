"""Who holds what: the region in which a space lies, what is given with it, and how lists of places are written."""

from __future__ import annotations

from functools import cache

from sandtable.board.spaces import SpaceId
from sandtable.design.scenario.designed import DesignedScenario
from sandtable.design.scenario.holding import Holding, give, holdings, lies_in, targets
from sandtable.design.scenario.scenario_edits import SetSetting
from sandtable.design.scenario.setting_texts import list_text, listed_fields
from sandtable.design.scenario_draft import open_design
from sandtable.engine import InstalledGame
from sandtable.library.shipped import shipped_path
from sandtable_empires.system import EMPIRES


@cache
def danube() -> DesignedScenario:
    """Return the war on the Danube, whose map has Venice in Venetia and as land of Austria."""
    return open_design(shipped_path(), "danube-1809", InstalledGame(EMPIRES))


def held(**setting: dict[str, str]) -> DesignedScenario:
    """Return it with others who hold what."""
    design = danube()
    edit = SetSetting({"countries": {}, "areas": {}, **setting})
    return design.with_document(edit.change(design, []))


def by_name(field: str) -> Holding:
    return next(one for one in holdings(danube()) if one.field == field)


def test_a_space_lies_in_the_country_of_its_province_and_in_no_other() -> None:
    sheet = danube().map
    assert sheet is not None
    assert lies_in(sheet, SpaceId("venice"), {"country"}) == "venetia"
    assert lies_in(sheet, SpaceId("vienna"), {"country"}) == "austria"
    assert lies_in(sheet, SpaceId("adriatic-sea"), {"country"}) is None
    assert targets(danube(), by_name("countries"), [SpaceId("venice"), SpaceId("vienna")]) == ["venetia", "austria"]


def test_a_country_is_given_with_all_that_lies_in_it() -> None:
    design = held(countries={"austria": "Austria"})
    edit = give(design, by_name("countries"), ["venetia"], "France")
    assert edit.values["countries"] == {"austria": "Austria", "venetia": "France"}
    assert edit.values["areas"] == dict.fromkeys(("cattaro", "udine", "venice", "verona", "zara"), "France")
    after = design.with_document(edit.change(design, []))
    assert {after.ground["Area"][one]["holder"] for one in ("venice", "zara")} == {"France"}
    assert after.ground["Area"]["vienna"]["holder"] == "Austria"


def test_a_space_that_goes_with_its_country_is_not_given_singly_any_more() -> None:
    design = held(countries={"austria": "France"}, areas={"vienna": "France", "venice": "France"})
    edit = give(design, by_name("countries"), ["austria"], "Austria")
    assert edit.values == {"countries": {"austria": "Austria"}, "areas": {"venice": "France"}}


def test_a_country_that_is_nobodys_takes_what_lies_in_it_along() -> None:
    design = held(countries={"venetia": "France"}, areas={"venice": "France", "vienna": "France"})
    edit = give(design, by_name("countries"), ["venetia"], None)
    assert edit.values == {"countries": {}, "areas": {"vienna": "France"}}


def test_lists_of_places_are_written_by_names_where_only_one_has_them() -> None:
    design = danube()
    text = list_text(design, "provinces")
    assert listed_fields(design) == ["provinces"]
    assert text.startswith("austria-province, Bohemia, Moravia, Hungary, ")
    again = SetSetting({"provinces": text.split(", ")}).change(design, [])
    assert again.setting == design.document.setting
