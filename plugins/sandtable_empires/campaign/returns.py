"""Returns: how many factors have come and gone, and why; who is whose prisoner. They change nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import Game, Row, RuleModule, hookimpl
from sandtable.present import Panel, PresentHooks, Table
from sandtable_empires.model import ARMS, Account, Prisoners, cause

COUNTED = (*ARMS, "guerilla", "cossack", "freikorps", "ships")


class Returns(RuleModule):
    """What is shown of the books."""

    key = "returns"

    @hookimpl(of=PresentHooks.panels)
    def strength_returns(self, game: Game) -> Iterator[Panel]:
        """Show what has come and gone so far, cause by cause, and the prisoners."""
        columns = ("Side", "Cause", "Factors", "Of these")
        rows = tuple(
            (str(one.side), cause(one.cause).title, f"{one.factors:+d}", _arms(one, COUNTED)) for one in game[Account]
        )
        if rows:
            yield Table(key="returns", title="Gains and losses", columns=columns, rows=rows, where="bottom")
        yield from self._prisoners(game)

    def _prisoners(self, game: Game) -> Iterable[Panel]:
        held = game[Prisoners]
        rows = tuple((str(one.captor), str(one.nation), str(one.factors), _arms(one, ARMS)) for one in held)
        columns = ("Captor", "Nation", "Factors", "Of these")
        return [Table(key="prisoners", title="Prisoners", columns=columns, rows=rows, where="bottom")] if rows else []


def _arms(row: Row, arms: Iterable[str]) -> str:
    return ", ".join(f"{abs(count)} {arm}" for arm in arms if (count := getattr(row, arm)))
