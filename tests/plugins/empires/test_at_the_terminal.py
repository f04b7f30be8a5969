"""The Peninsula at the terminal: one line for many corps, reasons that say it once, names in part."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine import InstalledGame
from sandtable.library.store.documents import PresetDocument
from sandtable.library.store.library_file import Library
from sandtable.play.begin.starts import Start
from sandtable.play.table.sitting import Wishes, begin
from sandtable.play.words.wording import row_facts
from sandtable_empires.model import Area, Arrival
from sandtable_empires.system import EMPIRES
from tests.cli.by_name import Typist
from tests.cli.house import House

MAY = ("Turn order > 1", "end", "end")
"""France's steps before its corps must be supplied."""


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def play(house: House, *lines: str) -> str:
    """Hold a sitting of the Peninsula with these inputs; return what was shown."""
    call = ("play", "peninsula-1808", "--new", "--seed", "1808")
    return house.run(*call, typed="".join(f"{line}\n" for line in lines)).stdout


def test_all_does_the_same_with_each_in_turn(house: House) -> None:
    said = play(house, *MAY, "Forage > all")
    assert said.count(" forages\n") == 6
    assert "Depots · Great Britain" in said  # there was nobody to fight


def test_some_by_name_are_done_in_turn_too(house: House) -> None:
    said = play(house, *MAY, "Forage", "Dupont, Junot")
    assert said.index("France: Dupont's Corps forages") < said.index("France: Junot's Corps forages")
    assert "Moncey's Corps forages" not in said


def test_all_takes_those_with_one_way_to_do_it(house: House) -> None:
    """Madrid's depot alone feeds those near it; of nobody else is it known from where."""
    depots = ("Lay depot > Bayonne", "Lay depot > Burgos", "Lay depot > Madrid")
    said = play(house, "Turn order > 1", *depots, "end", "end", "Draw supply > all")
    fed = "is supplied from Madrid, which is fed from Burgos and Bayonne: 1 money (BASE-7.4-supply)"
    assert [f"{name} {fed}" in said for name in ("Murat's Reserve", "Moncey's Corps", "Junot's Corps")] == [
        True, True, False,
    ]  # fmt: skip


def test_the_same_reason_is_given_once(house: House) -> None:
    said = play(house, "Turn order > 1", "end", "March", "?")
    assert (
        "I Corps:\n  - I Corps is not on the map (BASE-7.3-on-map)\n  and so II Corps, Imperial Guard, IV Corps, "
        in said
    )


def test_the_turn_order_says_who_then_moves_after_whom(house: House) -> None:
    said = play(house, "Turn order")
    orders = [
        "France, Great Britain, Spain",
        "Great Britain, France, Spain",
        "Great Britain, Spain, France",
    ]
    assert [one in said for one in orders] == [True, True, True]


def test_what_is_typed_ahead_must_be_part_of_it(house: House) -> None:
    """A field with one value takes part of its name too, and no other; what is left over undoes it all."""
    said = play(house, "Turn order > 1", "end", "Detach > Junot > city > infantry > 4", "Detach > Junot > nowhere")
    assert "France: Junot's Corps leaves 4 infantry factors in the city of Lisbon" in said
    assert "'nowhere' is not in the list" in said
    said = play(house, "Turn order > 1", "end", "March", "Dupont > Madrid > Toledo")
    assert "'Toledo' is more than March needs" in said
    assert " marches " not in said


def test_another_kind_of_action_that_is_not_possible_says_why(house: House) -> None:
    said = play(house, *MAY, "Draw supply > Junot")
    assert "Draw supply is not possible now:\n  - No depot can supply a corps of yours (BASE-7.4-line)" in said


def test_a_choice_that_is_empty_has_a_cause_by_its_rule() -> None:
    """What actions say of an empty choice is of a field that they have, and cites a rule of the game."""
    listed = (kind for module in EMPIRES.modules for kinds in module.actions.values() for kind in kinds)
    kinds = [kind for kind in dict.fromkeys(listed) if kind.if_none]
    assert len(kinds) > 15
    for kind in kinds:
        for field, (says, rule) in kind.if_none.items():
            assert field in kind.__struct_fields__
            assert says == says[:1].lower() + says[1:].rstrip(".")
            assert rule in EMPIRES.texts


