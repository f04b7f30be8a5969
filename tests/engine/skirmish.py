"""A toy with all that can go wrong: sealed bids, reactions, duels, dues, duties, options, a rule that fails."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, NewType, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.engine import (
    Action,
    AgendaItem,
    Ask,
    Choice,
    CoreHooks,
    Due,
    Duty,
    DutyKind,
    Frame,
    Game,
    GameSystem,
    Insert,
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
    Subset,
    Was,
    Work,
    ask,
    ask_together,
    closes,
    conceals,
    fails,
    fills,
    hookimpl,
    leaves,
    offer,
    opens,
    pick,
    react,
    reacts,
    refuses,
    roll,
    rule,
    works,
)
from sandtable.testing import toy

TroopId = NewType("TroopId", str)
BidId = NewType("BidId", str)
EAST, WEST = SideId("East"), SideId("West")
SIDES = (EAST, WEST)
FIELDS = 5
LAST_ROUND = 4
FAULT = {"armed": False}


class Troop(Row, frozen=True):
    """A troop on a line of fields; its strength is its owner's secret until it has fought."""

    indexes = ("side", "field", "reaches")
    id: TroopId
    side: SideId
    field: Annotated[int, Meta(ge=0, le=FIELDS - 1)]
    strength: Annotated[int, Meta(ge=1, le=4)] | None
    known: bool = False

    @property
    def reaches(self) -> tuple[int, ...]:
        """The fields it can shoot at."""
        return tuple(field for field in (self.field - 1, self.field, self.field + 1) if 0 <= field < FIELDS)


class Banner(Row, frozen=True):
    """Companion of a troop: what it has earned."""

    id: TroopId
    honours: int = 0


class Bid(Row, frozen=True):
    """What a side bid this round."""

    id: BidId
    words: str


MOVED = MarkKind("moved", until="turn")
SHOT = MarkKind("shot", until="turn")
HALF_DONE = MarkKind("half done", until="turn")
RALLY = DutyKind("rally", by="move")


class Mourn(Work, frozen=True):
    """A troop is mourned by its side."""

    stored = "mourn"

    side: SideId


class Return(Work, frozen=True):
    """A troop comes in place of one that is lost."""

    stored = "return"

    owner: SideId


class Clear(Work, frozen=True):
    """The rain ends."""

    stored = "clears"


class Moved(Moment, frozen=True):
    """A troop has moved."""

    troop: TroopId
    to: int

    def topics(self) -> tuple[str, ...]:
        return (str(self.to),)

    def worth(self) -> int | None:
        return 10 * self.to


class Offer(Action, frozen=True):
    """A sealed bid."""

    words: str

    @fills("words")
    @staticmethod
    def what_can_be_said(game: Game, ask: Ask) -> Choice[str]:
        return Choice(f"secret-{ask.side}-{game.round}-{n}" for n in range(3))


class Move(Action, frozen=True):
    """Move a troop by a field."""

    troop: TroopId
    to: Annotated[int, Meta(ge=0, le=FIELDS - 1)]

    async def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Troop][self.troop], field=self.to)
        game.mark(self.troop, MOVED)
        game.fulfil(ask.side, RALLY, self.troop)
        await react(Moved(self.troop, self.to))
        if game[Troop].get(self.troop) is not None:
            await game.hooks(CoreHooks).after_round(game, game.frame)


class Rest(Action, frozen=True):
    """Rest some troops: they cannot move this turn."""

    troops: tuple[TroopId, ...]

    @fills("troops")
    @staticmethod
    def fresh(game: Game, ask: Ask) -> Subset[TroopId]:
        return Subset(
            (t.id for t in game[Troop].where("side", ask.side) if not game.mark_of(t.id, MOVED)), least=1, most=2
        )

    def perform(self, game: Game, ask: Ask) -> None:
        for troop in self.troops:
            game.mark(troop, MOVED)
            game.fulfil(ask.side, RALLY, troop)


