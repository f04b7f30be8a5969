"""Trade (8.2.1): with Great Britain, with its colonies, with America."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import (
    Action,
    Ask,
    Frame,
    Game,
    Part,
    RuleModule,
    SideId,
    Subset,
    fills,
    hookimpl,
    in_a_row,
    offer,
    opens,
    roll,
    rule,
)
from sandtable_empires.charts.keys import POWERS, numbers
from sandtable_empires.charts.quarter_keys import AMERICAN_ROLL, AMERICAN_TRADE, COLONIAL_TRADE, DOMESTIC_TRADE, ROLLS
from sandtable_empires.collecting import AMERICAN, COLONIAL, DOMESTIC
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.hookspecs.income import IncomeHooks
from sandtable_empires.hookspecs.order import is_economic
from sandtable_empires.hookspecs.supply import open_ports
from sandtable_empires.model import BRITAIN, Area, Nation, NationId, at_war, powers
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.quarter import AmericanWar, Embargo, embargoes_against
from sandtable_empires.steps import COLLECTION_STEP


class DenyTrade(Action, frozen=True):
    """Deny enemies their American trade for this quarter."""

    title = "Deny American trade"
    if_declined = "Let them trade with America"

    powers: tuple[SideId, ...]

    @fills("powers")
    @staticmethod
    def enemies_who_trade(game: Game, ask: Ask) -> Subset[SideId]:
        return Subset(deniable(game, ask.side), 1)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} denies {in_a_row(map(game.name, self.powers))} American trade"


class Trade(RuleModule):
    """What trade is worth."""

    key = "trade"
    needs = CAMPAIGN
    charts = (
        numbers(DOMESTIC_TRADE, POWERS),
        numbers(COLONIAL_TRADE, (BRITAIN,)),
        numbers(AMERICAN_TRADE, POWERS),
        numbers(AMERICAN_ROLL, ROLLS, most=1),
    )

    # --- what it brings

    @hookimpl
    @rule("BASE-8.2.1-domestic")
    def trade_parts(self, game: Game, side: SideId) -> Iterator[Part]:
        """Great Britain and each other power trade with each other: each of the two collects the chart's number."""
        chart, mistress = game.chart(DOMESTIC_TRADE), _side_of(game, BRITAIN)
        if mistress is None:
            return
        for one in _traders(game):
            other = game[Nation][one].side
            if side in (mistress, other) and other != mistress and _trades(game, mistress, other, DOMESTIC):
                yield chart.part("base", one, says=f"trade with {mistress if side == other else other}")

    @hookimpl(of=IncomeHooks.trade_parts)
    @rule("BASE-8.2.1-colonial")
    def colonies(self, game: Game, side: SideId) -> Iterator[Part]:
        """Great Britain has its colonial trade beside."""
        if side == _side_of(game, BRITAIN) and _trades(game, side, side, COLONIAL):
            yield game.chart(COLONIAL_TRADE).part("base", BRITAIN, says="colonial trade")

    @hookimpl(of=IncomeHooks.trade_parts)
    @rule("BASE-8.2.1.2-american")
    def america(self, game: Game, side: SideId) -> Iterator[Part]:
        """Each power trades with America."""
        for one in _traders(game):
            if game[Nation][one].side == side and _trades(game, side, side, AMERICAN):
                yield game.chart(AMERICAN_TRADE).part("base", one, says="American trade")

    # --- what stops it

    @hookimpl
    @rule("BASE-8.2.1-war")
    def no_trade(self, game: Game, side: SideId, kind: str) -> Iterable[Hindrance]:
        """Powers at war with Great Britain have no trade with it."""
        mistress = _side_of(game, BRITAIN)
        if kind == DOMESTIC and mistress is not None and side != mistress and at_war(game, side, mistress):
            return [Hindrance(f"it is at war with {mistress}")]
        return []

    @hookimpl(of=IncomeHooks.no_trade)
    @rule("BASE-8.2.1-blockade")
    def blockaded(self, game: Game, side: SideId, kind: str) -> Iterable[Hindrance]:
        """Whose ports are all closed by fleets before them has no trade at all."""
        own = [area for area in game[Area].where("holder", side) if area.port]
        ours = {area.id for area in own}
        if own and not any(area.id in ours for area in open_ports(game, side)):
            return [Hindrance("all its ports are blockaded")]
        return []

    @hookimpl(of=IncomeHooks.no_trade)
    @rule("BASE-8.2.1.2-denied")
    def denied(self, game: Game, side: SideId, kind: str) -> Iterable[Hindrance]:
        """Whoever is denied American or colonial trade, by Great Britain or by the terms of a peace, has none."""
        return [Hindrance(f"{one.by} denies it {kind} trade") for one in embargoes_against(game, side, kind)]

    @hookimpl(of=IncomeHooks.no_trade)
    @rule("BASE-8.2.1.2-american-war")
    def at_war_with_america(self, game: Game, side: SideId, kind: str) -> Iterable[Hindrance]:
        """Nor has a power that is at war with America."""
        return [Hindrance("it is at war with America")] if kind == AMERICAN and side in game[AmericanWar] else []

    # --- Great Britain denies it

    @opens(COLLECTION_STEP)
    @rule("BASE-8.2.1.2-denial", before="BASE-8.2-collection")
    async def denial(self, game: Game, frame: Frame) -> None:
        """Before powers collect, Great Britain may deny its enemies American trade for the quarter."""
        mistress = _side_of(game, BRITAIN)
        if mistress is None or not is_economic(game):
            return
        _forget_old(game)
        asked = deniable(game, mistress) and game.seat_of(mistress) is not None
        why = "Great Britain may deny its enemies American trade"
        if asked and (answer := await offer(mistress, DenyTrade, why)) is not None:
            for side in answer.powers:
                game.put(Embargo(f"{mistress} against {side}, turn {game.round}", mistress, side, game.round))
            await game.hooks(IncomeHooks).after_trade_denied(game, mistress, len(answer.powers))
        elif mistress in game[AmericanWar]:
            game.remove(game[AmericanWar][mistress])
            game.note(f"{mistress} and America are at peace again")

    @hookimpl
    @rule("BASE-8.2.1.2-roll")
    async def after_trade_denied(self, game: Game, side: SideId, denied: int) -> None:
        """For denying it Great Britain rolls a die and adds the powers denied: at worst America goes to war."""
        die = await roll("1d6", why="whether America goes to war", by=side)
        goes = bool(game.chart(AMERICAN_ROLL).number(min(die + denied, len(ROLLS)))) and side not in game[AmericanWar]
        if goes:
            game.put(AmericanWar(side, game.round))
        told = "America goes to war with" if goes else "Nothing changes between America and"
        game.note(f"{told} {side}: {die} and {denied} for {'the power' if denied == 1 else 'the powers'} denied")


def deniable(game: Game, mistress: str) -> list[SideId]:
    """Return the enemies of a power who would trade with America."""
    foes = [side for side in powers(game) if side != mistress and at_war(game, mistress, side)]
    return [side for side in foes if not any(True for _ in game.hooks(IncomeHooks).no_trade(game, side, AMERICAN))]


def _forget_old(game: Game) -> None:
    for one in [one for one in game[Embargo] if one.until and one.until < game.round]:
        game.remove(one)


def _side_of(game: Game, nation: NationId) -> SideId | None:
    row = game[Nation].get(nation)
    return row.side if row is not None else None


def _traders(game: Game) -> list[NationId]:
    """Return the powers of the charts that are played."""
    return [NationId(one) for one in POWERS if _side_of(game, NationId(one)) is not None]


def _trades(game: Game, one: SideId, other: SideId | None, kind: str) -> bool:
    hooks = game.hooks(IncomeHooks)
    return not any(True for side in (one, other) if side is not None for _ in hooks.no_trade(game, side, kind))
