"""Kinds of work, marks and duties: who brings them, what they hold, and what an installed game refuses."""

from typing import Any, ClassVar, NewType

import pytest

from sandtable.engine import (
    Action,
    AgendaItem,
    Ask,
    Broken,
    Choice,
    Due,
    Duty,
    DutyKind,
    Frame,
    Game,
    MarkKind,
    Refusal,
    RuleModule,
    Side,
    SideId,
    Work,
    ask,
    fails,
    fills,
    opens,
    refuses,
    rule,
    works,
)
from sandtable.engine.journal.documents import Reader, read_rows, rows_document
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.testing import Play, position, toy

BLUE = SideId("Blue")
TownId = NewType("TownId", str)
RoadId = NewType("RoadId", str)
SEEN = MarkKind("seen", until="turn")
SEEN_BY = MarkKind("seen by", until="turn", of="side")
HELP = DutyKind("help", by="play")


class Send(Work, frozen=True):
    """So many letters are sent."""

    stored = "send"

    letters: int
    fast: bool = False


class Wait(Action, frozen=True):
    """Wait."""


class Post(RuleModule):
    """Letters are sent, and counted."""

    key = "post"
    brings: ClassVar[Any] = (Send, SEEN, SEEN_BY)
    actions: ClassVar = {"play": (Wait,)}

    @works(Send)
    @rule("K-send")
    def send(self, game: Game, item: AgendaItem | Due, work: Send) -> None:
        game.note(f"{work.letters} to {item.subject}{', fast' if work.fast else ''}")


def post(do: Any) -> Play:
    async def first(game: Game) -> None:
        do(game)

    return position(toy(Post), Side(BLUE), do=first)


# --- work


def test_what_is_to_be_done_has_fields_of_its_own_and_is_written_without_their_defaults() -> None:
    held: list[dict[str, Any]] = []

    def do(game: Game) -> None:
        held.append(game.later(Send(3), "Ulm").data)
        held.append(game.later(Send(2, fast=True), "Linz").data)

    assert post(do).log == ["3 to Ulm", "2 to Linz, fast"]
    assert held == [{"letters": 3}, {"letters": 2, "fast": True}]


def test_what_waits_already_is_put_on_the_agenda_once() -> None:
    def do(game: Game) -> None:
        first = game.later(Send(1), "Ulm", once=True)
        assert game.later(Send(2), "Ulm", once=True) is first
        game.later(Send(3), "Linz", once=True)

    assert post(do).log == ["1 to Ulm", "3 to Linz"]


def test_a_rule_asks_what_waits_on_the_agenda_and_for_a_step() -> None:
    found: list[object] = []

    def do(game: Game) -> None:
        found.append(game.waits(Send, "Ulm"))
        game.later(Send(1), "Ulm")
        game.due(Send(2), "Linz", step="play", when=2, rule="K-send")
        found.extend((game.waits(Send, "Ulm"), game.waits(Send, "Linz"), game.waits(Send, "Wien")))
        found.append([(item.subject, work.letters) for item, work in game.waiting(Send)])

    post(do)
    assert found == [False, True, True, False, [("Ulm", 1), ("Linz", 2)]]


def test_a_row_without_the_fields_of_its_kind_is_named() -> None:
    def do(game: Game) -> None:
        game.put(AgendaItem("later-0001", "send", "Ulm", game.frame.id, {"cards": 3}))

    with pytest.raises(Broken, match=r"send Ulm cannot be worked off: .*`letters` in \{'cards': 3\}"):
        post(do)


# --- marks


def test_a_mark_that_names_a_side_is_another_for_each() -> None:
    def do(game: Game) -> None:
        game.mark("Ulm", SEEN)
        game.mark("Ulm", SEEN_BY, of="Blue", count=2)
        assert [mark.what for mark in (game.mark_of("Ulm", SEEN), game.mark_of("Ulm", SEEN_BY, of="Blue")) if mark] == [
            "seen",
            "seen by Blue",
        ]
        assert game.mark_of("Ulm", SEEN_BY, of="Red") is game.mark_of("Linz", SEEN) is None

    post(do)


# --- what an installed game refuses


class Second(RuleModule):
    key = "second"


def bringing(*kinds: Any) -> type[RuleModule]:
    return type("Second", (Second,), {"brings": kinds})


class Lists(Work, frozen=True):
    """Work that could be changed in place."""

    some: list[int]


class Again(Work, frozen=True):
    """Other work of the same name."""

    stored = "send"


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        ((Send,), "'send' is brought by second and by post: let only the game bring what both use"),
        ((Again,), "two kinds of rows are called 'send' in files: give one another name"),
        ((MarkKind("seen", until="step"),), "two kinds of rows are called 'seen' in files"),
        ((MarkKind("seen by night", until="step"),), "a mark 'seen by night' could be 'seen by' of a side: rename one"),
        ((Lists,), r"Lists\.some holds a list.*hold a tuple instead"),
        (
            (MarkKind("fed", until="trun"),),
            "no step, phase or sequence is called 'trun': did you mean turn.*the mark 'fed' lasts until 'trun'; list",
        ),
        ((DutyKind("help", by="paly"),), "did you mean play.*the duty 'help' is due by 'paly'"),
    ],
)
def test_kinds_that_files_or_players_could_not_tell_apart_are_refused(kinds: tuple[Any, ...], words: str) -> None:
    with pytest.raises(Broken, match=words):
        InstalledGame(toy(Post, bringing(*kinds)))