class Shoot(Action[Moved], frozen=True):
    """Shoot at a troop that moves."""

    troop: TroopId

    async def perform(self, game: Game, ask: Ask[Moved]) -> None:
        game.mark(self.troop, SHOT)
        target = ask.about.troop
        if await roll("1d6", why=f"{self.troop} shoots", rule="S-3-shoot") >= 5:
            hurt(game, target)


class Fall(Action[int], frozen=True):
    """Choose who falls back."""

    troop: TroopId

    @fills("troop")
    @staticmethod
    def here(game: Game, ask: Ask[int]) -> Choice[TroopId]:
        return Choice(t.id for t in game[Troop].where("side", ask.side) if t.field == ask.about)


def enemy(side: str) -> SideId:
    return WEST if side == EAST else EAST


def hurt(game: Game, id: TroopId) -> None:
    troop = game[Troop].get(id)
    if troop is None:
        return
    if troop.strength == 1:
        game.remove(troop)
        game.later(Mourn(troop.side), id)
    else:
        game.change(troop, strength=cast("int", troop.strength) - 1, known=True)


class Bidding(RuleModule):
    """Both sides bid at once; the lower one must let a troop rest."""

    key = "bidding"
    brings = (RALLY,)

    @opens("bid")
    @rule("S-1-bid")
    async def bids(self, game: Game, frame: Frame) -> None:
        bids = await ask_together([Ask(side, (Offer,), "bid", "S-1-bid") for side in SIDES])
        for side in SIDES:
            game.put(Bid(BidId(side), cast("Offer", bids[side]).words))
        low, high = sorted(SIDES, key=lambda side: (cast("Offer", bids[side]).words[-1], side))
        game.note(f"{high} outbids {low}", "S-1-bid")
        mine = game[Troop].where("side", low)
        if mine:
            tired = await pick(mine, why="who is tired", rule="S-1-bid")
            game.oblige(low, RALLY, tired.id, rule="S-1-bid", says=f"rally {tired.id}")

    @closes("reckon")
    @rule("S-1-clear")
    def clear(self, game: Game, frame: Frame) -> None:
        for bid in list(game[Bid]):
            game.remove(bid)

    @fails(RALLY)
    @rule("S-1-rally")
    def fail_to_rally(self, game: Game, duty: Duty) -> None:
        game.note(f"{duty.subject} does not rally", "S-1-rally")


class Moving(RuleModule):
    """How troops move, and are shot at."""

    key = "moving"
    brings = (MOVED, SHOT, Mourn, Return)
    actions = {"move": (Move, Rest)}

    @refuses(Move)
    @rule("S-2-own")
    def own(self, game: Game, act: Move, ask: Ask) -> Refusal | None:
        return None if game[Troop][act.troop].side == ask.side else Refusal("{troop} is the enemy's", troop=act.troop)

    @refuses(Move)
    @rule("S-2-once")
    def once(self, game: Game, act: Move) -> Refusal | None:
        return Refusal("{troop} has moved", troop=act.troop) if game.mark_of(act.troop, MOVED) else None

    @refuses(Move)
    @rule("S-2-far")
    def far(self, game: Game, act: Move) -> Refusal | None:
        return None if abs(game[Troop][act.troop].field - act.to) == 1 else Refusal("too far", cure="move by one field")

    @reacts(Moved)
    @rule("S-3-shoot")
    def shots(self, game: Game, moment: Moved) -> Iterable[Reaction]:
        target = game[Troop].get(moment.troop)
        return [Reaction(enemy(target.side), Shoot, f"shoot at {target.id}", "S-3-shoot")] if target else []

    @refuses(Shoot)
    @rule("S-3-once")
    def shot(self, game: Game, act: Shoot, ask: Ask[Moved]) -> Refusal | None:
        """Troops of the side that shoots, in reach, once a turn."""
        troop, moved = game[Troop][act.troop], ask.about
        target = game[Troop].get(moved.troop)
        able = (
            troop.side == ask.side
            and target is not None
            and target.field in troop.reaches
            and not game.mark_of(troop.id, SHOT)
        )
        return None if able else Refusal("{troop} cannot shoot", troop=act.troop)

    @works(Mourn)
    @rule("S-3-mourn")
    def mourn(self, game: Game, item: AgendaItem, work: Mourn) -> None:
        game.note(f"{item.subject} is mourned", "S-3-mourn", (work.side,))
        game.due(Return(work.side), item.subject, step="bid", when=game.round + 1, rule="S-3-mourn")

    @works(Return)
    @rule("S-3-return")
    def back(self, game: Game, item: Due, work: Return) -> None:
        side = work.owner
        id = TroopId(game.new_id(side))
        game.put(Troop(id, side, 0 if side == EAST else FIELDS - 1, 1))
        game.put(Banner(id))


