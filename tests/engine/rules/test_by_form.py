"""House rules as data: what each shape does, what it says in English, and what is refused in a sentence."""

from typing import Any

import pytest

from sandtable.engine import (
    Action,
    Ask,
    Choices,
    Game,
    HookSet,
    InstalledGame,
    Invalid,
    Option,
    RuleModule,
    Side,
    SideId,
    Tally,
    decides,
    fields_of,
    hookimpl,
    rule,
)  # fmt: skip
from sandtable.engine.rules.by_form import FormedRules
from sandtable.engine.rules.facts import Fact, Word
from sandtable.engine.rules.forms.rule_document import HouseRules, house_rules, stored_rules
from sandtable.testing import Dice, Play, position, toy
from sandtable_twin_rivers import (
    BLUE,
    TWIN_RIVERS,
    Area,
    AreaId,
    March,
    TwinRiversHooks,
    Unit,
    UnitId,
    start,
)  # fmt: skip

MAP = [row for row in start() if isinstance(row, Side | Area)]
HEAD: dict[str, Any] = {"game": "twin_rivers", "key": "house", "title": "House", "says": "A rule of the house."}
FORBID: dict[str, Any] = {
    "shape": "forbid", "id": "HOUSE-one", "says": "Nobody goes.", "action": "March", "because": "{unit} stays"
}  # fmt: skip
PART: dict[str, Any] = {"shape": "part", "id": "HOUSE-one", "says": "More.", "number": "fire_parts", "value": 2}
ALLOW: dict[str, Any] = {"shape": "allow", "id": "HOUSE-one", "says": "Go.", "rule": "TR-2-once"}
THROW: dict[str, Any] = {
    "shape": "throw", "id": "HOUSE-one", "says": "Stragglers.", "event": "after_march", "dice": "1d6",
    "on": {"at_most": 2}, "then": "lose_step", "to": "unit",
}  # fmt: skip


def unit(name: str, area: str, steps: int = 2) -> Unit:
    return Unit(UnitId(name), SideId(name.partition(" ")[0]), AreaId(area), steps)


def rules(*some: dict[str, Any], **more: Any) -> HouseRules:
    return house_rules({**HEAD, "rule": some, **more}, "house.toml")


def formed(*some: dict[str, Any], **more: Any) -> type[FormedRules]:
    return InstalledGame(TWIN_RIVERS).form(rules(*some, **more))


def playing(*some: dict[str, Any], units: tuple[Unit, ...], at: str = "Blue: march", dice: Dice = ()) -> Play:
    family = InstalledGame(TWIN_RIVERS, by_form=[rules(*some)])
    assert not family.left_out
    return position(family, *MAP, *units, on=["house"], at=at, dice=dice)


def fire(play: Play, area: str, side: str = "Blue") -> Tally:
    return Tally("fire", play.game.hooks(TwinRiversHooks).fire_parts(play.game, AreaId(area), SideId(side)))


TWO = (unit("Blue 1", "Garth", 3), unit("Blue 2", "Barrow"), unit("Red 1", "Larch"))
BLUE_1: dict[str, Any] = {"word": "unit", "is": "Blue 1"}


# -- shapes


def test_what_is_forbidden_cites_the_rule_and_says_what_would_help() -> None:
    play = playing({**FORBID, "because": "{unit} of {unit.area} stays", "cure": "wait", "when": BLUE_1}, units=TWO)
    (reason,) = play.referee.verdict(March(UnitId("Blue 1"), AreaId("Fenwick")))
    assert str(reason) == "Blue 1 of Garth stays (HOUSE-one) — wait"


@pytest.mark.parametrize(
    ("stage", "value", "total"), [("add", 2, 5), ("times", 3, 9), ("at_least", 7, 7), ("add", -1, 2)]
)
def test_a_part_is_added_in_its_stage(stage: str, value: int, total: int) -> None:
    assert fire(playing({**PART, "stage": stage, "value": value}, units=TWO), "Garth").total == total


def test_a_part_may_be_as_large_as_a_word_says() -> None:
    play = playing({**PART, "value": {"word": "area.units", "of": "side"}}, units=TWO)
    assert fire(play, "Garth").total == 4


@pytest.mark.parametrize(
    ("bound", "total"), [({"at_most": 2}, 2), ({"at_least": 5}, 5), ({"at_least": 1, "at_most": 9}, 3)]
)
def test_a_limit_holds_a_number(bound: dict[str, int], total: int) -> None:
    limit = {"shape": "limit", "id": "HOUSE-one", "says": "Enough.", "number": "fire_parts", **bound}
    assert fire(playing(limit, units=TWO), "Garth").total == total


