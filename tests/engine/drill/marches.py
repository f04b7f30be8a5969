"""The marches: the toy on which the drill's rules of war, access and time are tried.

Powers hold provinces of a few areas; forces move area by area, and each entry is an event and a moment
that others may answer. The rules of the drill are modules of their own, each in its file.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal, NewType

from sandtable.engine import (
    Action,
    AgendaItem,
    Allowance,
    Ask,
    Choice,
    Game,
    HookSet,
    MarkKind,
    Moment,
    Part,
    Phase,
    Refusal,
    Row,
    RuleModule,
    Sequence,
    Side,
    SideId,
    Step,
    Stride,
    Tally,
    Ways,
    Work,
    collects,
    fills,
    happens,
    hookimpl,
    react,
    refuses,
    refuses_step,
    rule,
    works,
)

AreaId = NewType("AreaId", str)
ProvinceId = NewType("ProvinceId", str)
ForceId = NewType("ForceId", str)
AUSTRIA, FRANCE, PRUSSIA = SideId("Austria"), SideId("France"), SideId("Prussia")
REACH = 3
MOVED = MarkKind("moved", until="turn")

ROADS = """
Strasbourg: Munich Dresden · Munich: Strasbourg Dresden Vienna · Dresden: Strasbourg Munich Vienna Berlin
Berlin: Dresden · Vienna: Munich Dresden Pest · Pest: Vienna Szeged · Szeged: Pest Cluj · Cluj: Szeged
"""
PROVINCES = {
    "Alsace": "Strasbourg", "Bavaria": "Munich", "Saxony": "Dresden", "Brandenburg": "Berlin", "Austria": "Vienna",
    "Hungary": "Pest Szeged", "Transylvania": "Cluj",
}  # fmt: skip
OWNERS = {"Alsace": FRANCE, "Brandenburg": PRUSSIA, "Austria": AUSTRIA, "Hungary": AUSTRIA, "Transylvania": AUSTRIA}


class Province(Row, frozen=True):
    """A province, the power that controls it (``None``: a neutral minor), and whether its home power has ceded it."""

    id: ProvinceId
    owner: SideId | None = None
    ceded: bool = False


class Area(Row, frozen=True):
    """A place on the map, its province, and the areas that roads join it to."""

    indexes = ("province",)
    id: AreaId
    province: ProvinceId
    roads: tuple[str, ...]


class Power(Row, frozen=True):
    """A power's political points and money; its id is the side's."""

    id: str
    points: int = 10
    money: int = 20


class Force(Row, frozen=True):
    """A counter, on the map or (``area`` is ``None``) off it."""

    indexes = ("area", "side")
    id: ForceId
    side: SideId
    area: AreaId | None
    kind: Literal["corps", "cossack", "fleet", "insurrection"] = "corps"


class War(Row, frozen=True):
    """Two powers at war; the id joins their names in order."""

    id: str


class Grant(Row, frozen=True):
    """Voluntary access: ``guest`` may be in the territory of ``host``."""

    id: str


class AreaEntered(Moment, frozen=True):
    """A force has moved from one area into the next."""

    force: ForceId
    side: SideId
    kind: str
    origin: AreaId
    area: AreaId
    province: ProvinceId

    def topics(self) -> tuple[str, ...]:
        return (self.province,)


class MarchHooks(HookSet):
    """Where modules can change the marches."""

    @happens
    async def entered(self, game: Game, entry: AreaEntered) -> None:
        """A force has entered an area; what must be settled before anybody answers."""

    @collects
    def halts(self, game: Game, entry: AreaEntered, done: tuple[Action, ...]) -> Iterable[str]:
        """Say why a force that has entered an area goes no further, after what others have ``done``."""
        return ()

    @happens
    async def peace_made(self, game: Game, one: SideId, other: SideId) -> None:
        """Two powers have made peace."""


class MoveStep(Stride[AreaId], frozen=True, gc=False):
    """A step of a force into the next area."""

    force: ForceId


class Move(Action, frozen=True):
    """Move a force along a way, area by area."""

    force: ForceId
    way: tuple[AreaId, ...]

    @fills("force")
    @staticmethod
    def own(game: Game, ask: Ask) -> Choice[ForceId]:
        return Choice(force.id for force in game[Force].where("side", ask.side) if force.area)

    @fills("way")
    @staticmethod
    def by_road(game: Game, ask: Ask, force: ForceId) -> Ways[AreaId]:
        def strides(here: AreaId) -> list[MoveStep]:
            return [MoveStep(AreaId(road), "an area", force) for road in (game[Area][here].roads if here else ())]

        an_area = Tally("areas", [Part("base", 1, "DRILL-7.3-three-areas")])
        start = game[Force][force].area or AreaId("")
        return Ways(game, Move, start, strides, lambda key: an_area, Allowance(REACH), returns=True)

    async def perform(self, game: Game, ask: Ask) -> None:
        game.mark(self.force, MOVED)
        for area in self.way:
            entry = step(game, self.force, area)
            await game.hooks(MarchHooks).entered(game, entry)
            done = await react(entry)
            if halts := game.hooks(MarchHooks).halts(game, entry, tuple(done)):
                game.note(f"{self.force} stops in {area}: {'; '.join(halts)}")
                return


class MakePeace(Action, frozen=True):
    """End a war."""

    enemy: SideId

    @fills("enemy")
    @staticmethod
    def enemies(game: Game, ask: Ask) -> Choice[str]:
        return Choice(other.id for other in game[Side] if at_war(game, ask.side, other.id))

    async def perform(self, game: Game, ask: Ask) -> None:
        game.remove(game[War][pair(ask.side, self.enemy)])
        await game.hooks(MarchHooks).peace_made(game, SideId(ask.side), self.enemy)


class Marching(RuleModule):
    """How forces move, and what they need in a power's territory."""

    key = "marching"
    brings = (MOVED,)
    actions: ClassVar = {"peace": (MakePeace,), "move": (Move,)}

    @refuses(Move)
    @rule("DRILL-7.3-once")
    def once(self, game: Game, act: Move) -> Refusal | None:
        return Refusal("{force} has moved this turn", force=act.force) if game.mark_of(act.force, MOVED) else None

    @refuses_step(Move, "force", "there")
    @rule("DRILL-10.3.1-major-needs-right")
    def needs_a_right(self, game: Game, stride: MoveStep) -> Refusal | None:
        """Neutral minors are open to all; a power's territory wants its leave, or war with it."""
        side, owner = game[Force][stride.force].side, owner_of(game, stride.there)
        if owner in (None, side) or at_war(game, side, owner or "") or f"{side} in {owner}" in game[Grant]:
            return None
        return Refusal("{area} is {owner}'s, who gives {side} no access", area=stride.there, owner=owner, side=side)