def test_an_option_is_called_by_its_title(house: House) -> None:
    said = play(house, "options on Guard commitment", "yes", "options")
    assert "proposed: switch guard commitment on" in said


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("? Lay depot > Lisbon", "No supply reaches Lisbon (BASE-7.4-depot-chain)"),
        ("? lay depot, madrid", "No supply reaches Madrid (BASE-7.4-depot-chain)"),
        ("? Lay depot > Bayonne", "Bayonne: possible"),
        ("? Lay depot > Atlantis", "'Atlantis' is not in the list"),
        ("? Lay depot > Bayonne > Lisbon", "'Lisbon' is not a part of Lay depot"),
        ("? Fly > Lisbon", "There is no action Fly > Lisbon in the list; type ? and a number from it"),
        ("? march > Dupont", "March is not asked for now: it belongs to the step Land movement"),
    ],
)
def test_why_not_is_asked_of_a_whole_action_at_once(house: House, asked: str, told: str) -> None:
    said = play(house, "Turn order > 1", asked)
    assert told in said
    assert "France lays a depot" not in said


def test_why_not_of_a_march_goes_through_its_fields(house: House) -> None:
    march = ("Turn order > 1", "end")
    said = play(
        house, *march, "? March > Dupont > Corunna", "? March > I Corps", "? Detach > Dupont > city > infantry > 99"
    )
    assert "Dupont's Corps has 4 movement points, but the way to Corunna costs 9 (BASE-7.3-cost)" in said
    assert "I Corps is not on the map (BASE-7.3-on-map)" in said
    assert "Dupont's Corps must keep at least one factor (BASE-7.3-detach-last)" in said
    assert "? March > Nobody > Madrid" not in said
    assert "'Nobody' cannot be chosen for March" in play(house, *march, "? March > Nobody > Madrid")


def test_what_can_be_answered_in_one_way_only_takes_enter(tmp_path: Path) -> None:
    start = Start(InstalledGame(EMPIRES), InstalledGame(EMPIRES).system.scenarios[0])
    sitting = begin(start, Wishes(seed="1808", seats="one"), tmp_path / "t.campaign")
    typist = Typist(sitting)
    for line in ("Turn order > 1", "end", "March > Moncey > Saragossa", "end", "Forage > all"):
        said = typist.type(line)
    assert "  there is only one choice: press Enter" in said
    assert "France attacks in Saragossa" in typist.type("")
    assert not any("only one way" in line for line in typist.type(""))  # the chits: Enter only lists them again
    sitting.referee.sink.close()


def test_a_ruling_is_changed_by_agreement_and_taken_back(house: House) -> None:
    change = "options set storm_command.commanders = not used"
    said = play(house, change, "yes", "Turn order > 1", "end", "options")
    assert "“Commanders in storms” is now not used (it was used)" in said
    assert "Commanders in storms (used or not used; default used; now not used)" in said
    (kept,) = house.campaigns
    assert "verified: all 4 plies come out the same" in house.run("replay", kept, "--verify").stdout
    again = ("play", "peninsula-1808")
    assert "default used; now not used" in house.run(*again, typed="options\n").stdout
    assert "default used; now" not in house.run(*again, typed="undo\noptions\n").stdout
    house.run("replay", kept, "--verify")


def test_a_rule_says_what_is_left_open_in_it(house: House) -> None:
    said = house.run("rules", "BASE-10.6.1-storm-command").stdout
    assert "Leaves open: storm_command.commanders (Commanders in storms: used or not used)" in said


NOT_USED = {"storm_command": {"commanders": "not used"}}


def test_a_preset_decides_rulings(house: House) -> None:
    library = house.home / "ours.db"
    with Library.create(library) as made, made.unit():
        made.put_preset(PresetDocument(key="ours", game="empires", title="Ours", parameters=NOT_USED))
    said = house.run("options", "peninsula-1808", "--preset", f"{library}#ours").stdout
    assert "default used; now not used" in said
    house.run("check", library)


def test_a_ruling_says_what_it_cannot_be(house: House) -> None:
    said = play(house, "options set storm_command.commanders=sometimes", "options set storm_comand.commanders=used")
    assert "storm_command.commanders cannot be 'sometimes'" in said
    assert "No option or ruling is called 'storm_comand': did you mean storm_command" in said


