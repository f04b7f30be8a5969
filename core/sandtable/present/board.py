"""What stands on the map and how the map is coloured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct

from sandtable.board.directions import Facing
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid
from sandtable.engine.words import fit, fit_all, make_fit, set_frozen

if TYPE_CHECKING:
    from sandtable.engine.actions.way_goals import Goal
    from sandtable.engine.actions.ways import Ways

Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$", description="red, green and blue, as #1d4e89")]

Symbol = Literal[
    "infantry", "cavalry", "guard", "artillery", "militia", "irregulars", "leader", "fleet", "depot", "garrison",
    "siege", "marker", "wagon",
]  # fmt: skip
"""What a counter shows where a printed one has its picture."""

FormationShape = Literal["", "line", "column", "square", "battery"]
"""How a counter lies in its spaces: long across its facing, narrow and deep along it, square, or a row of guns.

Without one it is the square of a printed counter, and of several spaces as long as they are.
"""

SpaceSide = tuple[SpaceId, int]
"""A side of a hex: the hex, and the direction (0 to 5) that leads out of it there."""


class Counter(Struct, frozen=True, kw_only=True):
    """A piece on the map as a seat sees it.

    ``piece`` is the id of its row, which actions name; ``kind`` the name of the row's class. ``order`` sorts a
    stack, the greatest on top. ``strength`` and ``movement`` are printed as they are ("12", "?", "3-4").

    A piece in one space names its ``space``; one in several gives ``spaces``, the leading one first (the left end of a
    line, the head of a column), and is one counter over all of them. ``facing`` and ``formation`` turn it and give it
    its form. Which sides of its hexes are its front and its flanks follows from its facing; a game whose rules say
    otherwise (a square has no flank) gives ``front`` and ``flank``.

    ``facts`` are what its card says besides, as (title, value): ("Morale", "8").
    """

    piece: str
    kind: str
    side: str
    title: str
    symbol: Symbol
    colour: Colour
    space: SpaceId = SpaceId("")
    spaces: tuple[SpaceId, ...] = ()
    facing: Facing | None = None
    formation: FormationShape = ""
    front: tuple[SpaceSide, ...] = ()
    flank: tuple[SpaceSide, ...] = ()
    ink: Colour = "#000000"
    strength: str = ""
    movement: str = ""
    leader: str = ""
    badges: tuple[str, ...] = ()
    """Short words for its state: "besieged", "out of supply", "marched"."""
    says: str = ""
    """A line more than the counter has room for."""
    facts: tuple[tuple[str, str], ...] = ()
    carries: tuple[str, ...] = ()
    """The pieces with it that have no counter: put down where it cannot go itself, it sets them down."""
    order: int = 0

    def __post_init__(self) -> None:
        make_fit(self, "title", "strength", "movement", "leader", "badges", "says", "facts")
        if not self.spaces:
            set_frozen(self, "spaces", (self.space,))
        elif not self.space:
            set_frozen(self, "space", self.spaces[0])
        if self.space != self.spaces[0]:
            raise Invalid(
                f"The counter of {self.piece} is in {self.space!r}, but {self.spaces[0]!r} is the first of its spaces: "
                "give the leading space first."
            )
        if not self.space or len(set(self.spaces)) < len(self.spaces):
            raise Invalid(
                f"The counter of {self.piece} stands nowhere, or twice in a space: name each of its spaces once."
            )


class Sign(Struct, frozen=True, kw_only=True):
    """What is the matter with a space, shown over whatever stands there: its city is besieged.

    ``title`` is what one reads who points at it, ``says`` a line more. ``colour`` is that of whoever does it.
    """

    space: SpaceId
    symbol: Symbol
    title: str
    colour: Colour
    ink: Colour = "#ffffff"
    says: str = ""

    def __post_init__(self) -> None:
        make_fit(self, "title", "says")


class MapMode(Struct, frozen=True, kw_only=True):
    """A way to colour the map: what each space is filled with, and what the colours mean.

    A space that is not named keeps the ground it has. ``hatched`` spaces are hatched over their fill, so that the
    mode can be read without telling colours apart. Lines of the legend whose colours look alike, also to those who do
    not see all colours, are told apart by patterns; where two lines have one colour, ``lines`` says for each space
    which line of the legend it belongs to, counted from 0.

    A mode that takes its time to work out is announced ``on_demand``, without colours: ``map_mode`` gives it when
    somebody has chosen it.
    """

    key: str
    title: str
    fills: Mapping[SpaceId, Colour] = {}
    legend: tuple[tuple[Colour, str], ...] = ()
    hatched: frozenset[SpaceId] = frozenset()
    says: str = ""
    lines: Mapping[SpaceId, int] = {}
    on_demand: bool = False

    def __post_init__(self) -> None:
        make_fit(self, "title", "legend", "says")


class Reach(Struct, frozen=True, kw_only=True):
    """Where one piece can go: the price of each space, and where it cannot, all the reasons.

    ``costs`` in what the piece spends, as printed ("3", "1⅔"); a space is in ``costs``, in ``barred``, or
    beyond its reach, which ``beyond`` gives the reason for. Reasons end in their rule in brackets, as refusals do.
    Where a piece goes by ``Ways``, these say why not, and better: leave ``beyond`` out.

    ``further`` are spaces with their prices to which it can go only at a risk, by another action than the plain one;
    ``risk`` names both ("forced march, may lose stragglers"). Nobody is taken there without being asked.
    ``moves``: the plain actions by which it goes there, if they are known: of several each may lead elsewhere.
    """

    piece: str
    costs: Mapping[SpaceId, str]
    barred: Mapping[SpaceId, tuple[str, ...]] = {}
    beyond: str = ""
    unit: str = "movement points"
    further: Mapping[SpaceId, str] = {}
    risk: str = ""
    moves: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        make_fit(self, "beyond", "unit", "risk")
        for name in ("costs", "further"):
            set_frozen(self, name, {space: fit(cost) for space, cost in getattr(self, name).items()})
        set_frozen(self, "barred", {space: fit_all(reasons) for space, reasons in self.barred.items()})

    @classmethod
    def of(cls, piece: str, ways: Ways[Any]) -> Reach:
        """Return the reach of a piece that goes by ways: each space with the price of the cheapest there.

        Of poses that is the cheapest that leads with the space, for so a piece is put there; else one that covers it.
        """
        from sandtable.board.poses import Pose  # brings the map along

        def leads(goal: Goal[Any], space: str) -> bool:
            return not isinstance(goal.state, Pose) or goal.state.hexes[0] == space

        unit = ways.allowance.unit
        costs = {
            SpaceId(space): unit.amount(next((goal for goal in goals if leads(goal, space)), goals[0]).cost)
            for space, goals in ways.reach().items()
        }
        return cls(piece=piece, costs=costs, unit=unit.name)

    def price_of(self, space: SpaceId) -> str:
        """Say what it costs to go to a space, and at what risk; nothing for one that cannot be gone to."""
        price = self.costs.get(space) or self.further.get(space)
        if price is None:
            return ""
        is_one = price == "1" or not price[:1].isdecimal()  # ½: no whole number stands before it
        said = f"{price} {self.unit.removesuffix('s') if is_one else self.unit}"
        return said if space in self.costs or not self.risk else f"{said}: {self.risk}"
