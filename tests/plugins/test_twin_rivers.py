"""The rules of Twin Rivers, told as the examples of its rulebook."""

import re
from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from sandtable.engine import (
    CoreHooks,
    EndStep,
    Game,
    Option,
    Part,
    Pass,
    Refusal,
    Refused,
    Row,
    RuleModule,
    SeededDice,
    Side,
    SideId,
    Tally,
    Was,
    refuses,
    rule,
)
from sandtable.testing import Play, distribution, leaks, play_randomly, position
from sandtable_twin_rivers import (
    BLUE,
    ENEMY,
    LOST,
    RED,
    TWIN_RIVERS,
    Area,
    AreaId,
    LoseStep,
    March,
    Retreat,
    TwinRiversHooks,
    Unit,
    UnitId,
    start,
)
from tests.tiers import count

MAP: list[Row] = [row for row in start() if isinstance(row, Side | Area)]


def unit(name: str, area: str, steps: int = 2, *, known: bool = False) -> Unit:
    """Make a unit: its side is the first word of its name."""
    return Unit(UnitId(name), SideId(name.split(maxsplit=1)[0]), AreaId(area), steps, known)


def on_the_map(
    *units: Unit, at: str = "Blue: march", dice: Iterable[int] = (), on: Iterable[str] = (), **parameters: int
) -> Play:
    options = tuple(on)
    given = {options[0]: parameters} if parameters else {}
    return position(TWIN_RIVERS, *MAP, *units, at=at, dice=list(dice), on=options, parameters=given)


def march(name: str, to: str) -> March:
    return March(UnitId(name), AreaId(to))


def places(play: Play) -> dict[str, str]:
    return {row.id: row.area for row in play[Unit]}


def strengths(play: Play) -> dict[str, int | None]:
    return {row.id: row.steps for row in play[Unit]}


# -- 1: the map


def test_twelve_areas_whose_roads_lead_both_ways_and_two_bridges() -> None:
    areas = {area.id: area for area in start() if isinstance(area, Area)}
    assert len(areas) == 12
    assert all(area.id in areas[AreaId(there)].roads for area in areas.values() for there in area.roads)
    assert [id for id, area in areas.items() if area.bridge] == ["Aldbridge", "Ivybridge"]


def test_the_two_forces_are_equal() -> None:
    units = [row for row in start() if isinstance(row, Unit)]
    for side in (BLUE, RED):
        assert [row.steps for row in units if row.side == side] == [3, 2, 2, 1, 1]


# -- 2: marching


def test_a_unit_marches_down_a_road() -> None:
    play = on_the_map(unit("Blue 1", "Garth"), unit("Red 1", "Larch"))
    play.play(march("Blue 1", "Ivybridge"))
    assert places(play) == {"Blue 1": "Ivybridge", "Red 1": "Larch"}
    play.prove()


@pytest.mark.rule("TR-2-neighbours", "TR-2-own-units", "TR-2-stacking")
@pytest.mark.parametrize(
    ("name", "to", "rules", "words"),
    [
        ("Red 1", "Kelby", {"TR-2-own-units"}, "Red 1 belongs to Red"),
        ("Blue 1", "Larch", {"TR-2-neighbours"}, "no road leads from Garth to Larch"),
        ("Blue 1", "Elmsford", {"TR-2-stacking"}, "three units already stand in Elmsford"),
        ("Red 1", "Barrow", {"TR-2-own-units", "TR-2-neighbours"}, "no road leads from Larch to Barrow"),
    ],
)
def test_why_a_unit_may_not_march_there(name: str, to: str, rules: set[str], words: str) -> None:
    there = [unit(f"Blue {n}", "Elmsford") for n in (2, 3, 4)]
    play = on_the_map(unit("Blue 1", "Garth"), *there, unit("Red 1", "Larch"))
    assert play.why_not(march(name, to)) == rules
    with pytest.raises(Refused, match=words):
        play.play(march(name, to))


