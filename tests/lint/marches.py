"""Marches: a toy game on a map of areas that says what is wrong with its scenarios, and a good scenario of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any, Final, NewType

import msgspec
from msgspec import Meta, Struct

from sandtable.board import SpaceId
from sandtable.board.maps import Map, RegionId
from sandtable.engine import (
    AgendaItem,
    AllOf,
    Axis,
    Chart,
    ChartId,
    Duty,
    DutyKind,
    Game,
    InstalledGame,
    Invalid,
    Lookup,
    Not,
    Option,
    Overlay,
    Preset,
    Row,
    RuleModule,
    Scenario,
    ScenarioFinding,
    ScenarioFix,
    Side,
    SideId,
    Work,
    fails,
    hookimpl,
    rule,
    works,
)
from sandtable.library.store.documents import ScenarioDocument
from sandtable.library.store.scenario_parts import Rows
from sandtable.lint.remarks import (
    EntrySpace,
    PlacedPiece,
    alone,
    beside_on,
    enemy_held,
    out_of_time,
    over_stacked,
    unreachable,
    wrong_terrain,
)
from sandtable.testing import toy
from tests.lint.sheets import isle

CorpsId = NewType("CorpsId", str)
LeaderId = NewType("LeaderId", str)
ArrivalId = NewType("ArrivalId", str)
GunId = NewType("GunId", str)
RED, BLUE = SideId("Red"), SideId("Blue")
FIRST, LAST = 1, 6


class Corps(Row, frozen=True):
    """A corps, and the way it has come."""

    id: CorpsId
    side: SideId
    area: SpaceId
    factors: Annotated[int, Meta(ge=1, le=20, title="Infantry factors")] = 5
    way: tuple[SpaceId, ...] = ()
    leader: LeaderId | None = None


class Leader(Row, frozen=True):
    """A leader; he is with a corps of his side."""

    id: LeaderId
    side: SideId
    area: SpaceId


class Arrival(Row, frozen=True):
    """Factors that come in, in a turn, at a space; they must be able to reach their country."""

    id: ArrivalId
    side: SideId
    area: SpaceId
    turn: int
    country: RegionId


class Gun(Row, frozen=True):
    """A gun; its reach, which follows from its pounds, is an index."""

    indexes = ("reach",)
    id: GunId
    pounds: int

    @property
    def reach(self) -> int:
        if self.pounds % 2:
            raise Invalid(f"no gun has {self.pounds} pounds: give it an even number")
        return 12 // self.pounds


class Setup(RuleModule):
    """What may stand where."""

    key = "setup"

    @hookimpl
    @rule("M-1-stacking")
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        return over_stacked(_standing(game[Corps]), lambda area: 2, what="corps", rule="M-1-stacking")


class Terrain(RuleModule):
    """What can stand on what, and leaders."""

    key = "terrain"

    @hookimpl
    @rule("M-2-terrain")
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        def why_not(corps: Row, area: str) -> str:
            kind = board.graph[SpaceId(area)].kind if isinstance(board, Map) else ""
            return "a corps cannot be at sea" if kind == "sea" else ""

        yield from wrong_terrain(_standing(game[Corps]), why_not, rule="M-2-terrain")
        yield from alone(_standing(game[Leader]), _standing(game[Corps]), what="corps", rule="M-2-leaders")
        for leader in game[Leader]:
            if leader.id.islower():
                proper = msgspec.structs.replace(leader, id=LeaderId(leader.id.title()))
                cure = ScenarioFix(f"call {leader.id} {proper.id}", (proper,), (leader,))
                yield ScenarioFinding("small-letters", f"{leader.id} is written small", "hint", leader, fix=cure)


class Relief(Work, frozen=True):
    """Relief comes."""

    stored = "relief"


HOLD = DutyKind("hold", by="play")


class Arrivals(RuleModule):
    """What comes in, when and where."""

    key = "arrivals"
    brings = (Relief, HOLD)

    @hookimpl
    @rule("M-3-arrivals")
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        entries = [EntrySpace(one, one.area, one.side, "area") for one in game[Arrival]]
        yield from out_of_time(((one, "turn", one.turn) for one in game[Arrival]), FIRST, LAST, rule="M-3-arrivals")
        yield from enemy_held(entries, lambda area: (corps.side for corps in game[Corps] if corps.area == area))
        if isinstance(board, Map):
            beside = beside_on(board)
            country = {one.id: {*board.spaces_of(one.country)} - {one.area} for one in game[Arrival]}
            yield from unreachable(entries, beside, lambda entry: country[ArrivalId(entry.row.id)])

    @works(Relief)
    @rule("M-3-relief")
    def relief(self, game: Game, item: AgendaItem) -> None:
        game.note("relief comes")

    @fails(HOLD)
    @rule("M-3-hold")
    def lost(self, game: Game, duty: Duty) -> None:
        game.note("it is lost")


class Battles(RuleModule):
    """Looks a chart up."""

    key = "battles"
    charts = (Lookup(ChartId("losses"), (("1-1", "2-1"), ("1", "2")), "number", least=0, most=99),)


class Winter(RuleModule):
    """An option with a parameter, a chart of its own and cells over another's."""

    key = "winter"
    option = Option("Winter", "It snows.", conflicts=("summer",))
    charts = (Lookup(ChartId("frost")),)
    overlays = (Overlay(ChartId("losses"), ((("1-1", "1"), 3),), "M-4-winter"),)

    class Parameters(Struct, frozen=True):
        """How cold."""

        degrees: Annotated[int, Meta(ge=-40, le=0)] = -10

    @hookimpl
    @rule("M-4-winter")
    def situation(self, game: Game) -> Iterable[str]:
        return ("It snows.",)