class Duels(RuleModule):
    """Where both sides stand there is a duel, round after round."""

    key = "duels"

    @opens("fight")
    @rule("S-4-duel")
    def begin(self, game: Game, frame: Frame) -> None:
        for field in range(FIELDS):
            if len({t.side for t in game[Troop].where("field", field)}) == 2:
                game.enter("duel", str(field), side=frame.side)

    @opens("clash")
    @rule("S-4-clash")
    async def clash(self, game: Game, frame: Frame) -> None:
        field = int(frame.subject)
        for side in SIDES:
            die = await roll("2d6", why=f"{side} fights", rule="S-4-clash")
            foes = [t.id for t in game[Troop].where("field", field) if t.side != side]
            if die >= 8 and foes:
                hurt(game, foes[0])
                mine = [t for t in game[Troop].where("field", field) if t.side == side]
                banner = game[Banner][mine[0].id] if mine else None
                if banner:
                    game.change(banner, honours=banner.honours + 1)

    @opens("fall_back")
    @rule("S-4-fall-back")
    async def fall_back(self, game: Game, frame: Frame) -> None:
        field = int(frame.subject)
        side = SIDES[frame.round % 2]
        mine = [t for t in game[Troop].where("field", field) if t.side == side]
        if mine and field not in (0, FIELDS - 1):
            if len(mine) > 1:
                gone = (await ask(side, Fall, "who falls back", rule="S-4-fall-back", about=field)).troop
            else:
                chosen = await offer(
                    side, Fall, "fall back?", rule="S-4-fall-back", about=field, topics=(frame.subject,)
                )
                gone = chosen.troop if chosen else TroopId("")
            if gone:
                game.change(game[Troop][gone], field=field + (-1 if side == EAST else 1))
        if len({t.side for t in game[Troop].where("field", field)}) < 2 or frame.round > 3:
            game.leave("duel")

    @leaves("duel")
    @rule("S-4-over")
    def over(self, game: Game, frame: Frame) -> None:
        game.note(f"the duel in {frame.subject} is over", "S-4-over")


class Fog(RuleModule):
    """What the enemy does not know."""

    key = "fog"

    @conceals(Troop)
    @rule("S-5-strength")
    def strength(self, row: Troop, viewers: frozenset[str]) -> Troop:
        return row if row.known or row.side in viewers else replace(row, strength=None)

    @conceals(Bid)
    @rule("S-5-bid")
    def bid(self, row: Bid, viewers: frozenset[str]) -> Bid | None:
        return row if row.id in viewers else None


class Ending(RuleModule):
    """When it is over."""

    key = "ending"

    @closes("reckon")
    @rule("S-6-end")
    def reckon(self, game: Game, frame: Frame) -> None:
        left = [side for side in SIDES if game[Troop].where("side", side)]
        if len(left) < 2 or frame.round == LAST_ROUND:
            game.end(left[0] if len(left) == 1 else None, "it is over", "S-6-end")

    @hookimpl
    def situation(self, game: Game) -> Iterable[str]:
        return [f"{troop.id} {troop.field} {troop.strength or '?'}" for troop in game[Troop]]