class GoHome(Work, frozen=True):
    """A force goes home."""

    stored = "go home"


class Repatriation(RuleModule):
    """What becomes of forces in a former enemy's territory."""

    key = "repatriation"
    brings = (GoHome,)

    @hookimpl
    @rule("DRILL-4.4.6.2-repatriation")
    async def peace_made(self, game: Game, one: SideId, other: SideId) -> None:
        """At peace they go home at once."""
        for force in (*abroad(game, one, other), *abroad(game, other, one)):
            game.later(GoHome(), force.id)

    @works(GoHome)
    @rule("DRILL-4.4.6.2-nearest")
    def nearest_own_area(self, game: Game, item: AgendaItem) -> None:
        force = game[Force][item.subject]
        game.change(force, area=nearest(game, force))


def step(game: Game, force: ForceId, area: AreaId) -> AreaEntered:
    """Put a force into the next area and tell of it."""
    mover = game[Force][force]
    game.change(mover, area=area)
    return AreaEntered(force, mover.side, mover.kind, mover.area or area, area, game[Area][area].province)


def owner_of(game: Game, area: str | None) -> SideId | None:
    return game[Province][game[Area][area or ""].province].owner


def abroad(game: Game, side: str, host: str) -> list[Force]:
    """Return the forces of a side in the territory of another."""
    return [force for force in game[Force].where("side", side) if force.area and owner_of(game, force.area) == host]


def nearest(game: Game, force: Force) -> AreaId:
    """Return the nearest area that the force's own power controls."""
    ring = [force.area or AreaId("")]
    while all(owner_of(game, area) != force.side for area in ring):
        ring += [AreaId(road) for area in ring for road in game[Area][area].roads if road not in ring]
    return next(area for area in ring if owner_of(game, area) == force.side)


def pair(one: str, other: str) -> str:
    return "-".join(sorted((one, other)))


def at_war(game: Game, one: str, other: str) -> bool:
    return pair(one, other) in game[War]


def declare(game: Game, one: str, other: str) -> None:
    game.put(War(pair(one, other)))


TURN = Sequence(
    "turn",
    (
        Phase("politics", (Step("declarations"), Step("diplomacy"))),
        Phase("peace", (Step("peace"),), each="side"),
        Phase("reinforcement", (Step("reinforcement"),), each="side"),
        Phase("land", (Step("move"),), each="side"),
        Phase("economy", (Step("expenditure"),), each="side"),
    ),
)
ROWS = (Province, Area, Power, Force, War, Grant)


def marches(
    *rows: Row, sides: tuple[SideId, ...] = (AUSTRIA, FRANCE, PRUSSIA), owners: Mapping[str, SideId] | None = None
) -> list[Row]:
    """Return the map with these owners of provinces, the powers, and what stands on it."""
    given = {type(row): {one.id for one in rows if type(one) is type(row)} for row in rows}
    held = {name: owner for name, owner in {**OWNERS, **(owners or {})}.items() if owner in sides}
    land: list[Row] = [Province(ProvinceId(name), held.get(name)) for name in PROVINCES]
    home = {area: ProvinceId(name) for name, areas in PROVINCES.items() for area in areas.split()}
    for line in ROADS.replace("·", "\n").strip().split("\n"):
        name, roads = line.split(":")
        land.append(Area(AreaId(name.strip()), home[name.strip()], tuple(roads.split())))
    powers: list[Row] = [row for side in sides for row in (Side(side), Power(side))]
    return [row for row in (*land, *powers) if row.id not in given.get(type(row), ())] + list(rows)