class Summer(RuleModule):
    """Excludes winter."""

    key = "summer"
    option = Option("Summer", "It is warm.", conflicts=("winter",))


class Fragile(RuleModule):
    """An option that falls over its own feet when it is asked."""

    key = "fragile"
    option = Option("Fragile", "It breaks.")

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        raise ZeroDivisionError("the rule divides by nothing")


class Boats(RuleModule):
    """An option for scenarios with a coast."""

    key = "boats"
    option = Option("Boats", "Boats put to sea.")
    needs = AllOf("coast", Not("summer"))


class Ice(RuleModule):
    """An option for scenarios that nobody has made."""

    key = "ice"
    option = Option("Ice", "Lakes freeze.")
    needs = "lakes"


class Skating(RuleModule):
    """An option that wants another, which is out of force everywhere."""

    key = "skating"
    option = Option("Skating", "Corps skate.", requires="ice")


def _standing(rows: Iterable[Any]) -> list[PlacedPiece]:
    return [PlacedPiece(row, row.area, row.side) for row in rows]


_TOY: Final = toy(
    Setup, Terrain, Arrivals, Battles, Winter, Summer, Fragile, Boats, Ice, Skating,
    rows=(Corps, Leader, Arrival, Gun), key="marches",
)  # fmt: skip
SYSTEM: Final = replace(_TOY, scenarios=(Scenario("shore", "The shore", list[Row], grants=("coast",)),))
FAMILY: Final = InstalledGame(SYSTEM)
PRESET: Final = Preset("mild", "Mild", on=("summer",))


def losses(**changed: Any) -> dict[str, Any]:
    axes = (Axis("Odds", ("1-1", "2-1")), Axis("Die", ("1", "2")))
    return plain(Chart(ChartId("losses"), "Losses", axes, (1, 2, 3, 4))) | changed


def plain(row: Row) -> dict[str, Any]:
    """Return a row as plain data."""
    found: dict[str, Any] = msgspec.to_builtins(row)
    return found


def rows(*more: Row, without: Iterable[str] = ()) -> Rows:
    """Return the rows of the good scenario, with some more and without those of some ids."""
    good: list[Row] = [
        Side(RED),
        Side(BLUE),
        Corps(CorpsId("I"), RED, SpaceId("ash"), way=(SpaceId("dale"), SpaceId("cedar"), SpaceId("ash"))),
        Corps(CorpsId("II"), RED, SpaceId("ash"), leader=LeaderId("Ney")),
        Corps(CorpsId("III"), BLUE, SpaceId("dale")),
        Leader(LeaderId("Ney"), RED, SpaceId("ash")),
        Arrival(ArrivalId("levy"), BLUE, SpaceId("cedar"), 2, RegionId("isle")),
    ]
    found: Rows = {"Chart": {"losses": losses()}}
    for row in [*good, *more]:
        if row.id not in set(without):
            found.setdefault(type(row).__name__, {})[row.id] = plain(row)
    return found


def scenario(*more: Row, without: Iterable[str] = (), **changed: Any) -> ScenarioDocument:
    """Return the good scenario with small changes."""
    given: dict[str, Any] = {
        "key": "campaign",
        "game": "marches",
        "title": "The campaign",
        "map": "isle",
        "revision": isle().digest,
        "rows": rows(*more, without=without),
    }
    return ScenarioDocument(**(given | changed))
