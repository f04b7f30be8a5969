"""What Grande Armée shows: counters, cards, sheets, the calendar, the situation in lines."""

from __future__ import annotations

from sandtable.engine import SpaceId
from sandtable.play.words.present_words import situation_lines
from sandtable.present import Counter, MapMode, Matrix, Sheet, Table, Track, presentation
from sandtable.testing import Play
from sandtable_grande_armee.combat.attack import Attack
from sandtable_grande_armee.combat.overrun import Overrun
from sandtable_grande_armee.model import Arrival, Calendar, City, CityId, Purse, Ride, Served, Shelter, UnitId
from sandtable_grande_armee.movement.combining import BreakDown
from sandtable_grande_armee.present.dates import turn_text
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, disrupted, leader, meadow, position, unit


def shown() -> Play:
    """Davout's men in a fort, a wagon, a disrupted enemy in a town that counts, one still to come."""
    return position(
        unit("Friant", FRANCE, "2-5", "0505"), unit("Supply 1", FRANCE, "supply", "0505"),
        leader("Davout", FRANCE, "0505", 6, 5), Ride(UnitId("Davout"), UnitId("Friant")),
        unit("Hohenlohe", PRUSSIA, "5-4", "0510"), disrupted("Hohenlohe"),
        unit("Lestocq", PRUSSIA, "2-5", None), Arrival(UnitId("Lestocq"), 3, SpaceId("2001")),
        City(CityId(SpaceId("0510")), 2, PRUSSIA), Shelter(UnitId("Friant"), inside=True),
        sheet=meadow(fort="0505", town="0510", river="0505-0506"), forts={"0505": FRANCE},
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
    assert friant.badges == ("inside the fort, not declared yet",)
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
    assert armies.columns == ("Army", "France", "Prussia")
    assert armies.rows == (
        ("Strength (lost)", "2 (0)", "5 (0)"), ("Units (disrupted)", "1 (0)", "1 (1)"),
        ("Supply units", "1", "0"), ("Worth of cities", "0", "2"),
    )  # fmt: skip
    counted = {one.title: one.values for one in presentation.measures(shown().game)}
    assert counted["Strength on the map"] == {FRANCE: 2, PRUSSIA: 5}


def test_the_situation_is_told_by_army_and_hex() -> None:
    assert situation_lines(shown().game) == [
        "France: 2 strength points in 1 unit, 0 lost",
        "  0505: Davout 6/5 (rides with Friant); Friant 2-5 (inside the fort, not declared yet); Supply 1",
        "Prussia: 5 strength points in 1 unit, 0 lost",
        "  0510: Hohenlohe 5-4 (disrupted)",
        "  to come: Lestocq (Prussia), 14–16 October 1806, in 2001",
    ]


def facing() -> Play:
    """A corps and a division of the French beside a Prussian division that a corps supports."""
    return position(
        unit("II Corps", FRANCE, "5-4", "0505"), unit("Gudin", FRANCE, "2-5", "0605"),
        unit("Hohenlohe", PRUSSIA, "2-5", "0506"), unit("Tauentzien", PRUSSIA, "5-4", "1008"), at="France: attack",
    )  # fmt: skip


def mode(play: Play, key: str) -> MapMode:
    found = next(one for one in presentation.map_modes(play.game) if one.key == key)
    return presentation.whole_mode(play.game, found)


def test_zones_of_control_are_coloured_and_hatched_where_they_meet() -> None:
    play = facing()
    zones = mode(play, "zones")
    assert zones.fills[SpaceId("1007")] == presentation.side_colour(play.game, PRUSSIA)
    assert zones.fills[SpaceId("0504")] == presentation.side_colour(play.game, FRANCE)
    assert SpaceId("0606") in zones.hatched


def test_troops_that_nothing_can_supply_are_hatched() -> None:
    play = facing()
    assert mode(play, "supply").hatched == {"0505", "0605"}
    play.put(unit("Supply 1", FRANCE, "supply", "0605"))
    assert mode(play, "supply").hatched == frozenset()


def test_retreats_are_told_of_those_beside_an_enemy_alone() -> None:
    retreats = mode(facing(), "retreats")
    assert {"0505", "0605", "0506"} <= set(retreats.fills)
    assert retreats.hatched == frozenset()
    assert SpaceId("1008") not in retreats.fills or retreats.fills[SpaceId("1008")] != "#7fb89a"


def test_a_beaten_unit_would_retreat_to_the_hexes_that_are_shown() -> None:
    kinds = {one.kind: one.spaces for one in presentation.overlays(facing().game, "Hohenlohe")}
    assert kinds["zone"] == {"0505", "0605", "0606", "0507", "0406", "0405"}
    assert kinds["retreat"]
    assert not kinds["retreat"] & kinds["zone"]


def test_before_force_marches_are_declared_each_shows_what_it_would_add() -> None:
    play = position(
        unit("Friant", FRANCE, "2-5", "0505"), unit("Supply 1", FRANCE, "supply", "0505"),
        unit("Hohenlohe", PRUSSIA, "2-5", "2014"), at="France: force_march",
    )  # fmt: skip
    reach = presentation.reach(play.game, "Friant")
    assert reach is not None
    assert reach.costs[SpaceId("1005")] == "5"
    assert (reach.further[SpaceId("1105")], reach.further[SpaceId("1505")]) == ("6›", "10»")
    assert "disrupt" in reach.risk


def test_an_attack_in_hand_tells_its_odds_and_lights_their_column() -> None:
    play = facing()
    attack = Attack(SpaceId("0506"), (UnitId("Gudin"), UnitId("II Corps")))
    odds, chart, attacker, defender = presentation.preview(play.game, attack)
    assert isinstance(odds, Sheet)
    assert isinstance(chart, Matrix)
    assert facts(odds)["Odds"] == "3:1"  # nobody is supplied: half of 7 against half of 2
    assert facts(odds)["By the die"].startswith("1 ")
    assert [chart.columns[at] for at in chart.lit_columns] == ["3:1"]
    assert isinstance(attacker, Sheet)
    assert isinstance(defender, Sheet)
    assert (facts(attacker)["Strength"], facts(defender)["Strength"]) == ("3", "1")
    arrows = presentation.arrows(play.game, attack)
    assert sorted((one.start, one.end, one.says) for one in arrows) == [("0505", "0506", "5"), ("0605", "0506", "2")]


def test_an_overrun_in_hand_tells_its_odds_and_what_it_needs() -> None:
    play = position(
        unit("Army", FRANCE, "18-2", "0505"), unit("Supply 1", FRANCE, "supply", "0505"),
        unit("Tauentzien", PRUSSIA, "2-5", "0506"), at="France: movement_step",
    )  # fmt: skip
    overrun = Overrun(SpaceId("0506"), SpaceId("0505"), (UnitId("Army"),), (UnitId("Supply 1"),))
    odds, *forces = presentation.preview(play.game, overrun)
    assert isinstance(odds, Sheet)
    assert (facts(odds)["Odds"], facts(odds)["Needed"]) == ("18 to 1", "7 to 1")
    assert [one.title for one in forces] == ["Attacker: France", "Defender: Prussia"]
    arrows = presentation.arrows(play.game, overrun)
    assert [(one.start, one.end, one.says) for one in arrows] == [("0505", "0506", "18")]


def test_who_overruns_is_shown_with_the_supply_that_he_names() -> None:
    play = position(
        unit("Army", FRANCE, "18-2", "0505"), unit("Supply 1", FRANCE, "supply", "0505"),
        unit("Tauentzien", PRUSSIA, "2-5", "0506"), unit("Hohenlohe", PRUSSIA, "5-4", "1008"),
        at="France: movement_step",
    )  # fmt: skip
    overrun = Overrun(SpaceId("0506"), SpaceId("0505"), (UnitId("Army"),), ())
    odds, *foreseen = presentation.preview(play.game, overrun)
    play.play(overrun)
    fought = [one for one in presentation.panels(play.game, "window") if one.title.startswith(("Attacker", "Defender"))]
    assert isinstance(odds, Sheet)
    assert facts(odds)["Odds"] == "9 to 1"
    for attacker, defender in (foreseen, fought):
        assert isinstance(attacker, Sheet)
        assert isinstance(defender, Sheet)
        assert (facts(attacker)["Strength"], facts(attacker)["Supply"]) == ("9", "none")
        assert facts(defender)["Strength"] == "1"


def test_the_six_divisions_tell_what_remains_to_them() -> None:
    play = position(unit("Army", FRANCE, "18-2", "0505"), unit("Hohenlohe", PRUSSIA, "5-4", "1008"))
    (parts,) = presentation.preview(play.game, BreakDown(UnitId("Army"), "2-5"))
    assert isinstance(parts, Sheet)
    assert facts(parts)["Points of each part"] == "4"
    (corps,) = presentation.preview(play.game, BreakDown(UnitId("Army"), "5-4"))
    assert isinstance(corps, Sheet)
    assert [entry.value for entry in corps.entries[:3]] == ["5-4, 3 points"] * 3


def test_every_step_is_taught() -> None:
    play = facing()
    ask = play.referee.prompt.asks[0] if play.referee.prompt is not None else None
    assert ask is not None
    (lesson,) = [one for one in presentation.guidance(play.game, ask) if one.title]
    assert lesson.title == "Combat"
    assert lesson.advice[0].worth == 3
