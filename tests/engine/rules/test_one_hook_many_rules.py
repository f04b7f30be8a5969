"""A module whose rules answer one hook more than once: each is a function of its own, and can be replaced alone."""

from collections.abc import Iterable

import pytest

from sandtable.engine import (
    Broken,
    Game,
    HookSet,
    Option,
    Part,
    RuleModule,
    Side,
    SideId,
    Tally,
    Was,
    collects,
    decides,
    hookimpl,
    rule,
)
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.testing import Play, position, toy


class DieHooks(HookSet):
    """A die."""

    @collects
    def parts(self, game: Game) -> Iterable[Part]:
        """Add to the die."""
        return ()

    @decides
    def limit(self, game: Game) -> int | None:
        """Say how much at most."""


class Base(RuleModule):
    key = "base"

    @hookimpl(of=DieHooks.parts)
    @rule("T-leader")
    def leader(self, game: Game) -> Iterable[Part]:
        return [Part("add", 1, "T-leader", "leader")]

    @hookimpl(of=DieHooks.parts)
    @rule("T-terrain")
    def terrain(self, game: Game) -> Iterable[Part]:
        return [Part("add", -2, "T-terrain", "hill")]

    @hookimpl(of=DieHooks.limit, default=True)
    @rule("T-limit")
    def most(self, game: Game) -> int | None:
        return 6


class Marsh(RuleModule):
    key = "marsh"
    option = Option("Marsh", "Terrain counts otherwise.", ("T-marsh",))

    @hookimpl
    @rule("T-marsh", supersedes="T-terrain")
    def parts(self, game: Game) -> Iterable[Part]:
        yield Part("add", -3, "T-marsh", "marsh")


class Frost(RuleModule):
    key = "frost"
    option = Option("Frost", "Frost makes it easier.", ("T-frost",))

    @rule("T-frost", amends="T-terrain")
    def frost(self, was: Was[Iterable[Part]], game: Game) -> Iterable[Part]:
        return [*was(), Part("add", 1, "T-frost", "frozen")]


def die(*on: str) -> list[str]:
    play: Play = position(toy(Base, Marsh, Frost, hook_sets=(DieHooks,)), Side(SideId("Blue")), on=on, do=ends)
    return Tally("die", play.game.hooks(DieHooks).parts(play.game)).lines()


async def ends(game: Game) -> None:
    game.end(None, "enough")


def test_each_rule_of_a_module_answers() -> None:
    assert die() == ["+1 leader (T-leader)", "-2 hill (T-terrain)", "= -1 die"]


def test_one_of_them_is_replaced_and_the_part_names_both_rules() -> None:
    assert die("marsh") == ["+1 leader (T-leader)", "-3 marsh (T-marsh in place of T-terrain)", "= -2 die"]


def test_an_amendment_cites_only_its_own_part() -> None:
    assert die("frost")[:3] == [
        "+1 frozen (T-frost in place of T-terrain)",
        "+1 leader (T-leader)",
        "-2 hill (T-terrain)",
    ]


def test_an_amendment_follows_its_rule_to_the_replacement() -> None:
    assert die("frost", "marsh") == [
        "+1 frozen (T-frost in place of T-terrain)",
        "+1 leader (T-leader)",
        "-3 marsh (T-marsh in place of T-terrain)",
        "= -1 die",
    ]


def test_a_default_may_have_a_name_of_its_own() -> None:
    play = position(toy(Base, hook_sets=(DieHooks,)), Side(SideId("Blue")), do=ends)
    assert play.game.hooks(DieHooks).limit(play.game) == 6


class OtherHooks(HookSet):
    """Hooks of another game."""

    @collects
    def pieces(self, game: Game) -> Iterable[Part]:
        """Not of this game."""
        return ()


class Foreign(RuleModule):
    key = "foreign"

    @hookimpl(of=OtherHooks.pieces)
    @rule("T-foreign")
    def mine(self, game: Game) -> Iterable[Part]:
        return []


def test_a_hook_of_another_game_is_named() -> None:
    with pytest.raises(Broken, match="no hook is called 'pieces'"):
        InstalledGame(toy(Foreign, hook_sets=(DieHooks,)))


class Wrong(RuleModule):
    key = "wrong"

    @hookimpl(of=DieHooks.parts)
    @rule("T-wrong")
    def wrong(self, game: Game, army: str) -> Iterable[Part]:
        return []


def test_an_argument_the_hook_does_not_have_is_named() -> None:
    with pytest.raises(Broken, match="army"):
        InstalledGame(toy(Wrong, hook_sets=(DieHooks,)))