@pytest.mark.rule("TR-2-once")
def test_every_reason_is_given_at_once() -> None:
    """A unit that has marched may go neither to a full area nor to one without a road."""
    there = [unit(f"Blue {n}", "Barrow") for n in (2, 3, 4)]
    play = on_the_map(unit("Blue 1", "Garth"), *there, unit("Red 1", "Larch"))
    play.play(march("Blue 1", "Elmsford"))
    assert play.why_not(march("Blue 1", "Barrow")) == {"TR-2-once", "TR-2-stacking"}
    assert play.why_not(march("Blue 1", "Larch")) == {"TR-2-once", "TR-2-neighbours"}


def test_units_of_the_enemy_do_not_count_for_stacking() -> None:
    play = on_the_map(unit("Blue 1", "Garth"), *(unit(f"Red {n}", "Ivybridge") for n in (1, 2, 3)))
    assert play.why_not(march("Blue 1", "Ivybridge")) == set()


def test_what_is_offered_is_what_is_legal() -> None:
    play = on_the_map(unit("Blue 1", "Jarrow"), unit("Blue 2", "Larch"), unit("Red 1", "Barrow"))
    ways = [
        ("Blue 1", "Highmoor"),
        ("Blue 1", "Larch"),
        ("Blue 2", "Ivybridge"),
        ("Blue 2", "Jarrow"),
        ("Blue 2", "Kelby"),
    ]
    assert play.may(March) == [march(name, to) for name, to in ways]


def test_a_unit_marches_again_in_the_next_turn() -> None:
    play = on_the_map(unit("Blue 1", "Garth"), unit("Red 1", "Larch"))
    play.play(march("Blue 1", "Elmsford"))
    assert play.at == "Red: march"  # Blue has nothing left to march: the step ends by itself
    play.play(EndStep())
    assert (play.game.round, play.at) == (2, "Blue: march")
    assert play.why_not(march("Blue 1", "Garth")) == set()


# -- 3: battle


@pytest.mark.rule("TR-3-battle", "TR-3-fire", "TR-3-retreat", "TR-3-strongest")
def test_a_battle_of_one_round() -> None:
    """Blue throws 4 for its strongest unit of 3 steps, Red 2 for its 2: Red loses a step, and retreats."""
    play = on_the_map(
        unit("Blue 1", "Garth", 3),
        unit("Blue 2", "Elmsford", 1),
        unit("Red 1", "Ivybridge"),
        unit("Red 2", "Ivybridge", 1),
    )
    play.play(march("Blue 1", "Ivybridge"))
    play.script(4, 2)
    play.play(EndStep())
    assert play.log == [
        "Ivybridge: 4 die (TR-3-fire); +3 strongest (TR-3-strongest); = 7 for Blue",
        "Ivybridge: 2 die (TR-3-fire); +2 strongest (TR-3-strongest); = 4 for Red",
    ]
    assert play.questions == [(RED, ("LoseStep",))]
    play.play(LoseStep(UnitId("Red 1")))
    assert strengths(play) == {"Blue 1": 3, "Blue 2": 1, "Red 1": 1, "Red 2": 1}
    assert play.questions == [(RED, ("Retreat",))]
    play.play(Retreat(AreaId("Larch")))
    assert places(play) == {"Blue 1": "Ivybridge", "Blue 2": "Elmsford", "Red 1": "Larch", "Red 2": "Larch"}
    assert play.at == "Red: march"
    play.prove()


@pytest.mark.rule("TR-3-fire", "TR-3-losses")
def test_on_a_tie_both_lose_a_step() -> None:
    play = on_the_map(unit("Blue 1", "Garth"), unit("Red 1", "Garth"), at="Blue: battle", dice=[5, 5])
    assert play.questions == [(BLUE, ("LoseStep",))]
    play.play(LoseStep(UnitId("Blue 1")))
    play.play(LoseStep(UnitId("Red 1")))
    assert strengths(play) == {"Blue 1": 1, "Red 1": 1}


