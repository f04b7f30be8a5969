"""Rulings: parameters of modules that are always in force, with what they decide and by which rule."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta

from sandtable.engine import (
    Broken,
    Choices,
    Game,
    Illegal,
    InstalledGame,
    Invalid,
    Refusal,
    RuleModule,
    Side,
    SideId,
    refuses,
    rule,
    ruling,
)
from sandtable.engine.rules.rulings import parameters_of
from sandtable.engine.running.common_actions import EndStep
from sandtable.engine.state.rows import Proposal
from sandtable.play.begin.starts import switch_options
from sandtable.testing import position, toy


class Bridges(RuleModule):
    """Who may cross, as the rules leave it open."""

    key = "bridges"
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        crossing: Annotated[
            Literal["in column", "in line"], ruling("Crossing a bridge", "How corps cross.", "TOY-bridges")
        ] = "in column"
        width: Annotated[int, ruling("Men abreast", "As printed.", "TOY-bridges", ge=1, le=4, changeable="setup")] = 2
        tolls: Annotated[bool, Meta(title="Tolls")] = False
        strength: int = 3

    @refuses(EndStep)
    @rule("TOY-bridges")
    def refuse_nothing(self) -> Refusal | None:
        """Nothing."""
        return None


@pytest.fixture
def family() -> InstalledGame:
    return InstalledGame(toy(Bridges))


def test_a_ruling_says_what_it_decides_by_which_rule_and_what_it_may_be() -> None:
    crossing, width, tolls, strength = parameters_of(Bridges)
    assert (crossing.key, crossing.title, crossing.says) == (
        "bridges.crossing",
        "Crossing a bridge",
        "How corps cross.",
    )
    assert (crossing.rules, crossing.choices, crossing.default) == (
        ("TOY-bridges",), ("in column", "in line"), "in column",
    )  # fmt: skip
    assert (crossing.type, width.type, tolls.type) == ("in column or in line", "a whole number", "yes or no")
    assert (width.bounds, width.changeable, tolls.changeable) == ({"ge": 1, "le": 4}, "setup", "running")
    assert (tolls.title, strength.title) == ("Tolls", "Strength")


def test_the_rulings_of_a_game_are_those_of_its_base(family: InstalledGame) -> None:
    assert [one.name for one in family.rulings()] == ["crossing", "width", "tolls", "strength"]


def test_a_ruling_on_a_rule_that_is_not_there_is_a_fault_of_its_module() -> None:
    class Lost(RuleModule):
        """It cites what is not there."""

        key = "lost"

        class Parameters(RuleModule.Parameters, frozen=True):
            way: Annotated[int, ruling("The way", "", "TOY-no-such")] = 1

    with pytest.raises(Broken, match="module lost, parameter way: no rule is called 'TOY-no-such'"):
        InstalledGame(toy(Lost))


def test_what_is_set_back_to_the_default_is_not_written(family: InstalledGame) -> None:
    decided = switch_options(family, Choices(), (), (), ["bridges.crossing=in line", "bridges.strength=4"])
    assert decided.parameters == {"bridges": {"crossing": "in line", "strength": 4}}
    assert switch_options(family, decided, (), (), ["bridges.crossing=in column"]).parameters == {
        "bridges": {"strength": 4}
    }
    assert switch_options(family, decided, (), (), ["bridges.crossing=in column", "bridges.strength=3"]) == Choices()


def test_an_unknown_ruling_is_told_with_those_that_are_near(family: InstalledGame) -> None:
    with pytest.raises(Invalid, match="no option or ruling is called 'bridge': did you mean bridges"):
        switch_options(family, Choices(), (), (), ["bridge.crossing=in line"])


def test_the_table_changes_a_ruling_unless_it_was_fixed_at_the_start() -> None:
    play = position(InstalledGame(toy(Bridges)), Side(SideId("North")), do=over)
    with pytest.raises(Illegal, match=r"bridges\.width can only be chosen when the campaign is set up"):
        play.referee.council.propose_options("North's player", Choices(parameters={"bridges": {"width": 3}}))
    play.referee.council.propose_options(
        "North's player", Choices(parameters={"bridges": {"crossing": "in line", "width": 2}})
    )
    assert len(play[Proposal]) == 1


async def over(game: Game) -> None:
    game.end(None, "nothing is played")
