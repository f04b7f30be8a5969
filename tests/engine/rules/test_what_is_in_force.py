"""What is in force: modules whose needs are met by what the scenario grants, and by other modules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from sandtable.engine import (
    AllOf,
    AnyOf,
    Ask,
    Broken,
    Choices,
    Frame,
    Game,
    Grants,
    InstalledGame,
    Invalid,
    Not,
    Option,
    RuleModule,
    Scenario,
    opens,
    rule,
)
from sandtable.engine.referee.changes import impact
from sandtable.engine.rules.options import Need
from sandtable.engine.rules.rulebooks import Rulebooks
from sandtable.engine.running.common_actions import EndStep
from sandtable.testing import Play, position, toy
from tests.games.seas import RED, Base, Navy, Sail


class Weather(RuleModule):
    """Storms, for those who want them, where there are fleets."""

    key = "weather"
    option = Option("Weather", "There are storms.", ("HOUSE-storm",))
    needs = AllOf("navy", Not("calm"))

    @opens("play")
    @rule("HOUSE-storm")
    async def blow(self, game: Game, frame: Frame) -> None:
        """A storm blows."""
        game.note("a storm blows")


class Doldrums(RuleModule):
    """No wind."""

    key = "calm"
    option = Option("Calm", "There is no wind.")


GAME = toy(Base, Navy, Weather, Doldrums)


def begin(*grants: str, on: Iterable[str] = ()) -> Play:
    return position(GAME, RED, grants=grants, on=on)


def modules(play: Play) -> set[str]:
    return {*play.game.rulebook.modules} - {"base", "core"}


def test_a_module_whose_need_is_unmet_has_no_rules_steps_or_actions() -> None:
    bare, coast = begin(), begin("sea")
    assert modules(bare) == set()
    assert modules(coast) == {"navy"}
    assert (bare.game.rulebook.stands("BASE-navy"), coast.game.rulebook.stands("BASE-navy")) == (False, True)
    assert ("harbour" in bare.game.rulebook.steps, "harbour" in coast.game.rulebook.steps) == (False, True)
    assert (bare.game.frame.step, coast.game.frame.step) == ("play", "harbour")
    assert Sail not in bare.game.actions_at("play")
    assert not bare.game.verdict(EndStep(), Ask("red", (EndStep,)))
    assert str(coast.game.verdict(EndStep(), Ask("red", (EndStep,)))[0]).startswith("the fleet is at sea")


def test_a_need_may_name_another_module_and_what_must_not_be_there() -> None:
    assert modules(begin(on=("weather",))) == set()
    assert modules(begin("sea", on=("weather",))) == {"navy", "weather"}
    assert modules(begin("sea", on=("weather", "calm"))) == {"navy", "calm"}


def test_what_a_module_lacks_is_told() -> None:
    game = InstalledGame(GAME)
    weather = Choices(frozenset({"weather"}))
    assert game.lacks("navy", weather) == "it needs sea: the scenario does not grant sea"
    assert game.lacks("weather", weather) == "it needs navy and not calm: navy is not in force"
    becalmed = Choices(frozenset({"weather", "calm"}), grants=frozenset({"sea"}))
    assert game.lacks("weather", becalmed) == "it needs navy and not calm: calm is in force"
    assert game.lacks("navy", becalmed) == ""
    assert game.lacks("base", weather) == ""


def test_grants_are_a_row_only_where_there_are_any() -> None:
    assert len(begin().game[Grants]) == 0
    assert begin("sea", "snow").game[Grants]["grants"].words == ("sea", "snow")
    plain = position(toy(Base), RED)
    assert plain.referee.game.state.hash == position(toy(Base), RED, grants=()).referee.game.state.hash


def test_a_scenario_grants_with_its_rows() -> None:
    coast = Scenario("coast", "The coast", lambda: [RED], grants=("sea",))
    play = position(GAME, *GAME.start_rows(coast))
    assert modules(play) == {"navy"}


def test_an_option_that_is_out_of_force_asks_for_nothing_and_gives_nothing() -> None:
    class Needy(RuleModule):
        """Wants what is not there."""

        key = "needy"
        option = Option("Needy", "Wants a friend.", requires="friend", conflicts=("foe",))
        needs = "sea"

    class Friend(RuleModule):
        """A friend."""

        key = "friend"
        option = Option("Friend", "A friend.")
        needs = "snow"

    class Foe(RuleModule):
        """A foe."""

        key = "foe"
        option = Option("Foe", "A foe.")

    game = InstalledGame(toy(Base, Needy, Friend, Foe))
    on = frozenset({"needy", "friend", "foe"})
    assert game.problems(Choices(on)) == []
    assert game.problems(Choices(on, grants=frozenset({"sea"}))) == [
        "needy needs friend; there is no friend (it needs snow: the scenario does not grant snow)",
        "needy cannot be used with foe",
    ]


def test_switching_an_option_brings_modules_into_force_and_out_of_it() -> None:
    switched: list[str] = []

    class Fleet(RuleModule):
        """Fleets for those who want them."""

        key = "fleet"
        option = Option("Fleet", "Fleets.")

    class Coast(RuleModule):
        """What fleets do to coasts."""

        key = "coast"
        needs = AnyOf("fleet", "galleys")

        async def switched_on(self, game: Game) -> None:
            switched.append("on")

        async def switched_off(self, game: Game) -> None:
            switched.append("off")

    play = position(toy(Base, Fleet, Coast), RED)
    line = "it needs fleet or galleys"
    assert impact(play.game, Choices(frozenset({"fleet"}))).by_need == (f"coast comes into force: {line}",)
    play.switch(on=["fleet"])
    assert "coast" not in play.game.rulebook.modules
    switched.clear()
    play.play(EndStep())
    assert switched == ["on"]
    assert "coast" in play.game.rulebook.modules
    assert impact(play.game, Choices()).by_need == (
        f"coast goes out of force: {line}: fleet is not in force, the scenario does not grant galleys",
    )
    assert impact(play.game, Choices(frozenset({"fleet"}))).by_need == ()
    play.switch(off=["fleet"])
    switched.clear()
    play.play(EndStep())
    assert "coast" not in play.game.rulebook.modules
    assert switched == ["off"]
    play.undo()
    assert "coast" in play.game.rulebook.modules
    play.prove()


def test_an_option_that_is_switched_on_without_what_it_needs_is_told() -> None:
    play = begin()
    told = impact(play.game, Choices(frozenset({"weather"}))).by_need
    assert told == ("weather stays out of force: it needs navy and not calm: navy is not in force",)


def test_what_is_granted_stays_through_undo_branches_reload_and_replay() -> None:
    play = begin("sea", on=("weather",))
    play.play(Sail())
    before = play.game.state.hash
    play.undo()
    assert modules(play) == {"navy", "weather"}
    play.play(Sail())
    assert play.game.state.hash == before
    again = play.reload()
    assert modules(again) == {"navy", "weather"}
    play.prove()


def test_the_table_cannot_correct_what_is_granted() -> None:
    play = begin("sea")
    with pytest.raises(
        Invalid, match="what a scenario grants is settled when the campaign begins and cannot be corrected"
    ):
        play.referee.council.propose_correction("red's player", play.game[Grants]["grants"], words=())


def test_needs_that_run_in_a_circle_are_refused() -> None:
    def module(key: str, needs: Need | str | None) -> type[RuleModule]:
        return type(key, (RuleModule,), {"key": key, "needs": needs, "__doc__": "A module."})

    with pytest.raises(Broken, match="the needs of modules run in a circle: ant needs bee needs cat needs ant"):
        InstalledGame(toy(module("ant", "bee"), module("bee", AnyOf("cat", "sea")), module("cat", Not("ant"))))
    with pytest.raises(Broken, match="module ant needs itself: the key of a module is never granted"):
        InstalledGame(toy(module("ant", "ant")))


def test_a_need_of_a_rule_is_refused() -> None:
    class Odd(RuleModule):
        """Needs a rule."""

        key = "odd"
        needs = "BASE-navy"

    with pytest.raises(Broken, match="module odd needs BASE-navy, which is a rule: name its module, navy"):
        InstalledGame(toy(Navy, Odd))


def test_the_name_of_a_module_is_never_granted() -> None:
    game = InstalledGame(GAME)
    assert game.in_force(Choices(grants=frozenset({"navy", "weather"}))) == {"core", "base"}


# -- against a reference


def random_need(rng: Random, keys: list[str], depth: int = 2) -> Need | str:
    if depth == 0 or rng.random() < 0.4:
        return rng.choice([*keys, "x", "y", "z"])
    kind: Any = rng.choice([AllOf, AnyOf, Not])
    parts = [random_need(rng, keys, depth - 1) for _ in range(1 if kind is Not else rng.randint(1, 3))]
    made: Need = kind(*parts)
    return made


def holds(need: Need | str, there: frozenset[str]) -> bool:
    match need:
        case str():
            return need in there
        case AllOf():
            return all(holds(one, there) for one in need.needs)
        case AnyOf():
            return any(holds(one, there) for one in need.needs)
        case _:
            return not holds(need.needs[0], there)


def fixed_points(game: Rulebooks, on: frozenset[str], grants: frozenset[str]) -> Iterator[frozenset[str]]:
    """Find every set of modules that is just what its own needs let in."""
    keys = sorted(game.modules)
    for size in range(len(keys) + 1):
        for some in map(frozenset, combinations(keys, size)):
            there = some | (grants - game.modules.keys())
            let_in = frozenset(
                key
                for key, module in game.modules.items()
                if (module.option is None or key in on) and (module.needs is None or holds(module.needs, there))
            )
            if let_in == some:
                yield some


def test_what_is_in_force_is_the_only_set_that_its_needs_let_in() -> None:
    for seed in range(60):
        rng = Random(f"needs {seed}")
        made: list[type[RuleModule]] = []
        for key in ("ant", "bee", "cat", "dog", "eel"):
            body: dict[str, Any] = {"key": key, "__doc__": "A module."}
            if rng.random() < 0.7:
                body["needs"] = random_need(rng, [one.key for one in made])
            if rng.random() < 0.5:
                body["option"] = Option(key, "An option.")
            made.append(type(key, (RuleModule,), body))
        rng.shuffle(made)
        game = InstalledGame(toy(*made))
        for _ in range(4):
            on = frozenset(key for key in sorted(game.options) if rng.random() < 0.6)
            grants = frozenset(word for word in "xyz" if rng.random() < 0.5)
            assert [game.in_force(Choices(on, grants=grants))] == list(fixed_points(game, on, grants))