def test_another_number_stands_in_the_place_of_what_a_rule_gives() -> None:
    number = {"shape": "number", "id": "HOUSE-one", "says": "One.", "rule": "TR-3-strongest", "value": 1}
    tally = fire(playing(number, units=TWO), "Garth")
    assert tally.lines()[0] == "+1 One. (HOUSE-one in place of TR-3-strongest)"


def test_a_number_is_as_it_was_where_the_condition_does_not_hold() -> None:
    number = {"shape": "number", "id": "HOUSE-one", "says": "One.", "rule": "TR-3-strongest", "value": 1}
    when = {"word": "area.bridge"}
    assert fire(playing({**number, "when": when}, units=TWO), "Garth").total == 3


def test_what_is_allowed_is_not_refused_any_more() -> None:
    play = playing(ALLOW, units=TWO)
    play.play(March(UnitId("Blue 1"), AreaId("Fenwick")))
    assert play.why_not(March(UnitId("Blue 1"), AreaId("Garth"))) == set()


@pytest.mark.parametrize(("die", "steps"), [(2, 2), (3, 3)])
def test_a_throw_after_an_event_has_its_consequence(die: int, steps: int) -> None:
    play = playing(THROW, units=TWO, dice=(die,))
    play.play(March(UnitId("Blue 1"), AreaId("Fenwick")))
    assert play[Unit]["Blue 1"].steps == steps
    assert play.log == (["Blue 1 loses a step"] if steps == 2 else [])
    play.prove()


def test_without_dice_the_consequence_always_comes() -> None:
    always = {key: value for key, value in THROW.items() if key not in ("dice", "on")}
    play = playing(always, units=TWO)
    play.play(March(UnitId("Blue 1"), AreaId("Fenwick")))
    assert play[Unit]["Blue 1"].steps == 2


def test_two_rules_after_one_event_bear_that_the_first_removes_the_unit() -> None:
    always = {key: value for key, value in THROW.items() if key not in ("dice", "on")}
    play = playing(always, {**always, "id": "HOUSE-two"}, units=(unit("Blue 1", "Garth", 1), *TWO[1:]))
    play.play(March(UnitId("Blue 1"), AreaId("Fenwick")))
    assert "Blue 1" not in play[Unit]


def test_a_rule_supersedes_as_any_other() -> None:
    instead = {**PART, "supersedes": ["TR-3-strongest"], "value": 1}
    assert fire(playing(instead, units=TWO), "Garth").total == 1


# -- conditions


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ({"word": "unit.steps", "is": 3}, True),
        ({"word": "unit.steps", "is_not": 3}, False),
        ({"word": "unit.steps", "at_least": 4}, False),
        ({"word": "unit.steps", "more_than": 2}, True),
        ({"word": "unit.steps", "less_than": 4}, True),
        ({"word": "unit.steps", "among": [1, 3]}, True),
        ({"word": "unit.area", "is": "Garth"}, True),
        ({"word": "unit.side", "is": {"word": "mover"}}, True),
        ({"word": "unit.side.enemy", "is": {"word": "side"}}, False),
        ({"word": "to.bridge", "is": False}, True),
        ({"not": {"word": "to.bridge"}}, True),
        ({"all": [{"word": "unit.marched"}, {"word": "unit.steps", "is": 3}]}, False),
        ({"any": [{"word": "unit.marched"}, {"word": "unit.steps", "is": 3}]}, True),
        ({"not": {"any": [{"word": "unit.marched"}, {"word": "turn", "is": 2}]}}, True),
    ],
)
def test_a_condition_holds_or_not(when: dict[str, Any], holds: bool) -> None:
    play = playing({**FORBID, "when": {"all": [BLUE_1, when]}}, units=TWO)
    assert play.why_not(March(UnitId("Blue 1"), AreaId("Fenwick"))) == ({"HOUSE-one"} if holds else set())


def test_what_is_not_known_is_neither_more_nor_less() -> None:
    """Red does not see the strength of Blue's unit: a statement about it holds for nobody who cannot see."""
    known = {"all": [BLUE_1, {"word": "unit.steps", "at_least": 1}]}
    play = playing({**FORBID, "when": known}, units=TWO)
    assert play.prompt is not None
    seen = play.seen_by("Red")
    voices = seen.rulebook.listeners("refuses", March)
    own = next(one for one in voices if "HOUSE-one" in one.function.citation.ids)
    act = March(UnitId("Blue 1"), AreaId("Fenwick"))
    with seen.gate:
        assert own.call(seen, act, play.prompt.asks[0]) is None


