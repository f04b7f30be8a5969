"""What is shown of one piece while it is pointed at or moved: its ghost, what it covers, its way, what it sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from msgspec import Struct

from sandtable.board.directions import Facing, Hex
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid
from sandtable.engine.words import fit_all, make_fit, set_frozen
from sandtable.present.board import Colour, FormationShape, SpaceSide

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sandtable.board.hex_spaces import HexSpaces
    from sandtable.board.poses import Pose
    from sandtable.board.sight import Sight
    from sandtable.board.sights import Sights

OverlayKind = Literal["front", "flank", "fire", "sight", "zone", "command", "retreat"]
"""What the spaces of an overlay are to a piece.

They lie before it, beside it, under its fire; it sees them; they are in its zone, or led by it; it would retreat there.
"""


class Ghost(Struct, frozen=True, kw_only=True):
    """Where and how a piece would stand: what the hand holds, shown before it is done.

    ``price`` as printed ("3", "1½"); left out, the board prints what the way there costs. ``says`` names the pose
    where there is a choice of several: "line to the north-east".
    """

    piece: str
    spaces: tuple[SpaceId, ...]
    facing: Facing | None = None
    formation: FormationShape = ""
    price: str = ""
    says: str = ""

    def __post_init__(self) -> None:
        make_fit(self, "price", "says")
        if not self.spaces:
            raise Invalid(f"The ghost of {self.piece} stands nowhere: name its spaces, the leading one first.")

    @classmethod
    def of(cls, piece: str, pose: Pose) -> Ghost:
        """Return the ghost of a piece in a pose; a formation that no counter has the form of is drawn as it lies."""
        shape: Any = pose.formation if pose.formation in get_args(FormationShape) else ""
        return cls(piece=piece, spaces=pose.hexes, facing=pose.facing, formation=shape)


class PieceOverlay(Struct, frozen=True, kw_only=True):
    """The spaces that are something to a piece, shown while it is pointed at. ``says`` is what they are called."""

    piece: str
    kind: OverlayKind
    spaces: frozenset[SpaceId]
    says: str = ""

    def __post_init__(self) -> None:
        make_fit(self, "says")


class Trace(Struct, frozen=True, kw_only=True):
    """A way as a line with its prices.

    ``spaces`` from where it begins, one after each step (the same again where a piece turns on the spot);
    ``prices`` as printed, one for each step, or none. ``colour``: that of whoever went, where several ways are shown.
    """

    piece: str
    spaces: tuple[SpaceId, ...]
    prices: tuple[str, ...] = ()
    colour: Colour | None = None

    def __post_init__(self) -> None:
        set_frozen(self, "prices", fit_all(self.prices, lines=False))
        if self.prices and len(self.prices) != len(self.spaces) - 1:
            raise Invalid(
                f"The way of {self.piece} has {max(0, len(self.spaces) - 1)} steps and {len(self.prices)} prices: "
                "give each step one, or none at all."
            )


class Arrow(Struct, frozen=True, kw_only=True):
    """Who goes against whom: from a space to the one beside it or further off, in a ``colour``; ``says`` how strong."""

    start: SpaceId
    end: SpaceId
    colour: Colour
    says: str = ""

    def __post_init__(self) -> None:
        make_fit(self, "says")


class Obstacle(Struct, frozen=True, kw_only=True):
    """What stands in a line of sight: in a space, or on the side of it that lies in a direction (0 to 5)."""

    space: SpaceId
    side: int | None = None
    says: str = ""

    def __post_init__(self) -> None:
        make_fit(self, "says")


class SightLine(Struct, frozen=True, kw_only=True):
    """A line of sight; it is clear where no ``obstacles`` are. ``line_of_sight`` makes one of the board's verdict."""

    start: SpaceId
    end: SpaceId
    obstacles: tuple[Obstacle, ...] = ()

    @property
    def is_clear(self) -> bool:
        return not self.obstacles


def line_of_sight(verdict: Sight, hexes: HexSpaces) -> SightLine:
    """Return a verdict of ``SightMap.sight`` as it is shown, with the hexes' numbers (``board.by_number``)."""

    def name(hex: Hex) -> str:
        return hexes.name(hexes.number(hex))

    obstacles = [
        Obstacle(space=hexes.number(block.hex), side=block.side, says=block.says(name)) for block in verdict.blocks
    ]
    return SightLine(start=hexes.number(verdict.start), end=hexes.number(verdict.end), obstacles=tuple(obstacles))


def lines_of_sight(sights: Sights, froms: Iterable[SpaceId], aimed: Iterable[SpaceId]) -> Iterator[SightLine]:
    """Yield a line to each hex that is ``aimed`` at, from that of some hexes which sees it best."""
    own = tuple(froms)
    for there in aimed:
        yield line_of_sight(sights.best(own, there), sights.hexes)


class PoseSides(NamedTuple):
    """The outer sides of a piece's hexes, by where they lie to it."""

    front: tuple[SpaceSide, ...]
    flank: tuple[SpaceSide, ...]
    rear: tuple[SpaceSide, ...]


def sides_of(spaces: Sequence[SpaceId], facing: Facing, hexes: HexSpaces) -> PoseSides:
    """Return which outer sides of a piece's hexes its facing makes front, flank and rear.

    Raises ``Invalid`` for a space that is no hex.
    """
    own = {hexes.at(space): space for space in spaces}

    def outer(directions: Iterable[int]) -> tuple[SpaceSide, ...]:
        return tuple((space, k) for hex, space in own.items() for k in sorted(directions) if hex.step(k) not in own)

    return PoseSides(outer(facing.ahead), outer((*facing.left, *facing.right)), outer(facing.behind))
