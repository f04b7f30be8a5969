"""The Fords: a small game with a map for the tests of the workbench.

Two sides march over a dozen areas. Strengths are hidden, orders and chits are sealed, losses are shared among corps,
and the other actions have a field of every kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal, NewType, cast

import shapely
from msgspec import Meta, structs

from sandtable.board import Feature, Graph, Space, SpaceId
from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map, MapInfo
from sandtable.engine import (
    Action,
    Allowance,
    Ask,
    Choice,
    CostUnit,
    Frame,
    Game,
    GameSystem,
    MarkKind,
    Option,
    Part,
    Phase,
    Preset,
    Range,
    Refusal,
    Row,
    Rows,
    RuleModule,
    RuleText,
    Scenario,
    Sequence,
    Side,
    SideId,
    Step,
    Stop,
    Stride,
    Subset,
    Sums,
    Tally,
    Text,
    Was,
    Ways,
    ask,
    ask_together,
    closes,
    conceals,
    ends_way,
    fills,
    hookimpl,
    offer,
    opens,
    refuses,
    refuses_end,
    roll,
    rule,
)
from sandtable.present import (
    Box,
    Contest,
    Counter,
    Course,
    MapMode,
    Matrix,
    Measure,
    Outcome,
    Panel,
    PresentHooks,
    Reach,
    Sheet,
    SheetEntry,
    SideScore,
    Standing,
    Table,
    Track,
)

CorpsId = NewType("CorpsId", str)
BattleId = NewType("BattleId", str)
BLUE, RED = SIDES = SideId("Blue"), SideId("Red")
ENEMY: Final = {BLUE: RED, RED: BLUE}
COLOURS: Final = {BLUE: "#2f5d9e", RED: "#b1352f"}
MOST: Final = 3
"""Steps of the longest march."""
STEPS: Final = CostUnit("steps")
LAST: Final = 6
NAMES: Final = (
    "Aldbrook", "Birchley", "Cranmere", "Dunford", "Eastwick", "Fenny Bridge",
    "Gorse Hill", "Hartwell", "Ivybridge", "Kingsford", "Larkfield", "Marlow",
)  # fmt: skip
HILLS: Final = ("Gorse Hill", "Cranmere")


# -- the map


def area_id(name: str) -> SpaceId:
    return SpaceId(name.lower().replace(" ", "_"))


@cache
def fords() -> Map:
    """Return a map of twelve areas, a river down its middle."""
    wobble = [(0, 6), (4, -5), (-6, 3), (5, 5), (-3, -6), (6, 0), (-5, 4), (2, -4), (4, 6), (-4, 0)]
    corner = {
        (x, y): (x * 100 + wobble[(3 * x + y) % 10][0], y * 100 + wobble[(x + 3 * y) % 10][1])
        for x in range(5)
        for y in range(4)
    }
    shapes = {
        area_id(NAMES[4 * y + x]): shapely.Polygon(
            [corner[x, y], corner[x + 1, y], corner[x + 1, y + 1], corner[x, y + 1]]
        )
        for x in range(4)
        for y in range(3)
    }
    areas = AreaMap(shapes, 0.0)
    spaces = [
        Space(area_id(name), name, "land", (("terrain", "mountain" if name in HILLS else "clear"),)) for name in NAMES
    ]
    west = {area_id(NAMES[4 * y + x]) for x in (0, 1) for y in range(3)}
    edges = [
        structs.replace(one, along=(Feature("river"),)) if (one.a in west) != (one.b in west) else one
        for one in areas.edges()
        if one.contact == "border"
    ]
    return Map(MapInfo("fords", "The Fords", unit="px"), Graph(spaces, edges), areas)


def beside(area: str) -> list[SpaceId]:
    return list(fords().graph.neighbours(SpaceId(area)))


# -- rows


class Corps(Row, frozen=True):
    """A corps; ``None`` is what its enemy knows of its strength before it has fought."""

    indexes = ("side", "area")
    id: CorpsId
    side: SideId
    area: str
    strength: Annotated[int, Meta(ge=0, le=20, title="Strength")] | None
    known: bool = False
    fed: Annotated[int, Meta(ge=0, le=9)] = 0


class Battle(Row, frozen=True):
    """A battle that is being fought."""

    id: BattleId
    area: str
    losses: int = 0


def there(game: Game, area: str, side: str) -> list[Corps]:
    return [corps for corps in game[Corps].where("area", area) if corps.side == side]


# -- actions


MARCHED = MarkKind("marched", until="turn")
LEVIED = MarkKind("levied", until="turn")
FED = MarkKind("fed", until="turn")
PROCLAIMED = MarkKind("proclaimed", until="sequence")
CHIT = MarkKind("chit", until="round", of="chit")
LOST = MarkKind("lost the round", until="round")


class March(Action, frozen=True):
    """March a corps along a way. It stops where the enemy stands."""

    corps: CorpsId
    way: tuple[str, ...]

    @fills("corps")
    @staticmethod
    def own(game: Game, ask: Ask) -> Rows:
        return Rows(game[Corps], side=ask.side)

    @fills("way")
    @staticmethod
    def roads(game: Game, ask: Ask, corps: CorpsId) -> Ways[str]:
        return marches(game, corps)

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Corps][self.corps], area=self.way[-1])
        game.mark(self.corps, MARCHED)


class MarchStep(Stride[str], frozen=True, gc=False):
    """A step of a corps."""

    corps: CorpsId


def marches(game: Game, corps: CorpsId) -> Ways[str]:
    """Return the ways of a corps, three areas far."""

    def strides(here: str) -> list[MarchStep]:
        return [MarchStep(area, "a step", corps) for area in beside(here)]

    def too_far(way: tuple[str, ...], steps: int) -> Refusal:
        return Refusal("{to} is {steps} steps away", to=way[-1], steps=steps, rule="FOR-2-roads")

    step = Tally("steps", [Part("base", 1, "FOR-2-roads", "a step")])
    start, most = game[Corps][corps].area, Allowance(MOST, unit=STEPS)
    return Ways(game, March, start, strides, lambda key: step, most, too_dear=too_far)


class Leap(Action, frozen=True):
    """Leap to a neighbouring area without a march: only with the option."""

    corps: CorpsId
    to: str

    @fills("to")
    @staticmethod
    def anywhere(game: Game, ask: Ask, corps: CorpsId) -> Choice[str]:
        return Choice(beside(game[Corps][corps].area))

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Corps][self.corps], area=self.to)
        game.mark(self.corps, MARCHED)


class Rest(Action, frozen=True):
    """Rest some corps: they do not march this turn."""

    corps: tuple[CorpsId, ...]

    @fills("corps")
    @staticmethod
    def fresh(game: Game, ask: Ask) -> Subset[CorpsId]:
        own = [corps.id for corps in game[Corps].where("side", ask.side) if not game.mark_of(corps.id, MARCHED)]
        return Subset(own, 1, 2)

    def perform(self, game: Game, ask: Ask) -> None:
        for corps in self.corps:
            game.mark(corps, MARCHED)


class Levy(Action, frozen=True):
    """Raise troops for a corps, so many factors."""

    corps: CorpsId
    factors: int

    @fills("corps")
    @staticmethod
    def own(game: Game, ask: Ask) -> Rows:
        return Rows(game[Corps], side=ask.side)

    @fills("factors")
    @staticmethod
    def some(game: Game, ask: Ask) -> Range:
        return Range(1, 6)

    def perform(self, game: Game, ask: Ask) -> None:
        corps = game[Corps][self.corps]
        game.change(corps, strength=(corps.strength or 0) + self.factors)
        game.mark(ask.side, LEVIED)


class Feed(Action, frozen=True):
    """Share four wagons among the corps."""

    wagons: tuple[tuple[CorpsId, int], ...]

    @fills("wagons")
    @staticmethod
    def among(game: Game, ask: Ask) -> Sums[CorpsId]:
        return Sums({corps.id: 3 for corps in game[Corps].where("side", ask.side)}, 4)

    def perform(self, game: Game, ask: Ask) -> None:
        for corps, wagons in self.wagons:
            game.change(game[Corps][corps], fed=wagons)
        game.mark(ask.side, FED)


class Proclaim(Action, frozen=True):
    """Say something to the world, once."""

    words: str
    manner: Literal["kind", "stern"]
    loud: bool

    @fills("words")
    @staticmethod
    def anything(game: Game, ask: Ask) -> Text:
        return Text(24)

    def perform(self, game: Game, ask: Ask) -> None:
        game.mark(ask.side, PROCLAIMED)


class Order(Action, frozen=True):
    """Write down what you will do, in secret."""

    secret = True
    plan: Literal["attack", "hold", "feint"]
    reserve: Annotated[int, Meta(ge=0, le=5, title="Kept in reserve")]


class PlayChit(Action[BattleId], frozen=True):
    """Choose a chit for the round."""

    chit: Literal["assault", "probe", "defend"]


class Lose(Action[BattleId], frozen=True):
    """Share the losses among the corps that fought."""

    losses: tuple[tuple[CorpsId, int], ...]

    @fills("losses")
    @staticmethod
    def among(game: Game, ask: Ask[BattleId]) -> Sums[CorpsId]:
        battle = game[Battle][ask.about]
        return Sums({corps.id: corps.strength or 0 for corps in there(game, battle.area, ask.side)}, battle.losses)

    def perform(self, game: Game, ask: Ask[BattleId]) -> None:
        for id, loss in self.losses:
            corps = game[Corps][id]
            if (corps.strength or 0) <= loss:
                game.remove(corps)
            else:
                game.change(corps, strength=(corps.strength or 0) - loss)


class Retreat(Action[BattleId], frozen=True):
    """Leave the battle, all corps together."""

    to: str

    @fills("to")
    @staticmethod
    def next_door(game: Game, ask: Ask[BattleId]) -> Choice[str]:
        return Choice(beside(game[Battle][ask.about].area))


# -- rules


class Orders(RuleModule):
    """Both sides write their orders at once."""

    key = "orders"

    @opens("orders")
    @rule("FOR-1-orders")
    async def write(self, game: Game, frame: Frame) -> None:
        asks = [Ask(side, (Order,), "write your orders", "FOR-1-orders") for side in SIDES]
        orders = await ask_together(asks)
        first = max(SIDES, key=lambda side: cast("Order", orders[side]).reserve)
        game.note(f"{first} keeps the larger reserve", "FOR-1-orders")


class Marches(RuleModule):
    """How corps march, rest, are raised and fed."""

    key = "marches"
    actions: ClassVar = {"march": (March, Rest, Levy, Feed, Proclaim)}

    @refuses(March, "corps")
    @rule("FOR-2-own")
    def own(self, game: Game, act: March, ask: Ask) -> Refusal | None:
        side = game[Corps][act.corps].side
        return None if side == ask.side else Refusal("{corps} is {side}'s", corps=act.corps, side=side)

    @refuses(March, "corps")
    @rule("FOR-2-once")
    def once(self, game: Game, act: March) -> Refusal | None:
        if game.mark_of(act.corps, MARCHED):
            return Refusal("{corps} has marched this turn", corps=act.corps, cure="wait for the next turn")
        return None

    @refuses(March)
    @rule("FOR-2-roads")
    def roads(self, game: Game, act: March) -> Refusal | None:
        here = game[Corps][act.corps].area
        for area in act.way:
            if area not in beside(here):
                return Refusal("no road leads from {here} to {to}", here=here, to=area)
            here = area
        return None

    @ends_way(March, "corps", "there")
    @rule("FOR-2-enemy")
    def met(self, game: Game, stride: MarchStep) -> Stop | None:
        enemies = there(game, stride.there, ENEMY[game[Corps][stride.corps].side])
        return Stop("the enemy stands in {area}", area=stride.there) if enemies else None

    @refuses_end(March, "corps", "there")
    @rule("FOR-2-stacking")
    def stacking(self, game: Game, stride: MarchStep) -> Refusal | None:
        full = len(there(game, stride.there, game[Corps][stride.corps].side)) >= 2
        return Refusal("two corps stand in {to} already", to=stride.there, cure="stop short of it") if full else None

    @refuses(Levy)
    @rule("FOR-2-levy")
    def levy(self, game: Game, act: Levy, ask: Ask) -> Refusal | None:
        if game.mark_of(ask.side, LEVIED):
            return Refusal("troops were raised this turn")
        strength = game[Corps][act.corps].strength or 0
        return Refusal("{corps} would be too large", corps=act.corps) if strength + act.factors > 12 else None

    @refuses(Feed)
    @rule("FOR-2-feed")
    def feed(self, game: Game, act: Feed, ask: Ask) -> Refusal | None:
        if game.mark_of(ask.side, FED):
            return Refusal("the wagons are empty", cure="wait for the next turn")
        return Refusal("no corps may have all three spare wagons") if any(n == 3 for _, n in act.wagons) else None

    @refuses(Proclaim)
    @rule("FOR-2-proclaim")
    def once_only(self, game: Game, act: Proclaim, ask: Ask) -> Refusal | None:
        return Refusal("it has been said") if game.mark_of(ask.side, PROCLAIMED) else None


class Battles(RuleModule):
    """How corps fight: rounds of chits, fire, losses and retreat."""

    key = "battles"

    @opens("battle")
    @rule("FOR-3-battle")
    def begin(self, game: Game, frame: Frame) -> None:
        blue, red = ({corps.area for corps in game[Corps].where("side", side)} for side in SIDES)
        for area in sorted(blue & red):
            battle = game.put(Battle(BattleId(f"battle-{area}"), area))
            for corps in game[Corps].where("area", area):
                game.change(corps, known=True)
            game.enter("fighting", battle.id, side=frame.side)

    @opens("chits")
    @rule("FOR-3-chits")
    async def chits(self, game: Game, frame: Frame) -> None:
        asks = [Ask(side, (PlayChit,), "choose a chit", "FOR-3-chits", BattleId(frame.subject)) for side in SIDES]
        chits = await ask_together(asks)
        told = ", ".join(f"{side} {cast('PlayChit', chits[side]).chit}" for side in SIDES)
        game.note(f"chits: {told}", "FOR-3-chits")
        for side in SIDES:
            game.mark(side, CHIT, of=cast("PlayChit", chits[side]).chit)

    @opens("fire")
    @rule("FOR-3-fire")
    async def fire(self, game: Game, frame: Frame) -> None:
        battle = game[Battle][BattleId(frame.subject)]
        dice = {side: await roll("2d6", why=f"{side} fires at {battle.area}", rule="FOR-3-fire") for side in SIDES}
        loser = BLUE if dice[BLUE] <= dice[RED] else RED
        strength = sum(corps.strength or 0 for corps in there(game, battle.area, loser))
        losses = min(strength, 1 + abs(dice[BLUE] - dice[RED]) // 2)
        game.change(battle, losses=losses)
        game.mark(loser, LOST)
        game.note(f"{loser} loses {losses}", "FOR-3-fire")

    @opens("losses")
    @rule("FOR-3-losses")
    async def losses(self, game: Game, frame: Frame) -> None:
        for side in [side for side in SIDES if game.mark_of(side, LOST)]:
            why = f"share {game[Battle][BattleId(frame.subject)].losses} losses"
            lost = await ask(side, Lose, why, rule="FOR-3-losses", about=BattleId(frame.subject))
            lost.perform(game, Ask(side, (Lose,), about=BattleId(frame.subject)))

    @opens("retreat")
    @rule("FOR-3-retreat")
    async def retreat(self, game: Game, frame: Frame) -> None:
        area = game[Battle][BattleId(frame.subject)].area
        for side in SIDES:
            both = there(game, area, BLUE) and there(game, area, RED)
            if not (both and game.mark_of(side, LOST)):
                continue
            way = await offer(
                side, Retreat, f"retreat from {area}", rule="FOR-3-retreat", about=BattleId(frame.subject)
            )
            for corps in there(game, area, side) if way is not None else ():
                game.change(corps, area=cast("Retreat", way).to)
        if not (there(game, area, BLUE) and there(game, area, RED)):
            game.remove(game[Battle][BattleId(frame.subject)])
            game.leave("fighting")

    @refuses(Retreat)
    @rule("FOR-3-retreat-free")
    def free(self, game: Game, act: Retreat, ask: Ask) -> Refusal | None:
        stands = there(game, act.to, ENEMY[SideId(ask.side)])
        return Refusal("{enemy} stands in {to}", enemy=ENEMY[SideId(ask.side)], to=act.to) if stands else None


class Fog(RuleModule):
    """What each side sees."""

    key = "fog"

    @conceals(Corps)
    @rule("FOR-4-hidden")
    def hidden(self, row: Corps, viewers: frozenset[str]) -> Corps:
        return row if row.known or row.side in viewers else structs.replace(row, strength=None, fed=0)


class Victory(RuleModule):
    """Who wins."""

    key = "victory"

    @closes("reckoning")
    @rule("FOR-5-victory")
    def reckon(self, game: Game, frame: Frame) -> None:
        left = {side: len(game[Corps].where("side", side)) for side in SIDES}
        if not all(left.values()):
            winner = next((side for side in SIDES if left[side]), None)
            game.end(winner, "a side has no corps left", "FOR-5-victory")
        elif frame.round == LAST:
            game.end(max(SIDES, key=left.__getitem__), "six turns are over", "FOR-5-victory")


def strength_words(corps: Corps) -> str:
    return "?" if corps.strength is None else str(corps.strength)


def boxes(title: str, many: int, at: int) -> tuple[Box, ...]:
    return tuple(
        Box(title=f"{title} {n}", markers=(("#444444", "now"),) if n == at else ()) for n in range(1, many + 1)
    )


class Looks(RuleModule):
    """How the game looks."""

    key = "looks"

    @hookimpl
    def situation(self, game: Game) -> Iterable[str]:
        for name in NAMES:
            stands = [
                f"{corps.id} ({'?' if corps.strength is None else corps.strength})"
                for corps in game[Corps].where("area", area_id(name))
            ]
            yield f"{name:14}{'  '.join(stands)}"

    @hookimpl
    def standing(self, game: Game) -> Standing:
        left = {side: len(game[Corps].where("side", side)) for side in SIDES}
        ahead = tuple(side for side in SIDES if left[side] == max(left.values()))
        return Standing(
            aim=f"Whoever has more corps left after turn {LAST} wins.",
            rule="FOR-5-victory",
            leaders=ahead if len(ahead) == 1 else (),
            scores=tuple(SideScore(side=side, says=f"{left[side]} corps") for side in SIDES),
        )

    @hookimpl
    def counters(self, game: Game) -> Iterable[Counter]:
        for corps in game[Corps]:
            yield Counter(
                piece=corps.id,
                kind="Corps",
                space=SpaceId(corps.area),
                side=corps.side,
                title=corps.id,
                symbol="infantry",
                colour=COLOURS[corps.side],
                ink="#ffffff",
                strength=strength_words(corps),
                movement=str(MOST),
                badges=("marched",) if game.mark_of(corps.id, MARCHED) else (),
                says=f"{corps.id}, {corps.fed} wagons",
            )

    @hookimpl
    def measures(self, game: Game) -> Iterable[Measure]:
        corps = {side: list(game[Corps].where("side", side)) for side in SIDES}
        yield Measure(key="corps", title="Corps", values={side: len(those) for side, those in corps.items()})
        known = {
            side: sum(one.strength or 0 for one in those)
            for side, those in corps.items()
            if all(one.strength is not None for one in those)
        }
        yield Measure(key="strength", title="Strength", values=known, unit="factors")

    @hookimpl
    def contests(self, game: Game) -> Iterable[Contest]:
        for frame in game.frames:
            if frame.sequence == "fighting" and (battle := game[Battle].get(BattleId(frame.subject))):
                title = f"Battle of {battle.area}"
                yield Contest(sequence="fighting", subject=battle.id, title=title, parties=SIDES, unit="strength")

    @hookimpl
    def outcome(self, game: Game, course: Course) -> Outcome | None:
        area = course.contest.subject.removeprefix("battle-")
        left = [side for side in SIDES if there(game, area, side)]
        lost = dict.fromkeys(map(str, SIDES), 0)
        for before, *_, after in course.histories(Corps).values():
            if before is not None:
                lost[before.side] += (before.strength or 0) - ((after.strength or 0) if after is not None else 0)
        away = [f"{ENEMY[side]} is gone from {area}" for side in left]
        return Outcome(winner=left[0] if len(left) == 1 else "", losses=lost, events=tuple(away))

    @hookimpl
    def map_modes(self, game: Game) -> Iterable[MapMode]:
        fills = {SpaceId(corps.area): COLOURS[corps.side] for corps in game[Corps]}
        legend = tuple((COLOURS[side], str(side)) for side in SIDES)
        yield MapMode(key="owner", title="Who stands where", fills=fills, legend=legend)

    @hookimpl
    def reach(self, game: Game, piece: str) -> Iterable[Reach]:
        corps = game[Corps].get(piece)
        if corps is None or game.mark_of(piece, MARCHED):
            return
        ways = marches(game, corps.id)
        costs = {SpaceId(area): str(goals[0].cost) for area, goals in ways.reach().items()}
        barred = {
            SpaceId(area): tuple(f"{one.text} ({one.rule})" for one in reasons)
            for area, reasons in ways.barred().items()
        }
        yield Reach(piece=piece, costs=costs, barred=barred, unit="steps")

    @hookimpl
    def about(self, game: Game, space: SpaceId) -> Iterable[Sheet]:
        stands = game[Corps].where("area", space)
        entries = tuple(
            SheetEntry(title=corps.id, value="?" if corps.strength is None else str(corps.strength)) for corps in stands
        )
        if entries:
            yield Sheet(key="who", title="Who stands here", entries=entries, about=space)

    @hookimpl
    def panels(self, game: Game) -> Iterable[Panel]:
        yield self._strengths(game)
        yield Matrix(
            key="wars", title="Wars", heads=("Blue", "Red"), columns=("Blue", "Red"), cells=(("–", "war"), ("war", "–"))
        )
        boxes = tuple(
            Box(title=f"Turn {n}", markers=(("#444444", "now"),) if n == game.round else ()) for n in range(1, LAST + 1)
        )
        yield Track(key="turns", title="Turns", boxes=boxes)
        for battle in game[Battle]:
            for side in SIDES:
                yield self._fighter(game, battle, side)
            rounds = next((frame.round for frame in game.frames if frame.subject == battle.id), 1)
            yield Track(
                key=f"rounds-{battle.id}",
                title="Rounds",
                boxes=tuple(
                    Box(title=str(n), markers=((COLOURS[RED], "now"),) if n == rounds else ()) for n in (1, 2, 3)
                ),
                where="window",
            )

    def _strengths(self, game: Game) -> Table:
        corps = list(game[Corps])
        return Table(
            key="corps",
            title="Corps",
            columns=("Corps", "Where", "Strength"),
            rows=tuple((one.id, one.area, strength_words(one)) for one in corps),
            spaces=tuple(SpaceId(one.area) for one in corps),
        )

    def _fighter(self, game: Game, battle: Battle, side: SideId) -> Sheet:
        stands = there(game, battle.area, side)
        total = sum(corps.strength or 0 for corps in stands)
        reasons = tuple(f"+{corps.strength} {corps.id} (FOR-3-battle)" for corps in stands)
        lost = battle.losses if game.mark_of(side, LOST) else 0
        return Sheet(
            key=f"{battle.id}-{side}",
            title=str(side),
            entries=(
                SheetEntry(title="Strength", value=str(total), reasons=reasons, rule="FOR-3-battle"),
                SheetEntry(title="Losses this round", value=str(lost)),
            ),
            colour=COLOURS[side],
            where="window",
            group=battle.id,
            about=SpaceId(battle.area),
        )


# -- options


class Depots(RuleModule):
    key = "depots"
    option = Option("Depots", "Corps draw on depots.", ("FOR-6-depots",), changeable="setup")

    @hookimpl
    @rule("FOR-6-depots")
    def situation(self, game: Game) -> Iterable[str]:
        return ["Depots are filled."]


class Supply(RuleModule):
    key = "supply"
    parameters: Parameters
    option = Option("Supply lines", "Corps far from a depot starve.", ("FOR-6-supply",), requires="depots")

    class Parameters(RuleModule.Parameters, frozen=True):
        reach: Annotated[int, Meta(ge=1, le=5, title="Areas a line may be long")] = 3
        strict: Annotated[bool, Meta(title="Strictly")] = False

    @hookimpl
    @rule("FOR-6-supply")
    def situation(self, game: Game) -> Iterable[str]:
        return [f"Supply lines of up to {self.parameters.reach} areas."]


class Forced(RuleModule):
    key = "forced"
    option = Option("Forced marches", "A corps may march twice.", ("FOR-6-forced",), conflicts=("mud",))

    @rule("FOR-6-forced", amends="FOR-2-once", looks_at="corps")
    def twice(self, was: Was[Refusal | None], game: Game, act: March) -> Refusal | None:
        return None


class Mud(RuleModule):
    key = "mud"
    option = Option("Mud", "Nobody leaves a hill.", ("FOR-6-mud",))

    @refuses(March)
    @rule("FOR-6-mud")
    def stuck(self, game: Game, act: March) -> Refusal | None:
        stuck = any(area == area_id(name) for area in act.way for name in HILLS)
        return Refusal("hills cannot be climbed in the mud") if stuck else None


class Leaps(RuleModule):
    """Another action that takes a corps to a place: dropping a counter may mean the one or the other."""

    key = "leaps"
    actions: ClassVar = {"march": (Leap,)}
    option = Option("Leaps", "Corps may leap.", ("FOR-6-leaps",))

    @refuses(Leap)
    @rule("FOR-6-leaps")
    def once(self, game: Game, act: Leap) -> Refusal | None:
        return Refusal("{corps} is tired", corps=act.corps) if game.mark_of(act.corps, MARCHED) else None


class Fragile(RuleModule):
    """An option that fails."""

    key = "fragile"
    option = Option("Fragile", "Fails as soon as anybody rests two corps.", ("FOR-6-fragile",))

    @refuses(Rest)
    @rule("FOR-6-fragile")
    def fails(self, game: Game, act: Rest) -> Refusal | None:
        if len(act.corps) == 2:
            raise ZeroDivisionError("the vase broke")
        return None


def start() -> list[Row]:
    """Return the rows of a new game: three corps a side, on the two banks."""
    rows: list[Row] = [Side(BLUE), Side(RED)]
    for side, places in ((BLUE, ("Aldbrook", "Eastwick", "Eastwick")), (RED, ("Dunford", "Hartwell", "Marlow"))):
        rows += [
            Corps(CorpsId(f"{side} {number}"), side, area_id(place), 7 + number + (side == RED))
            for number, place in enumerate(places, 1)
        ]
    return rows


RULES: Final = {
    "FOR-1-orders": "Orders are written at once.", "FOR-2-own": "A player marches his own corps.",
    "FOR-2-once": "A corps marches once a turn.", "FOR-2-roads": "A march goes from area to area.",
    "FOR-2-stacking": "Two corps stand in an area.",
    "FOR-2-enemy": "A march ends where the enemy stands.", "FOR-2-levy": "Troops are raised once a turn.",
    "FOR-2-feed": "Wagons are shared once a turn.", "FOR-2-proclaim": "Something is said once.",
    "FOR-3-battle": "Enemies in an area fight.", "FOR-3-chits": "Chits are chosen at once.",
    "FOR-3-fire": "Each side throws two dice.", "FOR-3-losses": "The loser shares out his losses.",
    "FOR-3-retreat": "The loser may retreat.", "FOR-3-retreat-free": "Nobody retreats onto the enemy.",
    "FOR-4-hidden": "Strengths are hidden until a corps has fought.", "FOR-5-victory": "Six turns decide.",
    "FOR-6-depots": "Depots are filled.", "FOR-6-supply": "Far from a depot a corps starves.",
    "FOR-6-forced": "A corps may march twice.", "FOR-6-mud": "Hills cannot be climbed.",
    "FOR-6-leaps": "A corps may leap.", "FOR-6-fragile": "A vase.",
}  # fmt: skip
TURN = Sequence(
    "turn",
    (
        Phase("planning", (Step("orders", "Orders"),)),
        Phase("operations", (Step("march", "March"), Step("battle", "Battle")), each="side"),
        Phase("end", (Step("reckoning", "Reckoning"),)),
    ),
)
FIGHTING = Sequence(
    "fighting",
    (
        Phase(
            "combat",
            (Step("chits", "Chits"), Step("fire", "Fire"), Step("losses", "Losses"), Step("retreat", "Retreat")),
        ),
    ),
)
MODULES: Any = (
    Orders, Marches, Battles, Fog, Victory, Looks, Depots, Supply, Forced, Mud, Leaps, Fragile,
)  # fmt: skip
FORDS = GameSystem(
    "fords",
    "The Fords",
    (TURN, FIGHTING),
    MODULES,
    {id: RuleText(id, id.partition("-")[2], says) for id, says in RULES.items()},
    (Corps, Battle),
    (PresentHooks,),
    (
        Scenario("fords", "The Fords", start, "Two sides, twelve areas, six turns.", map=fords),
        Scenario("leaping_fords", "The Fords with leaps", start, "Corps may leap.", ("leaps",), map=fords),
        Scenario("fragile_fords", "The fragile Fords", start, "Something breaks.", ("fragile",), map=fords),
    ),
    (Preset("full", "Everything that is printed", on=("depots", "supply", "forced")),),
    brings=(MARCHED, LEVIED, FED, PROCLAIMED, CHIT, LOST),
)