# -- what it says


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (FORBID, "Nobody may march."),
        (
            {**FORBID, "when": {"all": [{"word": "to.bridge"}, {"not": {"word": "unit.marched"}}]}},
            "Nobody may march if the area it marches to is a bridge and the unit that marches has not marched.",
        ),
        (
            {**FORBID, "when": {"not": {"any": [{"word": "turn", "at_least": 3}, {"word": "to", "is": "Garth"}]}}},
            "Nobody may march if the turn is less than 3 and the area it marches to is not Garth.",
        ),
        (PART, "2 is added to the fire of a side."),
        ({**PART, "value": -1}, "1 is taken from the fire of a side."),
        (ALLOW, "TR-2-once (Once a turn) does not stand in the way."),
        (
            {**THROW, "when": {"word": "turn", "is": 2}},
            "After a unit has marched if the turn is 2, 1d6 is thrown, and on 2 or less the unit loses a step.",
        ),
    ],
)
def test_a_rule_reads_as_a_sentence(said: dict[str, Any], sentence: str) -> None:
    assert formed(said).sentences == {"HOUSE-one": sentence}


def test_an_option_has_its_title_rules_and_parameters() -> None:
    number = {"title": "How many", "default": 2, "at_least": 1, "at_most": 3}
    module = formed({**PART, "value": {"parameter": "many"}}, parameter={"many": number})
    assert module.option == Option("House", "A rule of the house.", ("HOUSE-one",))
    assert module.Parameters().many == 2  # type: ignore[attr-defined]


def test_the_fingerprint_is_that_of_the_content() -> None:
    one, same, other = rules(FORBID), stored_rules(rules(FORBID).text, "campaign"), rules({**FORBID, "cure": "wait"})
    assert one == same
    assert one.fingerprint == same.fingerprint != other.fingerprint
    assert InstalledGame(TWIN_RIVERS, by_form=[one]).content("house") == one.fingerprint


# -- what is refused

WRONG: list[tuple[dict[str, Any], str]] = [
    ({**FORBID, "when": {"word": "unit.steeps"}}, "HOUSE-one: no fact is called 'steeps': did you mean steps?"),
    ({**FORBID, "when": {"word": "units"}}, "HOUSE-one: no word is called 'units': did you mean unit"),
    ({**FORBID, "when": {"word": "unit.steps.more"}}, "'more' is asked of a number, of which nothing can"),
    ({**FORBID, "when": {"word": "unit.steps", "is": "three"}}, "unit.steps is a number, and 'three' is a text"),
    ({**FORBID, "when": {"word": "unit.area", "is": 3}}, "HOUSE-one: unit.area is an area, and 3 is a number"),
    ({**FORBID, "when": {"word": "unit.area", "at_least": 3}}, "unit.area is an area and cannot be more or less"),
    ({**FORBID, "when": {"word": "unit.area", "is": {"word": "side"}}}, "unit.area is an area, side is a side"),
    ({**FORBID, "when": {"word": "unit.steps"}}, "HOUSE-one: unit.steps is a number: say what it is compared with"),
    ({**FORBID, "when": {"word": "to.units", "is": 3}}, "say with `of` which is the other: a side"),
    ({**FORBID, "when": {"word": "to.units", "of": "unit", "is": 3}}, "to.units needs a side for `of`"),
    ({**FORBID, "when": {"word": "turn", "of": "unit", "is": 3}}, "turn is about one thing: leave out of = 'unit'"),
    ({**FORBID, "when": {"all": []}}, "HOUSE-one: all joins no conditions"),
    ({**FORBID, "when": {}}, "HOUSE-one: a condition is one of all, any, not and word"),
    ({**FORBID, "when": {"word": "turn", "at_least": 1, "at_most": 3}}, "turn is compared 2 times"),
    ({**FORBID, "when": {"word": "turn", "is": {"parameter": "many"}}}, "no parameter is called 'many'; there is none"),
    ({**FORBID, "action": "Marsh"}, "HOUSE-one: no action is called 'Marsh': did you mean March?"),
    ({**FORBID, "because": "{unti} stays"}, "HOUSE-one: no word is called 'unti': did you mean unit"),
    ({**FORBID, "because": "{unit stays"}, "HOUSE-one: the reason '{unit stays' names words in braces"),
    ({**FORBID, "step": True}, "HOUSE-one: the steps of March have no words here"),
    ({**PART, "number": "fire_part"}, "HOUSE-one: no number is called 'fire_part': did you mean fire_parts"),
    ({**PART, "stage": "round"}, "HOUSE-one: a part by form cannot have the stage 'round'"),
    ({**PART, "value": {"word": "area"}}, "HOUSE-one: area is an area, and a number belongs here"),
    ({**ALLOW, "rule": "TR-2-onec"}, "HOUSE-one: no rule is called 'TR-2-onec': did you mean TR-2-once"),
    ({**ALLOW, "rule": "TR-3-strongest"}, "TR-3-strongest refuses no action, so nothing can be allowed"),
    ({**ALLOW, "shape": "number", "value": 3}, "HOUSE-one: TR-2-once gives no number"),
    ({**THROW, "event": "after_marsh"}, "HOUSE-one: no event is called 'after_marsh': did you mean after_march"),
    ({**THROW, "dice": "d6"}, "HOUSE-one: 'd6' is not a kind of dice"),
    ({**THROW, "on": {}}, "HOUSE-one: a throw has dice, and says in `on` which numbers count"),
    ({**THROW, "then": "lose_stop"}, "no consequence for a unit is called 'lose_stop'"),
    ({**THROW, "amount": 2}, "HOUSE-one: lose_step has no amount"),
    ({**FORBID, "id": "HOUSE-none", "supersedes": ["TR-9"]}, "HOUSE-none: no rule is called 'TR-9'"),
    (
        {"shape": "cell", "id": "HOUSE-one", "says": "x", "chart": "losses", "at": ["1"], "value": 2},
        "HOUSE-one: no chart is called 'losses'",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("said", "why"), WRONG)
def test_what_means_nothing_in_the_game_is_told(said: dict[str, Any], why: str) -> None:
    with pytest.raises(Invalid) as error:
        formed(said)
    assert why in str(error.value)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (
            {**FORBID, "shape": "forbids"},
            "house.toml is not a house rule: HOUSE-one: shape: 'forbids' is none of the words that may stand there",
        ),
        (
            {**FORBID, "color": "red"},
            "house.toml is not a house rule: HOUSE-one: there is no field 'color': take it out",
        ),
        ({**FORBID, "id": "TR-2-once"}, "house.toml: the id of a house rule begins with HOUSE-"),
        (
            {**PART, "value": 1.5},
            "house.toml is not a house rule: HOUSE-one: value: write a whole number or a table, not a fraction",
        ),
    ],
)
def test_what_is_no_house_rule_is_told_with_its_rule(said: dict[str, Any], why: str) -> None:
    with pytest.raises(Invalid) as error:
        rules(said)
    assert why in str(error.value)