@pytest.mark.rule("TR-3-retreat")
def test_a_side_that_stays_fights_another_round() -> None:
    play = on_the_map(unit("Blue 1", "Garth"), unit("Red 1", "Garth"), at="Blue: battle", dice=[6, 1])
    play.play(LoseStep(UnitId("Red 1")))
    play.script(1, 6)
    play.play(Pass())
    assert (play.game.frame.round, play.questions) == (2, [(BLUE, ("LoseStep",))])
    play.prove()


@pytest.mark.rule("TR-3-losses")
def test_a_unit_that_loses_its_last_step_is_gone() -> None:
    play = on_the_map(
        unit("Blue 1", "Garth", 3), unit("Red 1", "Garth", 1), unit("Red 2", "Larch"), at="Blue: battle", dice=[6, 1]
    )
    play.play(LoseStep(UnitId("Red 1")))
    assert strengths(play) == {"Blue 1": 3, "Red 2": 2}
    assert play.at == "Red: march"


def test_the_owner_may_only_take_the_loss_from_a_unit_of_the_battle() -> None:
    play = on_the_map(
        unit("Blue 1", "Garth"), unit("Red 1", "Garth"), unit("Red 2", "Garth"), unit("Red 3", "Larch"),
        at="Blue: battle", dice=[6, 1],
    )  # fmt: skip
    assert play.may(LoseStep) == [LoseStep(UnitId("Red 1")), LoseStep(UnitId("Red 2"))]
    with pytest.raises(Refused, match="unit cannot be Red 3 here"):
        play.play(LoseStep(UnitId("Red 3")))


@pytest.mark.rule("TR-3-retreat-free")
def test_no_retreat_to_the_enemy_or_without_room() -> None:
    """From Highmoor roads lead to Fenwick (Blue), Ivybridge (full) and Jarrow."""
    full = [unit(f"Red {n}", "Ivybridge") for n in (2, 3, 4)]
    play = on_the_map(
        unit("Blue 1", "Highmoor"),
        unit("Blue 2", "Fenwick"),
        unit("Red 1", "Highmoor"),
        *full,
        at="Blue: battle",
        dice=[6, 1],
    )
    play.play(LoseStep(UnitId("Red 1")))
    assert play.may(Retreat) == [Retreat(AreaId("Jarrow"))]
    with pytest.raises(Refused, match=r"Blue stands in Fenwick \(TR-3-retreat-free\)"):
        play.play(Retreat(AreaId("Fenwick")))
    with pytest.raises(Refused, match="there is no room in Ivybridge"):
        play.play(Retreat(AreaId("Ivybridge")))


def test_a_side_that_cannot_retreat_is_not_asked() -> None:
    ring = [unit("Blue 2", "Barrow"), unit("Blue 3", "Cobham"), unit("Blue 4", "Garth")]
    play = on_the_map(unit("Blue 1", "Elmsford"), *ring, unit("Red 1", "Elmsford", 3), at="Blue: battle", dice=[6, 1])
    play.script(6, 1)
    play.play(LoseStep(UnitId("Red 1")))
    assert play.questions == [(RED, ("LoseStep",))]
    assert play.game.frame.round == 2


@pytest.mark.rule("TR-3-battle")
def test_battles_are_fought_one_after_the_other_by_name() -> None:
    play = on_the_map(
        *(unit(f"{side} {n}", area) for side in (BLUE, RED) for n, area in enumerate(("Kelby", "Barrow"), 1)),
        at="Blue: battle", dice=[6, 1, 6, 1],
    )  # fmt: skip
    assert play.game.frame.subject == "Barrow"
    play.play(LoseStep(UnitId("Red 2")), Retreat(AreaId("Elmsford")))
    assert play.game.frame.subject == "Kelby"


