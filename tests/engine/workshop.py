"""A toy whose one action does whatever a test says, and whose hooks do whatever a test puts in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, NewType, cast

from msgspec import Meta

from sandtable.engine import (
    Action,
    AgendaItem,
    Ask,
    Choice,
    Duty,
    DutyKind,
    Frame,
    Game,
    HookSet,
    MarkKind,
    Moment,
    Option,
    Phase,
    Reaction,
    Refusal,
    Row,
    RuleModule,
    Seat,
    SeatId,
    Sequence,
    Side,
    SideId,
    Step,
    Work,
    closes,
    collects,
    conceals,
    decides,
    doable,
    fails,
    fills,
    happens,
    hookimpl,
    leaves,
    opens,
    reacts,
    refuses,
    rule,
    settles,
    works,
)
from sandtable.testing import Play, position, toy

PieceId = NewType("PieceId", str)
BLUE, RED = SideId("Blue"), SideId("Red")
ANN, BOB = SeatId("Ann"), SeatId("Bob")
Script = Callable[..., Any]


SEEN = MarkKind("seen", until="turn")
DEBT = DutyKind("debt", by="play")


class Chore(Work, frozen=True):
    """Whatever a test has put in for it."""

    stored = "work"

    by: tuple[int, ...] = ()


class Errand(Work, frozen=True):
    """What the option does."""

    stored = "errand"


class Piece(Row, frozen=True):
    """A piece on one or more places."""

    indexes = ("side", "places", "stacked_on")
    id: PieceId
    side: SideId
    places: tuple[str, ...] = ()
    size: Annotated[int, Meta(ge=0, le=9)] = 1
    stacked_on: PieceId | None = None
    secret: str = ""


class Do(Action, frozen=True):
    """Do what the test has put in under a name."""

    name: Literal["it", "other", "third"] = "it"

    def perform(self, game: Game, ask: Ask) -> Any:
        return scripts[self.name](game)


class Draw(Action, frozen=True):
    """Choose a number."""

    number: Annotated[int, Meta(ge=1, le=3)]


class Odd(Action, frozen=True):
    """An action with a field whose domain the test puts in, and refusals of its own."""

    field: str

    @fills("field")
    @staticmethod
    def values(game: Game, ask: Ask) -> Choice[str]:
        return cast("Choice[str]", put_in("domain")(game) if "domain" in scripts else Choice(("a", "b")))

    def refusals(self, game: Game, ask: Ask) -> Iterable[Refusal]:
        return cast("Iterable[Refusal]", put_in("refusals")(game) if "refusals" in scripts else ())


class Happened(Moment, frozen=True):
    """Something to react to."""


scripts: dict[str, Script] = {}
"""What the action and the hooks do: each gets the game. Cleared before each test."""


def put_in(name: str) -> Script:
    return scripts.get(name, lambda game: None)


class Workshop(HookSet):
    """A hook of each kind."""

    @collects
    def parts(self, game: Game) -> Iterable[int] | None:
        """Add numbers."""

    @collects
    def pairs(self, game: Game) -> Iterable[tuple[str, int]] | None:
        """Add pairs."""

    @decides
    def number(self, game: Game) -> int:  # type: ignore[empty-body]
        """Say a number."""

    @decides
    def names(self, game: Game) -> frozenset[str]:  # type: ignore[empty-body]
        """Say names."""

    @decides
    def anything(self, game: Game) -> Any:
        """Say anything."""

    @happens
    async def happening(self, game: Game) -> int | None:
        """Do something."""

    @settles
    async def settling(self, game: Game) -> int | None:
        """Settle something."""


class Bench(RuleModule):
    """The base: does what tests put in."""

    key = "bench"
    brings = (SEEN, DEBT, Chore)
    actions = {"play": (Do, Draw, Odd)}

    @hookimpl
    @rule("W-parts")
    def parts(self, game: Game) -> Iterable[int] | None:
        return cast("Iterable[int] | None", put_in("parts")(game))

    @hookimpl
    @rule("W-pairs")
    def pairs(self, game: Game) -> Iterable[tuple[str, int]] | None:
        return cast("Iterable[tuple[str, int]] | None", put_in("pairs")(game))

    @hookimpl
    @rule("W-number")
    def number(self, game: Game) -> int | None:
        return cast("int | None", put_in("number")(game))

    @hookimpl
    @rule("W-names")
    def names(self, game: Game) -> frozenset[str] | None:
        return cast("frozenset[str] | None", put_in("names")(game))

    @hookimpl
    def anything(self, game: Game) -> Any:
        return put_in("anything")(game)

    @hookimpl
    @rule("W-happening")
    def happening(self, game: Game) -> int | None:
        return cast("int | None", put_in("happening")(game))

    @hookimpl
    @rule("W-settling")
    def settling(self, game: Game) -> int | None:
        return cast("int | None", put_in("settling")(game))

    @refuses(Draw)
    @rule("W-refuses")
    def forbidden(self, game: Game) -> Refusal | None:
        return cast("Refusal | None", put_in("refuses")(game))

    @reacts(Happened)
    @rule("W-reacts")
    def reaction(self, game: Game) -> Iterable[Reaction] | None:
        return cast("Iterable[Reaction] | None", put_in("reacts")(game))

    @conceals(Piece)
    @rule("W-conceals")
    def hide_piece(self, row: Piece, viewers: frozenset[str]) -> Piece | None:
        if "conceals" in scripts:
            return cast("Piece | None", scripts["conceals"](row))
        return row if not row.secret or row.side in viewers else None

    @opens("play")
    @rule("W-opens")
    def opening(self, game: Game, frame: Frame) -> Any:
        return put_in("opens")(game)

    @closes("play")
    @rule("W-closes")
    def closing(self, game: Game, frame: Frame) -> Any:
        return put_in("closes")(game)

    @leaves("aside")
    @rule("W-leaves")
    def leaving(self, game: Game, frame: Frame) -> Any:
        return put_in("leaves")(game)

    @works(Chore)
    @rule("W-works")
    def working(self, game: Game, item: AgendaItem) -> Any:
        return put_in("works")(game)

    @doable(DEBT)
    @rule("W-doable")
    def can_be_paid(self, game: Game, duty: Duty) -> bool:
        return False

    @fails(DEBT)
    @rule("W-fails")
    def failing(self, game: Game, duty: Duty) -> Any:
        return put_in("fails")(game)


class Extra(RuleModule):
    """An option that does what tests put in under other names."""

    key = "extra"
    brings = (Errand,)
    option = Option("Extra", "More of it.")

    @hookimpl
    @rule("W-extra-number")
    def number(self, game: Game) -> int | None:
        return cast("int | None", put_in("extra number")(game))

    @hookimpl
    @rule("W-extra-happening")
    async def happening(self, game: Game) -> int | None:
        return cast("int | None", put_in("extra happening")(game))

    @works(Errand)
    @rule("W-extra-works")
    def run(self, game: Game) -> None:
        put_in("errand")(game)

    async def switched_on(self, game: Game) -> None:
        put_in("switched_on")(game)

    async def switched_off(self, game: Game) -> None:
        put_in("switched_off")(game)


TURN = Sequence("turn", (Phase("playing", (Step("play"),), each="side"),))
ASIDE = Sequence("aside", (Phase("by_the_way", (Step("whisper"),)),), rounds=False)
SYSTEM = toy(Bench, Extra, rows=(Piece,), hook_sets=(Workshop,), sequences=(TURN, ASIDE), key="workshop")


def rows(*more: Row) -> tuple[Row, ...]:
    pieces = (
        Piece(PieceId("b1"), BLUE, ("a", "b")),
        Piece(PieceId("b2"), BLUE, ("a",), stacked_on=PieceId("b1")),
        Piece(PieceId("r1"), RED, ("b",), secret="gold"),
    )
    return (Seat(ANN), Seat(BOB), Side(BLUE, seat=ANN), Side(RED, seat=BOB), *pieces, *more)


def play(it: Script | None = None, *more: Row, **settings: Any) -> Play:
    """Begin a game at Blue's step; `it` is what `Do("it")` will do."""
    if it is not None:
        scripts["it"] = it
    return position(SYSTEM, *rows(*more), **settings)


def doing(it: Script, **settings: Any) -> Play:
    """Begin a game and do it."""
    begun = play(it, **settings)
    begun.play(Do())
    return begun
