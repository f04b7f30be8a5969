"""What is shown of purses: treasuries with what the next Economic Phase would leave in them, and trade."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sandtable.engine import Game, RuleModule, SideId, Tally, cached_while_unchanged, counted, hookimpl
from sandtable.present import Panel, PresentHooks, Sheet, SheetEntry, Table
from sandtable_empires.collecting import KINDS_OF_TRADE, collectors, trade
from sandtable_empires.colours import colours, nation_of
from sandtable_empires.hookspecs.income import IncomeHooks
from sandtable_empires.model import Province, Treasury, month_text, power_of, powers
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.spending import dues, forecast, next_collection
from sandtable_empires.steps import LENDING_STEP


class PurseLooks(RuleModule):
    """What is shown; it changes nothing."""

    key = "purse_looks"
    needs = CAMPAIGN
    after = ("looks?",)

    @hookimpl(of=PresentHooks.panels)
    def purses(self, game: Game) -> Iterator[Panel]:
        """The purse of who plays or looks, with the reasons of each number; those of all powers; trade."""
        there = collectors(game, powers(game))
        yield from (_sheet(game, side) for side in _shown(game, there))
        if there:
            yield _treasuries(game, there)
            yield _trade(game, there)


def _shown(game: Game, there: Sequence[SideId]) -> list[SideId]:
    """Return whose purses are shown: of who plays; while nobody does of who looks, and of all while money is lent."""
    side = power_of(game, game.frame.side) if game.frame.side is not None else None
    if side is not None and side in there:
        return [side]
    seen = [one for one in there if game.viewers is None or one in game.viewers]
    return seen if len(seen) == 1 or game.frame.step == LENDING_STEP else []


def _treasuries(game: Game, there: Iterable[SideId]) -> Table:
    """Return what each power has, what comes and goes in the next Economic Phase, and what it would have then."""
    rows: list[tuple[str, ...]] = []
    for side in there:
        purse, shown = game[Treasury][side], forecast(game, side)
        moves = (shown.income.money, shown.trade, shown.loans, -shown.dues)
        men = purse.manpower + shown.income.manpower
        now = (str(purse.money), str(purse.manpower))
        rows.append((game.name(side), *now, *(f"{one:+d}" for one in moves), str(shown.left), str(men)))
    columns = "Power", "Money", "Manpower", "Lands", "Trade", "Loans", "Upkeep", "Money then", "Manpower then"
    title = f"Treasuries, and what {_when(game)} would leave in them"
    return Table(key="treasuries", title=title, columns=columns, rows=tuple(rows), where="bottom")


def _trade(game: Game, there: Iterable[SideId]) -> Table:
    """Return what trade would bring each power, from where, and what stops the rest of it."""
    rows = tuple((game.name(side), str(trade(game, side).whole()), _stops(game, side), _sources(game, side))
                 for side in there)  # fmt: skip
    columns = "Power", "Money", "Stopped by", "Comes from"
    title = f"Trade, as {_when(game)} would bring it"
    return Table(key="trade", title=title, columns=columns, rows=rows, where="bottom")


def _sources(game: Game, side: SideId) -> str:
    return ", ".join(f"{part.says} {part.value}" for part in trade(game, side).parts if part.value)


@cached_while_unchanged
def _stops(game: Game, side: SideId) -> str:
    """Say what stops a power's trade, each reason once."""
    hooks = game.hooks(IncomeHooks)
    return "; ".join(dict.fromkeys(one.says for kind in KINDS_OF_TRADE for one in hooks.no_trade(game, side, kind)))


def _sheet(game: Game, side: SideId) -> Sheet:
    """Return the purse of a power, and of each number what it is made of."""
    purse, shown, owed, sold = game[Treasury][side], forecast(game, side), dues(game, side), trade(game, side)
    men = f" and {shown.income.manpower} manpower" if shown.income.manpower else ""
    entries = [
        SheetEntry(title="Now", value=_in_words(purse.money, purse.manpower)),
        SheetEntry(title="Its lands bring", value=f"{shown.income.money} money{men}", reasons=_idle(game, side)),
        SheetEntry(title="Trade brings", value=f"{shown.trade} money", reasons=_parts(sold)),
        SheetEntry(title="Upkeep costs", value=f"{shown.dues} money", reasons=_parts(owed)),
    ]
    if shown.loans:
        entries.append(SheetEntry(title="Loans that fall due", value=f"{shown.loans:+d} money"))
    left = f"{shown.left} money" if shown.left >= 0 else f"{-shown.left} money too little"
    entries.append(SheetEntry(title=f"Left after {_when(game)}", value=left))
    title, colour = f"Treasury of {game.name(side)}", colours(nation_of(game, side))[0]
    return Sheet(key=f"purse of {side}", title=title, entries=tuple(entries), colour=colour)


def _idle(game: Game, side: SideId) -> tuple[str, ...]:
    """Say how many provinces bring something, and which of them bring nothing now, and why."""
    hooks = game.hooks(IncomeHooks)
    held = list(dict.fromkeys(hooks.lands(game, side)))
    lost = [(id, why) for id in held for why in hooks.idle(game, id)]
    working = len(held) - len({id for id, _ in lost})
    says = [counted(working, "province")]
    return (*says, *(f"{game.name(id, Province)} brings nothing: {why.says} ({why.rule})" for id, why in lost))


def _parts(tally: Tally) -> tuple[str, ...]:
    return tuple(tally.lines()[:-1])


def _in_words(money: int, manpower: int) -> str:
    return f"{money} money, {manpower} manpower"


def _when(game: Game) -> str:
    return month_text(game, next_collection(game))