def test_how_likely_an_even_battle_takes_a_step() -> None:
    """Of 36 throws of equal units 15 are Blue's, 15 Red's, 6 ties in which both lose."""
    play = on_the_map(unit("Blue 1", "Garth"), unit("Red 1", "Ivybridge"))

    def who_loses(game: Game) -> str:
        return ", ".join(side for side in (BLUE, RED) if game.mark_of(side, LOST))

    odds = distribution(play, march("Blue 1", "Ivybridge"), who_loses)
    assert {who: chance * 36 for who, chance in odds.items()} == {"Blue": 15, "Red": 15, "Blue, Red": 6}


# -- 4: hidden strength


@pytest.mark.rule("TR-4-hidden")
def test_the_enemy_does_not_know_the_strength_of_a_unit_that_has_not_fought() -> None:
    play = on_the_map(unit("Blue 1", "Garth"), unit("Red 1", "Larch", 3), unit("Red 2", "Kelby", known=True))
    assert {row.id: row.steps for row in play.seen_by(BLUE)[Unit]} == {"Blue 1": 2, "Red 1": None, "Red 2": 2}
    assert {row.id: row.steps for row in play.seen_by(RED)[Unit]} == {"Blue 1": None, "Red 1": 3, "Red 2": 2}


@pytest.mark.parametrize("side", [BLUE, RED])
def test_nothing_that_a_side_sees_tells_the_strength_of_the_enemy(side: SideId) -> None:
    play = position(TWIN_RIVERS, *start(), at=f"{side}: march")
    for hidden in play[Unit].where("side", ENEMY[side]):
        for steps in (1, 2, 3, 4):
            assert leaks(play, side, Unit(hidden.id, hidden.side, hidden.area, steps)) == []


def test_who_has_fought_is_known() -> None:
    play = on_the_map(
        unit("Blue 1", "Garth"), unit("Red 1", "Garth", 3), unit("Red 2", "Larch"), at="Blue: battle", dice=[6, 1]
    )
    assert {row.id: row.steps for row in play.seen_by(BLUE)[Unit]} == {"Blue 1": 2, "Red 1": 3, "Red 2": None}


def test_the_situation_shows_a_side_what_it_knows() -> None:
    play = on_the_map(unit("Blue 1", "Aldbridge"), unit("Red 1", "Barrow"))
    seen = play.seen_by(BLUE)
    told = seen.hooks(CoreHooks).situation(seen)[:3]
    assert told == ["Areas: Blue 1, Red 1.", "Aldbridge* Blue 1 (2)", "Barrow     Red 1 (?)"]


# -- 5: victory


def end_of(play: Play) -> tuple[SideId | None, str]:
    assert play.game.ended is not None
    assert play.game.ended.rule == "TR-5-victory"
    return play.game.ended.winner, play.game.ended.why


@pytest.mark.rule("TR-5-victory")
@pytest.mark.parametrize("side", [BLUE, RED])
def test_both_bridges_win(side: SideId) -> None:
    holders = [unit(f"{side} 1", "Aldbridge"), unit(f"{side} 2", "Ivybridge")]
    play = on_the_map(
        *holders,
        *(unit(f"{ENEMY[side]} {n}", area) for n, area in enumerate(("Barrow", "Garth", "Larch"))),
        at="reckoning",
    )
    assert end_of(play) == (side, f"{side} holds both bridges")


def test_one_bridge_does_not_win() -> None:
    play = on_the_map(unit("Blue 1", "Aldbridge"), unit("Red 1", "Ivybridge"), at="reckoning")
    assert play.game.ended is None


@pytest.mark.rule("TR-5-victory")
def test_who_is_left_alone_wins() -> None:
    assert end_of(on_the_map(unit("Blue 1", "Larch"), at="reckoning")) == (BLUE, "a side has no units left")


def test_when_nobody_is_left_nobody_wins() -> None:
    play = on_the_map(unit("Blue 1", "Garth", 1), unit("Red 1", "Garth", 1), at="Red: battle", dice=[3, 3])
    play.play(LoseStep(UnitId("Blue 1")), LoseStep(UnitId("Red 1")))
    assert end_of(play) == (None, "a side has no units left")


