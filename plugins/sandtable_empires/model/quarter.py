"""What a quarter of a campaign leaves behind: scores, purses of free states, loans, what is ordered and denied."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from sandtable.engine import Game, Row, SideId
from sandtable_empires.model.causes import cause
from sandtable_empires.model.forces import Arm, Troops
from sandtable_empires.model.nations import NationId

LARGEST_FLEET: Final = 30
"""A fleet holds so many ships."""


class Score(Row, frozen=True):
    """The victory points of a power, and how many win it the campaign (0: none do)."""

    id: SideId
    points: Annotated[int, Meta(ge=0, title="Victory points")] = 0
    target: Annotated[int, Meta(ge=0, title="Victory points that win")] = 0


class ScoreAccount(Row, frozen=True):
    """How many victory points a power has gained (above 0) or spent (below 0) for one cause."""

    indexes = ("side",)
    id: str
    side: SideId
    cause: str
    points: int = 0


class MinorPurse(Row, frozen=True):
    """The money and manpower of a free state, out of which its own ships and factors are bought."""

    id: NationId
    money: Annotated[int, Meta(ge=0, title="Money")] = 0
    manpower: Annotated[int, Meta(ge=0, title="Manpower")] = 0


class MinorBudget(Row, frozen=True):
    """How much money and manpower a free state has received (above 0) or paid (below 0) for one cause."""

    indexes = ("nation",)
    id: str
    nation: NationId
    cause: str
    money: int = 0
    manpower: int = 0


class Loan(Row, frozen=True):
    """Money that a power owes another, to be paid back in a turn, in the Collection Step."""

    indexes = ("borrower",)
    id: str
    lender: SideId
    borrower: SideId
    money: Annotated[int, Meta(ge=1, title="Money")]
    due: Annotated[int, Meta(ge=1, title="Due in turn")]


class Embargo(Row, frozen=True):
    """A power has no trade of a kind while another denies it; ``until`` is the last turn of that (0: without end)."""

    indexes = ("against",)
    id: str
    by: SideId
    against: SideId
    until: Annotated[int, Meta(ge=0, title="Until turn")] = 0
    kind: Literal["American", "colonial"] = "American"


class AmericanWar(Row, frozen=True):
    """A power is at war with America since a turn: it has no American trade."""

    id: SideId
    since: Annotated[int, Meta(ge=1, title="Since turn")]


class Keels(Row, frozen=True):
    """Ships that a side has ordered for a nation; from a turn on they can be launched."""

    indexes = ("side", "nation")
    id: str
    side: SideId
    nation: NationId
    ships: Annotated[int, Meta(ge=1, title="Ships of the line")]
    turn: Annotated[int, Meta(ge=1, title="Launched in turn")]


class Recruits(Troops, frozen=True, kw_only=True):
    """How many factors of each arm a side has raised in all, and how many ships it has ordered."""

    id: SideId
    ships: int = 0


class CivilDisorder(Row, frozen=True):
    """A power is in civil disorder since a turn."""

    id: SideId
    since: Annotated[int, Meta(ge=1, title="Since turn")]


QUARTER_ROWS = (
    Score,
    ScoreAccount,
    MinorPurse,
    MinorBudget,
    Loan,
    Embargo,
    AmericanWar,
    Keels,
    Recruits,
    CivilDisorder,
)


def fill_minor_purse(game: Game, nation: NationId, key: str, *, money: int = 0, manpower: int = 0) -> None:
    """Put money and manpower into the purse of a free state (below 0: take it out); account for it.

    Raises ``Invalid`` for a cause that is not declared.
    """
    if not (money or manpower):
        return
    purse = game[MinorPurse].get(nation) or game.put(MinorPurse(nation))
    game.change(purse, money=purse.money + money, manpower=purse.manpower + manpower)
    id = f"{nation}: {cause(key).key}"
    entry = game[MinorBudget].get(id) or game.put(MinorBudget(id, nation, key))
    game.change(entry, money=entry.money + money, manpower=entry.manpower + manpower)


def count_recruits(game: Game, side: SideId, what: Arm | Literal["ships"], number: int) -> None:
    """Count factors that a side has raised, or ships that it has ordered: they are not on the map yet."""
    row = game[Recruits].get(side) or game.put(Recruits(id=side))
    game.change(row, **{what: getattr(row, what) + number})


def embargoes_against(game: Game, side: SideId, kind: str) -> list[Embargo]:
    """Return the embargoes on a kind of trade that a power lies under now."""
    there = (one for one in game[Embargo].where("against", side) if one.kind == kind)
    return [one for one in there if not one.until or one.until >= game.round]


def score_points(game: Game, side: SideId, key: str, points: int) -> int:
    """Have a power gain victory points (above 0) or spend some, for a declared cause; return how many it has then."""
    row = game[Score].get(side) or game.put(Score(side))
    game.change(row, points=row.points + points)
    id = f"{side}: {cause(key).key}"
    entry = game[ScoreAccount].get(id) or game.put(ScoreAccount(id, side, key))
    game.change(entry, points=entry.points + points)
    return row.points + points
