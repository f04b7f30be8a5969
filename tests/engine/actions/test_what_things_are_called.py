"""In whatever is read, a row stands by its name, also where a rule has no more than its id."""

from typing import ClassVar, NewType

import pytest

from sandtable.engine import (
    Action,
    Ask,
    Chart,
    ChartId,
    Duty,
    DutyKind,
    EndStep,
    Game,
    NameGiver,
    Refusal,
    Refused,
    Row,
    RuleModule,
    Side,
    SideId,
    fails,
    refuses,
    roll,
    rule,
)
from sandtable.testing import Play, position, toy

BLUE = SideId("Blue")
TownId = NewType("TownId", str)
FortId = NewType("FortId", str)
RegimentId = NewType("RegimentId", str)
HELD = DutyKind("held", by="play", first="{side} holds {subject} first")


class Town(Row, frozen=True):
    id: TownId
    title: str


class Fort(Row, frozen=True):
    """A fort is called after its town."""

    id: FortId
    town: TownId

    def name_in(self, game: NameGiver) -> str:
        return f"the fort of {game.name(self.town)}"


class Regiment(Row, frozen=True):
    """A regiment has no name but its id, and wants an article before it in a sentence."""

    id: RegimentId

    def sentence_name(self, game: NameGiver) -> str:
        return f"the {self.id}"


class Storm(Action, frozen=True):
    fort: FortId
    from_town: TownId

    async def perform(self, game: Game, ask: Ask) -> None:
        await roll("1d6", why=f"storming {game.name(self.fort)}", rule="T-storm")
        game.note(f"{ask.side} takes {game.name(self.fort)} from {game.name(self.from_town)}", "T-storm")
        game.remove(game[Fort][self.fort])


class Storming(RuleModule):
    key = "storming"
    actions: ClassVar = {"play": (Storm, EndStep)}
    brings: ClassVar = (HELD,)
    texts: ClassVar = {"T-storm": "Storms."}

    @refuses(Storm)
    @rule("T-from-next-door")
    def from_next_door(self, game: Game, act: Storm) -> Refusal | None:
        fort = game[Fort][act.fort]
        return Refusal("{fort} is not near {town}", fort=fort, town=act.from_town) if act.from_town == "t3" else None

    @fails(HELD)
    @rule("T-storm")
    def lost(self, game: Game, duty: Duty) -> None:
        """It does not matter."""


def table() -> Play:
    towns = (Town(TownId("t1"), "Aldbridge"), Town(TownId("t2"), "Barrow"), Town(TownId("t3"), "Cobham"))
    return position(toy(Storming, rows=(Town, Fort)), Side(BLUE), *towns, Fort(FortId("f1"), TownId("t1")), dice=[3])


def test_a_reason_names_rows_and_ids() -> None:
    play = table()
    with pytest.raises(Refused, match="the fort of Aldbridge is not near Cobham"):
        play.play(Storm(FortId("f1"), TownId("t3")))


def test_a_reason_has_the_article_that_a_name_wants() -> None:
    hussars = Regiment(RegimentId("Blue Hussars"))
    game = position(
        toy(Storming, rows=(Town, Fort, Regiment)), Side(BLUE), hussars, Town(TownId("t1"), "Aldbridge")
    ).game
    for fact in (hussars, hussars.id):
        refusal = Refusal("{who} cannot leave {town}", who=fact, town="t1")
        refusal.name_facts(game)
        assert refusal.text == "the Blue Hussars cannot leave Aldbridge"
    assert game.name(hussars.id) == "Blue Hussars"
    assert game.sentence_name("Blue Hussars", Regiment) == "the Blue Hussars"
    assert game.sentence_name("nobody") == "nobody"


def test_what_is_not_on_offer_is_named() -> None:
    (reason,) = table().referee.verdict(Storm(FortId("f2"), TownId("t3")))
    assert str(reason).startswith("fort cannot be f2 here")
    (reason,) = table().referee.verdict(Storm(FortId("f1"), TownId("t4")))
    assert "from_town cannot be t4 here" in str(reason)


def test_the_log_names_what_is_gone_since() -> None:
    play = table()
    play.play(Storm(FortId("f1"), TownId("t2")))
    assert not len(play.game[Fort])
    assert play.read_by("Blue") == [
        "Storm the fort of Aldbridge Barrow",
        "storming the fort of Aldbridge: 3",
        "Blue takes the fort of Aldbridge from Barrow",
    ]


def test_a_duty_names_what_it_is_about() -> None:
    play = table()
    play.by_hand(lambda game: game.oblige("Blue", HELD, "f1", says="", rule="T-storm"))
    with pytest.raises(Refused, match="Blue holds the fort of Aldbridge first"):
        play.play(EndStep())


def test_a_word_that_is_the_id_of_a_chart_stands_for_itself() -> None:
    chart = Chart(ChartId("morale"), "The morale of arms", (), (1,))
    assert position(toy(Storming, rows=(Town, Fort)), Side(BLUE), chart).game.name("morale") == "morale"