@pytest.mark.parametrize(
    ("blue", "red", "winner"),
    [
        (("Larch", "Kelby"), ("Garth",), BLUE),
        (("Larch",), ("Garth", "Barrow"), RED),
        (("Larch",), ("Garth",), None),
        (("Larch", "Larch"), ("Garth",), None),
    ],
)
def test_after_ten_turns_more_areas_win(blue: tuple[str, ...], red: tuple[str, ...], winner: SideId | None) -> None:
    play = on_the_map(
        *(unit(f"{side} {n}", area) for side, areas in ((BLUE, blue), (RED, red)) for n, area in enumerate(areas))
    )
    for turn in range(1, 11):
        assert play.game.round == turn
        play.play(EndStep(), EndStep())
    assert end_of(play) == (winner, "ten turns are over")
    assert play.prompt is None
    play.prove()


# -- 6: forced march


@pytest.mark.rule("TR-2-once")
def test_without_the_option_a_unit_marches_once() -> None:
    play = on_the_map(unit("Blue 1", "Garth"), unit("Blue 2", "Larch"), unit("Red 1", "Barrow"))
    play.play(march("Blue 1", "Ivybridge"))
    assert play.why_not(march("Blue 1", "Kelby")) == {"TR-2-once"}


@pytest.mark.rule("TR-6-straggling")
@pytest.mark.parametrize(("die", "left"), [(1, 1), (2, 1), (3, 2), (6, 2)])
def test_a_second_march_costs_a_step_on_a_low_roll(die: int, left: int) -> None:
    play = on_the_map(unit("Blue 1", "Garth"), unit("Red 1", "Barrow"), on=["forced_march"])
    play.play(march("Blue 1", "Ivybridge"))
    play.script(die)
    play.play(march("Blue 1", "Kelby"))
    assert (places(play)["Blue 1"], strengths(play)["Blue 1"]) == ("Kelby", left)
    play.prove()


@pytest.mark.rule("TR-6-forced-march")
def test_no_unit_marches_three_times() -> None:
    play = on_the_map(unit("Blue 1", "Garth"), unit("Blue 2", "Dunmere"), unit("Red 1", "Barrow"), on=["forced_march"])
    play.play(march("Blue 1", "Ivybridge"))
    play.script(6)
    play.play(march("Blue 1", "Kelby"))
    reasons = play.referee.verdict(march("Blue 1", "Larch"))
    assert [str(reason) for reason in reasons] == ["Blue 1 has marched this turn (TR-2-once)"]


def test_the_last_step_can_be_lost_on_the_march() -> None:
    play = on_the_map(
        unit("Blue 1", "Garth", 1), unit("Blue 2", "Dunmere"), unit("Red 1", "Barrow"), on=["forced_march"]
    )
    play.play(march("Blue 1", "Ivybridge"))
    play.script(1)
    play.play(march("Blue 1", "Kelby"))
    assert "Blue 1" not in play[Unit]


def test_a_table_may_agree_that_nobody_straggles() -> None:
    play = on_the_map(unit("Blue 1", "Garth"), unit("Red 1", "Barrow"), on=["forced_march"], straggles_on=0)
    play.play(march("Blue 1", "Ivybridge"))
    play.script(1)
    play.play(march("Blue 1", "Kelby"))
    assert strengths(play)["Blue 1"] == 2


# -- 7: the river line


@pytest.mark.rule("TR-7-river-line")
@pytest.mark.parametrize(
    ("attacker", "area", "total"),
    [
        (RED, "Aldbridge", 1 + 2 + 2),
        (BLUE, "Aldbridge", 1 + 2),  # Blue is the one that attacks: it holds no bridge
        (RED, "Barrow", 1 + 2),  # no bridge
    ],
)
def test_the_side_whose_turn_it_is_not_holds_the_bridge(attacker: SideId, area: str, total: int) -> None:
    units = [unit("Blue 1", area), unit("Red 1", area)]
    play = on_the_map(*units, at=f"{attacker}: battle", dice=[1, 6], on=["river_line"], adds=2)
    assert play.log[0].endswith(f"= {total} for Blue")
    held = "+2 holds the bridge (TR-7-river-line)" in play.log[0]
    assert held == (total == 5)