class Peace(RuleModule):
    """Peace is made, and what lasted until then is over."""

    key, wipes = "peace", ("peace",)


def test_a_mark_may_last_until_a_word_that_a_module_wipes_and_forever() -> None:
    """Whether the module that wipes it is in force or not; without it nobody would."""
    at_war, known = MarkKind("at war", until="peace"), MarkKind("known", until="forever")
    assert InstalledGame(toy(Post, Peace, bringing(at_war, known))).belongings.marks["at war"] is at_war
    with pytest.raises(Broken, match="the mark 'at war' lasts until 'peace'") as refused:
        InstalledGame(toy(Post, bringing(at_war, known)))
    assert refused.value.module == "second"


class Nobodys(RuleModule):
    key = "nobodys"

    @fails(HELP)
    @rule("K-help")
    def lost(self, game: Game, duty: Duty) -> None: ...


def test_a_kind_that_nobody_brings_is_refused() -> None:
    with pytest.raises(
        Broken, match=r"nobodys\.lost has @fails\(help\), which no module brings: list it in the `brings`"
    ):
        InstalledGame(toy(Nobodys))


def test_what_the_game_itself_brings_any_module_may_work_on() -> None:
    assert InstalledGame(toy(Nobodys, brings=(HELP,))).belongings.owners[HELP] == ""


class Misspelt(RuleModule):
    key = "misspelt"

    @opens("paly")
    @rule("K-opens")
    def never(self, game: Game, frame: Frame) -> None: ...


def test_a_step_that_no_sequence_has_is_refused() -> None:
    """Else the rule would never be asked, and nobody would learn why."""
    with pytest.raises(Broken, match=r"did you mean play.*misspelt\.never has @opens\('paly'\)"):
        InstalledGame(toy(Misspelt))


# --- what questions are about


class GoTo(Action[TownId], frozen=True):
    """Go from a town along a road."""

    road: RoadId

    @fills("road")
    @staticmethod
    def roads(game: Game, ask: Ask[TownId]) -> Choice[RoadId]:
        return Choice([RoadId(f"from {ask.about}")])


class Towns(RuleModule):
    key = "towns"

    @refuses(GoTo)
    @rule("K-own-town")
    def own(self, game: Game, act: GoTo, ask: Ask[TownId]) -> Refusal | None:
        return Refusal("not from {town}", town=ask.about) if ask.about == "Ulm" else None


def test_the_domains_and_rules_of_an_action_know_what_it_is_asked_about() -> None:
    async def from_linz(game: Game) -> None:
        game.note((await ask(BLUE, GoTo, "where to", about=TownId("Linz"))).road)

    play = position(toy(Towns, Post), Side(BLUE), do=from_linz)
    assert play.about(str) == "Linz"
    play.play(GoTo(RoadId("from Linz")))
    assert play.log == ["from Linz"]
    play.prove()


def test_asked_about_something_else_it_is_the_fault_of_who_asks() -> None:
    async def about_a_number(game: Game) -> None:
        await ask(BLUE, GoTo, "where to", about=3)  # type: ignore[misc]  # what a type checker sees at once

    with pytest.raises(Broken, match="GoTo answers questions about TownId, and this one is about 3"):
        position(toy(Towns), Side(BLUE), do=about_a_number)


class Mistaken(RuleModule):
    key = "mistaken"

    @refuses(GoTo)
    @rule("K-road")
    def by_road(self, game: Game, act: GoTo, ask: Ask[RoadId]) -> Refusal | None:
        return None


def test_a_rule_that_takes_the_subject_for_something_else_is_refused() -> None:
    words = r"mistaken\.by_road takes Ask\[RoadId\], but GoTo answers questions about TownId"
    with pytest.raises(Broken, match=words):
        InstalledGame(toy(Mistaken))


class AtAStep(RuleModule):
    key = "at_a_step"
    actions: ClassVar = {"play": (GoTo,)}


def test_what_answers_questions_about_something_is_not_done_at_a_step() -> None:
    words = "module at_a_step: GoTo answers questions about TownId, and a step is about nothing: ask for it"
    with pytest.raises(Broken, match=words):
        InstalledGame(toy(AtAStep))


# --- what was kept before


class SendNow(Work, frozen=True):
    """What ``Send`` is in a later version, in which letters go fast unless it is said."""

    stored = "send"

    letters: int
    fast: bool = True


class LaterPost(RuleModule):
    key = "post"
    brings: ClassVar[Any] = (SendNow, SEEN, SEEN_BY)


def test_a_default_that_has_changed_since_changes_no_work_that_was_kept() -> None:
    def send_later(game: Game) -> None:
        game.due(Send(3), "Ulm", step="play", when=9, rule="K-send")

    kept = rows_document(post(send_later).game.state)
    later = InstalledGame(toy(LaterPost))
    [due] = Reader.of(later).rows(read_rows(kept)).tables[Due]
    assert SendNow.read(due) == SendNow(3, fast=False)