def test_two_rules_with_one_id_are_refused() -> None:
    with pytest.raises(Invalid, match=r"two rules have the id HOUSE-one: give one of them another"):
        rules(FORBID, PART)


def test_the_id_of_another_module_is_refused() -> None:
    family = InstalledGame(TWIN_RIVERS, by_form=[rules(FORBID), rules(PART, key="other")])
    assert family.left_out == {"other": "HOUSE-one is the id of a rule of house already: give this one another"}
    assert "house" in family.options


def test_conditions_that_stand_too_deep_are_refused() -> None:
    when: dict[str, Any] = {"word": "to.bridge"}
    for _ in range(5000):
        when = {"not": when}
    with pytest.raises(Invalid, match="conditions stand more than 12 deep"):
        rules({**FORBID, "when": when})


def test_rules_that_take_each_others_place_in_a_circle_are_impossible() -> None:
    round_about = rules(
        {**FORBID, "supersedes": ["HOUSE-two"]}, {**FORBID, "id": "HOUSE-two", "supersedes": ["HOUSE-one"]}
    )
    family = InstalledGame(TWIN_RIVERS, by_form=[round_about])

    (why,) = family.problems(Choices(frozenset({"house"})))
    assert why == "rules replace each other in a circle: HOUSE-one → HOUSE-two → HOUSE-one"


def test_a_default_out_of_its_own_bounds_is_refused() -> None:
    says = r"parameter many: its default 9 is out of its own bounds \(at least 1 and at most 3\): change it or them"
    with pytest.raises(Invalid, match=says):
        formed(PART, parameter={"many": {"title": "How many", "default": 9, "at_least": 1, "at_most": 3}})


def test_bounds_between_which_nothing_lies_are_refused() -> None:
    with pytest.raises(Invalid, match="parameter many: no number is at least 4 and at most 3: change one of these"):
        formed(PART, parameter={"many": {"title": "How many", "default": 4, "at_least": 4, "at_most": 3}})