def test_the_bridge_adds_one_unless_the_table_agrees_on_more() -> None:
    play = on_the_map(
        unit("Blue 1", "Aldbridge"), unit("Red 1", "Aldbridge"), at="Red: battle", dice=[1, 6], on=["river_line"]
    )
    assert play.log[0].endswith("= 4 for Blue")


# -- the whole game


@pytest.mark.parametrize("on", [(), ("forced_march",), ("river_line",), ("forced_march", "river_line")])
def test_random_games_end_within_ten_turns(on: tuple[str, ...]) -> None:
    for seed in range(count(250)):
        play = position(TWIN_RIVERS, *start(), on=on, source=SeededDice(seed))
        play_randomly(play.referee, seed)
        assert play.game.ended is not None
        assert play.game.round <= 10


def test_a_random_game_can_be_replayed_saved_and_taken_back() -> None:
    play = position(TWIN_RIVERS, *start(), on=["forced_march", "river_line"], source=SeededDice(1))
    play_randomly(play.referee, 1)
    play.prove()


def test_a_house_rule_that_changes_a_number_is_named_in_the_tally() -> None:
    class Elite(RuleModule):
        key = "elite"
        option = Option("Elite", "Blue fires one better.")

        @rule("HOUSE-elite", amends="TR-3-strongest")
        def better(self, was: Was[Iterable[Part]], game: Game, area: AreaId, side: SideId) -> Iterable[Part]:
            return [replace(part, value=int(part.value) + (side == BLUE)) for part in was()]

    rows = [*MAP, unit("Blue 1", "Cobham"), unit("Red 1", "Cobham")]
    play = position(TWIN_RIVERS, *rows, at="Blue: march", on=["elite"], extra=[Elite])
    told = {
        side: Tally("fire", play.game.hooks(TwinRiversHooks).fire_parts(play.game, AreaId("Cobham"), side)).with_rules()
        for side in (BLUE, RED)
    }
    assert told == {BLUE: "3 (+3 strongest, HOUSE-elite in place of TR-3-strongest)", RED: "2"}


def test_a_refusal_that_rests_on_a_number_names_the_house_rule_that_took_a_part_of_it_away() -> None:
    class Daunted(RuleModule):
        key = "daunted"
        option = Option("Daunted", "Nobody marches against stronger fire.")

        @refuses(March)
        @rule("HOUSE-daunted")
        def is_daunted(self, game: Game, act: March) -> Refusal | None:
            if not any(unit.area == act.to for unit in game[Unit].where("side", RED)):
                return None
            fire = Tally("fire", game.hooks(TwinRiversHooks).fire_parts(game, act.to, RED)).total
            return Refusal("fire of {fire} awaits it", fire=fire)

    class Damp(RuleModule):
        key = "damp"
        option = Option("Damp", "Powder is damp.")

        @rule("HOUSE-damp", amends="TR-3-strongest")
        def damp(self, was: Was[Iterable[Part]], game: Game, area: AreaId, side: SideId) -> Iterable[Part]:
            return []

    rows = [*MAP, unit("Blue 1", "Cobham"), unit("Red 1", "Fenwick")]
    for on, text in ((["daunted"], "fire of 2 awaits it"), (["daunted", "damp"], "(as amended by HOUSE-damp)")):
        play = position(TWIN_RIVERS, *rows, at="Blue: march", on=on, extra=[Daunted, Damp])
        with pytest.raises(Refused, match=re.escape(text)):
            play.play(March(UnitId("Blue 1"), AreaId("Fenwick")))