def test_what_the_land_gives_is_told_before_one_forages(house: House) -> None:
    """A die above that costs factors, of a small corps the last."""
    said = play(house, "Turn order > 1", "end", "March > Bessières > Santander", "end", "Forage")
    assert "  1  Bessières' Corps  the land gives 3; 9I 2C in Santander" in said
    assert "  3  Dupont's Corps    12I 2C in Toledo" in said  # a die is never above 6


def test_a_place_is_looked_at(house: House) -> None:
    said = play(house, "place madrid", "place Nowhere", "place")
    told = said.partition("> place madrid\n")[2].partition("France, Turn order")[0].splitlines()
    assert told[0] == "Madrid"
    assert told[1:4] == ["  Province: New Castile (Spain)", "  Holder: France", "  Terrain: clear"]
    assert any(line.startswith("  Adjacent to: ") and "Toledo" in line for line in told)
    assert "  Moncey's Corps: 12I 1C under Moncey" in told
    assert "  Madrid garrison: 2I (France)" in told
    assert len([line for line in told if "Moncey" in line]) == 1
    assert "The map has no place called 'Nowhere'" in said
    assert "Which place? Type its name too, as in place Madrid" in said


def test_lines_found_in_the_log_stand_under_the_steps_in_which_they_happened(house: House) -> None:
    said = play(house, *MAY, "Forage > all", "end", "log Junot")
    found = said.rpartition("> log Junot\n")[2].splitlines()
    heads = [line for line in found if line.startswith("May 1808")]
    assert heads == ["May 1808 · Supply · France"]


def test_who_plays_several_sides_is_told_what_has_happened_since_the_side_that_is_asked_moved(house: House) -> None:
    said = play(house, "Turn order > 1", "end", "March > Dupont > Madrid", "end", "Forage > all", "recap")
    told = said.rpartition("> recap\n")[2]
    assert told.startswith("Since the beginning:")  # Great Britain is asked, who has not moved yet
    assert "Dupont's Corps marches to Madrid" in told


def test_no_standing_answer_is_left_for_a_step_that_cannot_end_now(house: House) -> None:
    said = play(house, *MAY, "end always", "standing")
    assert "End step is not possible now" in said
    assert "no standing answer; pass always" in said


def test_what_has_nothing_to_choose_is_possible_and_no_more(house: House) -> None:
    said = play(house, *MAY, "Forage > all", "? end", "? Lay depot", "?", "Lay depot", "?")
    assert "\nEnd step: possible\n" in said
    assert "\nLay depot: possible; choose it, and ask ? about a value\n" in said
    assert "All of these are possible now; ? and a name says why something else is not." in said


def test_of_a_phase_that_has_only_begun_nothing_is_behind(house: House) -> None:
    """France says when it moves: no side has been at any step of the Land Phase."""
    track = play(house, "track").partition("> track\n")[2].partition("France, Turn order")[0]
    land = track.partition("Land (each side)\n")[2].partition("Conquest")[0].split("\n")
    assert [line.strip() for line in land if line.strip()] == [
        "→ Depots (next)", "Land movement", "Supply", "Land combat", "Guerillas",
    ]  # fmt: skip
    assert "✓" not in track.partition("Land (each side)")[2]


def test_what_is_told_of_a_row_does_not_name_it_again(tmp_path: Path) -> None:
    """A city is called as its area is; of a draft its factors count, and what it is said to be stands bare."""
    start = Start(InstalledGame(EMPIRES), InstalledGame(EMPIRES).system.scenarios[0])
    sitting = begin(start, Wishes(seed="1808", seats="one"), tmp_path / "t.campaign")
    game = sitting.referee.game
    told = row_facts(game, Area, "san-sebastian", "France")
    assert told == "province Navarre, terrain mountain, fortress 2, forage 3"
    (draft,) = (one.id for one in game[Arrival] if "Spanish draft of June" in one.id)
    assert row_facts(game, Arrival, draft, "Spain") == "militia 4, infantry 2, turn 2, the juntas raise men"
    sitting.referee.sink.close()
