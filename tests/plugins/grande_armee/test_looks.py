"""What Grande Armée shows: counters, cards, sheets, the calendar, the situation in lines."""

from __future__ import annotations

from sandtable.engine import Action, Ask, Game, RuleModule, SpaceId
from sandtable.play.words.present_words import situation_lines
from sandtable.present import Counter, Sheet, Table, Track, presentation
from sandtable.testing import Play
from sandtable_grande_armee.model import Arrival, Calendar, City, CityId, Purse, Ride, Served, Shelter, UnitId
from sandtable_grande_armee.present.dates import turn_text
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, disrupted, leader, meadow, position, unit


class Halt(Action, frozen=True):
    """Stay where one is."""

    def perform(self, game: Game, ask: Ask) -> None:
        """Do nothing."""


class Halting(RuleModule):
    """Something to do in the movement step, whatever else may be done there."""

    key, actions = "halting", {"movement_step": (Halt,)}


def shown() -> Play:
    """Davout's men in a fort, a wagon, a disrupted enemy in a town that counts, one still to come."""
    return position(
        unit("Friant", FRANCE, "2-5", "0505"), unit("Supply 1", FRANCE, "supply", "0505"),
        leader("Davout", FRANCE, "0505", 6, 5), Ride(UnitId("Davout"), UnitId("Friant")),
        unit("Hohenlohe", PRUSSIA, "5-4", "0510"), disrupted("Hohenlohe"),
        unit("Lestocq", PRUSSIA, "2-5", None), Arrival(UnitId("Lestocq"), 3, SpaceId("2001")),
        City(CityId(SpaceId("0510")), 2, PRUSSIA), Shelter(UnitId("Friant"), inside=True),
        sheet=meadow(fort="0505", town="0510", river="0505-0506"), forts={"0505": FRANCE}, extra=(Halting,),
    )  # fmt: skip


def counter(play: Play, piece: str) -> Counter:
    return next(one for one in presentation.counters(play.game) if one.piece == piece)


def facts(sheet: Sheet | None) -> dict[str, str]:
    assert sheet is not None
    return {entry.title: entry.value for entry in sheet.entries}


def test_a_counter_shows_strength_movement_state_and_who_rides_along() -> None:
    play = shown()
    friant, hohenlohe = counter(play, "Friant"), counter(play, "Hohenlohe")
    assert (friant.strength, friant.movement, friant.symbol, friant.leader) == ("2", "5", "infantry", "Davout 6/5")
    assert friant.badges == ("inside the fort (not declared yet)",)
    assert (hohenlohe.strength, hohenlohe.movement, hohenlohe.badges) == ("5", "4", ("disrupted",))
    assert counter(play, "Davout").strength == "6/5"
    assert "rides with Friant" in counter(play, "Davout").badges
    assert counter(play, "Supply 1").symbol == "wagon"


def test_troops_lie_over_leaders_and_these_over_wagons() -> None:
    play = shown()
    stack = [
        one.piece for one in sorted(presentation.counters(play.game), key=lambda one: one.order) if one.space == "0505"
    ]
    assert stack == ["Supply 1", "Davout", "Friant"]


def test_who_has_not_arrived_has_no_counter_but_is_announced() -> None:
    play = shown()
    assert "Lestocq" not in {one.piece for one in presentation.counters(play.game)}
    (coming,) = [one for one in presentation.panels(play.game, "bottom") if one.key == "arrivals"]
    assert isinstance(coming, Table)
    assert coming.rows == (("14–16 October 1806", "Prussia", "Lestocq", "infantry 2-5", "2001"),)
    assert coming.spaces == (SpaceId("2001"),)


def test_forts_and_cities_are_signs_in_the_colour_of_their_holders() -> None:
    signs = [one for one in presentation.signs(shown().game) if not one.title.startswith("Inside the fort")]
    fort, city = sorted(signs, key=lambda one: one.space)
    assert (fort.title, fort.symbol) == ("Fort 0505, held by France", "garrison")
    assert (city.title, city.says) == ("0510, held by Prussia", "worth 2 victory points")
    assert fort.colour == presentation.side_colour(shown().game, FRANCE)