def test_a_parameter_that_is_no_number_is_told_by_its_name() -> None:
    wrong = {"few": {"title": "How few", "default": 1}, "many": {"title": "How many", "default": "lots"}}
    with pytest.raises(Invalid, match="parameter many: default: write a whole number, not text"):
        formed(PART, parameter=wrong)


def test_a_rule_of_another_game_is_refused() -> None:
    with pytest.raises(Invalid, match="house is of the game 'chess', and this is 'twin_rivers'"):
        InstalledGame(TWIN_RIVERS).form(house_rules({**HEAD, "game": "chess", "rule": [FORBID]}, "house.toml"))


def test_text_in_a_rule_is_never_run() -> None:
    """What a rule says reaches the code as a value: quotes, braces and new lines in it are text."""
    nasty = 'x") or __import__("os").system("true") or ("\n'
    when = {"all": [BLUE_1, {"word": "unit.area", "is_not": nasty}]}
    play = playing({**FORBID, "says": nasty, "cure": nasty, "when": when}, units=TWO)
    (reason,) = play.referee.verdict(March(UnitId("Blue 1"), AreaId("Fenwick")))
    assert reason.rule == "HOUSE-one"


# -- words of other modules


class Rivers(RuleModule):
    """A module of a third party that declares a word of its own."""

    key = "rivers"
    option = Option("Rivers", "There are rivers.")

    @hookimpl
    def facts(self) -> list[Word]:
        return [Fact(AreaId, "wet", "{it} is wet", bool, lambda game, area: area == "Fenwick")]


def test_a_rule_that_speaks_of_an_options_words_needs_that_option() -> None:
    family = InstalledGame(TWIN_RIVERS, (Rivers,), by_form=[rules({**FORBID, "when": {"word": "to.wet"}})])
    option = family.options["house"].option
    assert option is not None
    assert str(option.requires) == "rivers"


def test_words_are_declared_without_a_position() -> None:
    class Playing(RuleModule):
        key = "playing"

        @hookimpl
        def facts(self, game: Game) -> list[Word]:
            return []

    family = InstalledGame(TWIN_RIVERS, (Playing,))
    assert family.left_out["playing"] == "playing.facts takes 'game'; it can have nothing"


def test_a_word_that_stands_twice_names_both_modules() -> None:
    class Again(Rivers):
        key = "again"

    family = InstalledGame(TWIN_RIVERS, (Rivers, Again), by_form=[rules(FORBID)])
    assert family.left_out == {"house": "module again declares AreaId wet a second time (rivers has it)"}


# -- a number that is decided


class RoomHooks(HookSet):
    @decides
    def room(self, game: Game, side: SideId) -> int:
        raise NotImplementedError


class Wait(Action, frozen=True):
    """Wait."""

    async def perform(self, game: Game, ask: Ask) -> None:
        return None


class Room(RuleModule):
    key = "room"
    actions = {"play": (Wait,)}

    @hookimpl(default=True)
    @rule("TOY-room")
    def room(self, game: Game, side: SideId) -> int:
        return 3


def test_a_number_that_one_rule_decides_is_another_by_form() -> None:
    system = toy(Room, hook_sets=(RoomHooks,))
    said = {"shape": "number", "id": "HOUSE-room", "says": "Five.", "rule": "TOY-room", "value": 5}
    more = house_rules(
        {**HEAD, "game": "toy", "rule": [{**said, "when": {"word": "side", "is": "Blue"}}]}, "house.toml"
    )
    family = InstalledGame(system, by_form=[more])
    play = position(family, Side(BLUE), Side(SideId("Red")), on=["house"], at="Blue: play")
    room = play.game.hooks(RoomHooks).room
    assert (room(play.game, BLUE), room(play.game, SideId("Red"))) == (5, 3)


def test_fields_that_a_class_does_not_have_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match="Unit has no field strength"):
        fields_of(Unit, strength="the strength of {it}")


def test_what_a_question_is_about_is_a_word() -> None:
    said = {**FORBID, "action": "Retreat", "because": "stay in {about}", "when": {"word": "about.bridge"}}
    assert formed(said).sentences["HOUSE-one"] == "Nobody may retreat if the area of the battle is a bridge."


def test_house_rules_that_wait_for_each_other_in_a_circle_are_left_out_and_named() -> None:
    one = rules({**FORBID, "id": "HOUSE-ant"}, key="ant", requires=["bee"])
    two = rules({**FORBID, "id": "HOUSE-bee"}, key="bee", requires=["ant"])
    family = InstalledGame(TWIN_RIVERS, by_form=[one, two])
    says = "modules name each other in a circle: ant names bee names ant: let one of them not name the next"
    assert family.left_out["ant"] == says
    assert "forced_march" in family.options
