"""What is shown of minor countries: how each stands, who controls it, who runs it against whom."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine import Game, RuleModule, SideId, hookimpl, in_a_row
from sandtable.present import Panel, PresentHooks, Table
from sandtable_empires.model import District, enemies, is_split_off, power_of
from sandtable_empires.model.grants import CAMPAIGN


class MinorLooks(RuleModule):
    """What is shown; it changes nothing."""

    key = "minor_looks"
    needs = CAMPAIGN

    @hookimpl(of=PresentHooks.panels)
    def minor_countries(self, game: Game) -> Iterator[Panel]:
        """A line for each minor country."""
        shown = [one for one in game[District] if not one.secondary or is_split_off(game, one.id)]
        rows = tuple((one.title, one.status, *_whose(game, one)) for one in shown)
        if rows:
            columns = ("Country", "Status", "Power", "At war with")
            yield Table(key="minor countries", title="Minor countries", columns=columns, rows=rows, where="bottom")


def _whose(game: Game, one: District) -> tuple[str, str]:
    """Say who controls, or runs, a country, and whom it fights."""
    side = SideId(one.nation)
    if one.status != "in conflict":
        return (game.name(one.holder) if one.holder is not None else ""), ""
    runner = power_of(game, side)
    foes = in_a_row(game.name(foe) for foe in sorted(enemies(game, side)))
    return (f"run by {game.name(runner)}" if runner != side else "run by nobody yet"), foes
