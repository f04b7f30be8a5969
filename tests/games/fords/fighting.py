"""How orders are written, and how corps fight."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from msgspec import Meta

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Refusal,
    RuleModule,
    SideId,
    Sums,
    ask,
    ask_together,
    fills,
    offer,
    opens,
    refuses,
    roll,
    rule,
)
from tests.games.fords.area_map import beside
from tests.games.fords.model import CHIT, LOST, Battle, BattleId, Corps, CorpsId, there
from tests.games.sides import BLUE, ENEMY, RED, SIDES


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

    if_declined = "Stay and fight another round"
    to: str

    @fills("to")
    @staticmethod
    def next_door(game: Game, ask: Ask[BattleId]) -> Choice[str]:
        return Choice(beside(game[Battle][ask.about].area))


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