def test_the_card_of_a_unit_tells_its_points_and_when_it_recovers() -> None:
    play = shown()
    play.put(Purse(UnitId("Friant"), 3, 2), Served(UnitId("Supply 1"), "combat"))
    friant = presentation.card(play.game, "Friant")
    assert facts(friant)["Movement"] == "3 points left"
    assert facts(friant)["Strength"] == "2 strength points"
    assert facts(presentation.card(play.game, "Hohenlohe"))["Recovers"] == "after a movement phase without a move"
    assert facts(presentation.card(play.game, "Davout"))["Ratings"] == "6 in attack, 5 in defence"
    assert facts(presentation.card(play.game, "Supply 1"))["State"] == "serves the combat"
    assert presentation.card(play.game, "nobody") is None


def test_the_sheet_of_a_hex_tells_its_ground_its_walls_and_who_stands_there() -> None:
    play = shown()
    (sheet,) = presentation.about(play.game, SpaceId("0505"))
    told = facts(sheet)
    assert (told["Ground"], told["Fort"], told["Rivers"]) == ("clear, fort", "held by France", "to 0506")
    assert told["Supply 1"] == "France, supply unit"
    assert facts(presentation.about(play.game, SpaceId("0510"))[0])["City"] == "held by Prussia, worth 2 victory points"
    assert facts(presentation.about(play.game, SpaceId("2001"))[0])["Lestocq arrives"] == "14–16 October 1806"


def test_the_calendar_marks_the_present_turn_and_who_arrives() -> None:
    (track,) = [one for one in presentation.panels(shown().game, "bottom") if isinstance(one, Track)]
    assert track.boxes[0].title == "1: 8–10 October"
    assert [words for _, words in track.boxes[0].markers] == ["now"]
    assert [words for _, words in track.boxes[2].markers] == ["Prussia: 1 arrival"]


def test_a_turn_is_called_by_its_days() -> None:
    calendar = Calendar("calendar", "1806-10-29", 3, 60)
    assert turn_text(calendar, 1) == "29–31 October 1806"
    assert turn_text(Calendar("calendar", "1806-10-30", 3, 9), 1) == "30 October – 1 November 1806"
    assert turn_text(Calendar("calendar", "1806-12-31", 2, 9), 1) == "31 December 1806 – 1 January 1807"
    assert turn_text(Calendar("calendar", "1806-10-30", 1, 9), 2) == "31 October 1806"
    assert presentation.named_round(shown().game, 2) == "11–13 October 1806"


def test_the_armies_are_counted() -> None:
    (armies,) = [one for one in presentation.panels(shown().game, "side") if one.key == "armies"]
    assert isinstance(armies, Table)
    assert armies.columns == ("Army", "Strength", "Units", "Disrupted", "Supply", "Lost", "Cities")
    assert armies.rows == (("France", "2", "1", "0", "1", "0", "0"), ("Prussia", "5", "1", "1", "0", "0", "2"))
    counted = {one.title: one.values for one in presentation.measures(shown().game)}
    assert counted["Strength on the map"] == {FRANCE: 2, PRUSSIA: 5}


def test_the_situation_is_told_by_army_and_hex() -> None:
    assert situation_lines(shown().game) == [
        "8–10 October 1806",
        "France: 2 strength points in 3 units, 0 lost",
        "  0505: Davout 6/5 (rides with Friant), Friant 2-5 (inside the fort (not declared yet)), Supply 1 supply",
        "Prussia: 5 strength points in 1 unit, 0 lost",
        "  0510: Hohenlohe 5-4 (disrupted)",
        "  to come: Lestocq (Prussia), 14–16 October 1806, in 2001",
    ]
