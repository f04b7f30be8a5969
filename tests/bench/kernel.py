"""The game the kernel is measured with: as large as the peer's, 2,000 pieces on 200 areas."""

from collections.abc import Iterator
from typing import NewType

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    InstalledGame,
    Referee,
    Refusal,
    Row,
    Rows,
    RuleModule,
    SeededDice,
    Side,
    SideId,
    fills,
    refuses,
    rule,
)
from sandtable.testing import toy

PieceId = NewType("PieceId", str)
AreaId = NewType("AreaId", str)
COLUMNS, LINES, PIECES = 20, 10, 2000


class Area(Row, frozen=True):
    """An area of a grid and the two to four it borders."""

    id: AreaId
    name: str
    adjacent: tuple[str, ...]


class Piece(Row, frozen=True):
    """A piece of one of two sides."""

    indexes = ("area", "side")
    id: PieceId
    side: SideId
    area: AreaId
    strength: int
    moved: bool = False


class March(Action, frozen=True):
    """March one of the player's own pieces into a bordering area."""

    piece: PieceId
    to: AreaId

    @fills("piece")
    @staticmethod
    def own(game: Game, ask: Ask) -> Rows:
        return Rows(game[Piece], side=ask.side)

    @fills("to")
    @staticmethod
    def next_door(game: Game, ask: Ask, piece: PieceId) -> Choice[str]:
        return Choice(game[Area][game[Piece][piece].area].adjacent)

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Piece][self.piece], area=self.to, moved=True)


class Marches(RuleModule):
    """The two things the peer's move checks."""

    key = "marches"
    rows = (Area, Piece)
    actions = {"play": (March,)}

    @refuses(March)
    @rule("BENCH-own")
    def own(self, game: Game, act: March, ask: Ask) -> Refusal | None:
        return None if game[Piece][act.piece].side == ask.side else Refusal("{piece} is not yours", piece=act.piece)

    @refuses(March)
    @rule("BENCH-next-door")
    def next_door(self, game: Game, act: March) -> Refusal | None:
        area = game[Area][game[Piece][act.piece].area]
        return None if act.to in area.adjacent else Refusal("{to} does not border {area}", to=act.to, area=area.id)


def rows() -> Iterator[Row]:
    """Set up the grid and the pieces, ten to an area."""
    yield Side(SideId("0"))
    yield Side(SideId("1"))
    for n in range(COLUMNS * LINES):
        x, y = n % COLUMNS, n // COLUMNS
        beside = (
            [n - 1] * (x > 0) + [n + 1] * (x < COLUMNS - 1) + [n - COLUMNS] * (y > 0) + [n + COLUMNS] * (y < LINES - 1)
        )
        yield Area(AreaId(f"a{n}"), f"Area {n}", tuple(f"a{other}" for other in beside))
    for n in range(PIECES):
        yield Piece(PieceId(f"p{n}"), SideId(str(n % 2)), AreaId(f"a{n % (COLUMNS * LINES)}"), 1 + n % 12)


def referee() -> Referee:
    """Return a game at its first prompt."""
    return Referee.begin(InstalledGame(toy(Marches)), rows(), source=SeededDice("bench")).open()