class Runners(RuleModule):
    """An option that amends: troops may move on, and by as many fields as agreed."""

    key = "runners"
    option = Option("Runners", "Troops run.", ("S-7-run",))

    class Parameters(Struct, frozen=True):
        """What the table may set."""

        fields: Annotated[int, Meta(ge=1, le=3)] = 2

    parameters: Parameters

    @rule("S-7-run", amends="S-2-far")
    def run_fields(self, was: Was[Refusal | None], game: Game, act: Move) -> Refusal | None:
        return None if 0 < abs(game[Troop][act.troop].field - act.to) <= self.parameters.fields else was()

    @hookimpl
    async def after_round(self, game: Game, frame: Frame) -> None:
        if frame.step == "move":
            await roll("1d6", why="does anybody stumble", rule="S-7-run")

    async def switched_on(self, game: Game) -> None:
        for banner in list(game[Banner]):
            game.change(banner, honours=banner.honours + 1)

    async def switched_off(self, game: Game) -> None:
        await roll("1d6", why="the runners stop", rule="S-7-run")

    async def changed(self, game: Game, old: Any) -> None:
        game.note(f"the runners run {self.parameters.fields} fields, not {old.fields}")


class Weather(RuleModule):
    """An option that inserts a step, replaces a rule, and keeps a dues calendar."""

    key = "weather"
    brings = (Clear,)
    after = ("moving",)
    option = Option("Weather", "It rains.", ("S-8-rain",), conflicts=("drought",))
    steps = (Insert(Step("weather"), after=("move",), before=("fight",)),)

    @opens("weather")
    @rule("S-8-weather")
    async def weather(self, game: Game, frame: Frame) -> None:
        if await roll("1d6", why="weather", rule="S-8-weather") <= 2:
            game.due(Clear(), "sky", step="weather", when=game.round + 1, rule="S-8-weather")

    @works(Clear)
    @rule("S-8-clears")
    def clears(self, game: Game, item: Due) -> None:
        game.note("the sky clears", "S-8-clears")

    @refuses(Shoot)
    @rule("S-8-rain", supersedes="S-3-once")
    def wet(self, game: Game, act: Shoot, ask: Ask) -> Refusal | None:
        troop = game[Troop][act.troop]
        dry = not game.waits(Clear, "sky") and not game.mark_of(troop.id, SHOT)
        return None if dry and troop.side == ask.side else Refusal("the powder is wet")


class Drought(RuleModule):
    """An option that does nothing but exclude another."""

    key = "drought"
    option = Option("Drought", "It does not rain.", conflicts=("weather",))


class Faulty(RuleModule):
    """An option that fails whenever the fault is armed: after its first write, in the middle of things."""

    key = "faulty"
    brings = (HALF_DONE,)
    option = Option("Faulty", "It fails.")

    @hookimpl
    async def before_step(self, game: Game, frame: Frame) -> None:
        if FAULT["armed"]:
            game.mark("nobody", HALF_DONE)
            raise ZeroDivisionError("the rule divides by nothing")


TURN = Sequence(
    "turn",
    (
        Phase("bids", (Step("bid"),)),
        Phase("operations", (Step("move", "Move"), Step("fight")), each="side"),
        Phase("end", (Step("reckon"),)),
    ),
)
DUEL = Sequence("duel", (Phase("duelling", (Step("clash"), Step("fall_back"))),))


def start() -> list[Row]:
    """Two seats, three troops a side."""
    rows: list[Row] = [Seat(SeatId("Ann")), Seat(SeatId("Bob"))]
    rows += [Side(EAST, seat=SeatId("Ann")), Side(WEST, seat=SeatId("Bob"))]
    for side, fields in ((EAST, (0, 1, 1)), (WEST, (4, 3, 2))):
        for number, field in enumerate(fields, 1):
            id = TroopId(f"{side} {number}")
            rows += [Troop(id, side, field, number), Banner(id)]
    return rows


SKIRMISH: GameSystem = toy(
    Bidding, Moving, Duels, Fog, Ending, Runners, Weather, Drought, Faulty,
    rows=(Troop, Banner, Bid),
    sequences=(TURN, DUEL),
    key="skirmish",
)  # fmt: skip
OPTIONS = ("runners", "weather", "drought", "faulty")
