"""Proportional land losses (12.3.6): a mixed force shares its losses."""

from __future__ import annotations

from collections import Counter

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    Option,
    RuleModule,
    SideId,
    ask_together,
    fills,
    hookimpl,
    roll,
    rule,
)
from sandtable_empires.combat.bearing import present
from sandtable_empires.hookspecs.combat import Share
from sandtable_empires.model import Corps, ForceId

Counts = dict[SideId, int]


class NameSide(Action, frozen=True):
    """Say on whom the odd loss falls, or who is spared one."""

    title = "The odd factor is that of"

    side: SideId

    @fills("side")
    @staticmethod
    def those_concerned(game: Game, ask: Ask) -> Choice[SideId]:
        return Choice(ask.about)


class ProportionalLosses(RuleModule):
    """Each side of a mixed force bears its part."""

    key = "proportional_land_losses"
    option = Option(
        "Proportional land losses",
        "The losses of a force of several sides are split in the ratio of their factors.",
        ("EIA-12.3.6-proportion", "EIA-12.3.6-types"),
    )

    @hookimpl
    @rule("EIA-12.3.6-proportion", "EIA-12.3.6-types")
    async def shares(self, game: Game, force: ForceId, losses: int) -> tuple[Share, ...] | None:
        """As nearly as possible in the ratio, .5 rounded up; odd factors by agreement or dice; each names its own."""
        factors: Counter[SideId] = Counter()
        for one in present(game, force):
            if (corps := game[Corps].get(one.corps)) is not None:
                factors[corps.side] += one.factors
        if len(factors) < 2 or losses > sum(factors.values()):
            return None
        total = sum(factors.values())
        parts = {side: (2 * losses * count + total) // (2 * total) for side, count in sorted(factors.items())}
        while odd := losses - sum(parts.values()):
            side = await self._disputed(game, losses, dict(factors), parts, 1 if odd > 0 else -1)
            parts[side] += 1 if odd > 0 else -1
        return tuple(Share(side, count, "EIA-12.3.6-proportion") for side, count in parts.items())

    async def _disputed(self, game: Game, losses: int, factors: Counts, parts: Counts, step: int) -> SideId:
        """One loss more falls on one of those rounded down, one less on one of those rounded up (R-29)."""
        total = sum(factors.values())
        able = [side for side in parts if 0 <= parts[side] + step <= factors[side]]
        rounded = [side for side in able if step * (losses * factors[side] - total * parts[side]) > 0] or able
        if len(rounded) == 1:
            return rounded[0]
        why = "who bears the odd loss" if step > 0 else "who is spared a loss"
        about = tuple(rounded)
        answers = await ask_together(Ask(side, (NameSide,), why, "EIA-12.3.6-proportion", about) for side in about)
        named = {answer.side for answer in answers.values() if isinstance(answer, NameSide)}
        if len(named) == 1:
            return named.pop()
        while len(rounded) > 1:  # the lowest die bears a loss, the highest is spared one
            dice = {side: await roll("1d6", why=f"{side}: {why}", rule="EIA-10.8-competitive") for side in rounded}
            wanted = min(dice.values()) if step > 0 else max(dice.values())
            rounded = [side for side in rounded if dice[side] == wanted]
        return rounded[0]
