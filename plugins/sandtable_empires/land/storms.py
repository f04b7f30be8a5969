"""How a storm is fought (7.5): rounds of fire as in a combat, until a side breaks or the storm has spent itself."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Frame, Game, RuleModule, leaves, opens, roll, rule
from sandtable_empires.charts.keys import COMBAT_LOSSES, COMBAT_MORALE, FIRE, STORM_TABLES, STORMS, tables
from sandtable_empires.combat.captives import leaders_among, unstack
from sandtable_empires.combat.sharing import apportion
from sandtable_empires.combat.tallies import casualties, describe_added
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.command import Unstacked
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.land.attrition import lose_in_shares
from sandtable_empires.land.storming import ROLES, fighters, storm_modifier, storm_table, strength
from sandtable_empires.model import ASSAULT, DEPOT, OTHER, SORTIE, Role, Storm, stormers
from sandtable_empires.model.marks import LOSSES, MORALE_LOST
from sandtable_empires.model.words import factors_text, in_tenths
from sandtable_empires.steps import STORM_END_STEP, STORM_FIRE_STEP, STORM_LOSSES_STEP, STORM_SEQUENCE

LOWEST, HIGHEST = 0, 7
"""The modified dice that the tables print."""
ROUNDS: Final = 3
NAMED: Final = {"depot": "raid on the depot"}
CAUSES: Final = {"assault": ASSAULT, "sortie": SORTIE, "depot": DEPOT}
"""What is written down as the cause of losses, by the kind of storm."""


class Storms(RuleModule):
    """The rounds of a storm."""

    key = "storms"
    charts = (*FIRE, tables(STORM_TABLES, STORMS, ROLES))

    @opens(STORM_FIRE_STEP)
    @rule("BASE-7.5-storm-fire")
    async def fire(self, game: Game, frame: Frame) -> None:
        """Both fire at once; losses and lost morale are kept until both have."""
        storm = game[Storm][frame.subject]
        for role in ROLES:
            side, name = storm.side(role), storm_table(game, storm, role)
            factors, added = strength(fighters(game, storm, role)), storm_modifier(game, storm, role)
            thrown = await roll("1d6", why=f"{side} fires on {name}", by=side)
            die = max(LOWEST, min(HIGHEST, thrown + added.whole()))
            hits = casualties(game, game.chart(COMBAT_LOSSES).number(name, die), factors)
            tenths = game.chart(COMBAT_MORALE).number(name, die)
            lost = f"{factors_text(hits)} and {in_tenths(tenths)} of morale"
            says = f"{side} fires {factors_text(factors)} on {name}, die {thrown}{describe_added(added)}: {lost}"
            game.note(says)
            game.mark(f"{storm.id} {OTHER[role]}", LOSSES, count=hits)
            game.mark(f"{storm.id} {OTHER[role]}", MORALE_LOST, count=tenths)

    @opens(STORM_LOSSES_STEP)
    @rule("BASE-7.5-storm-losses")
    async def bear(self, game: Game, frame: Frame) -> None:
        """The powers of a force share its losses, each names its own; morale is lost by all of it."""
        for role in ROLES:
            key = f"{frame.subject} {role}"
            storm = game[Storm][frame.subject]
            if tenths := game.mark_of(key, MORALE_LOST):
                storm = game.change(storm, **{f"{role}_morale": storm.morale(role) - tenths.count})
            if hits := game.mark_of(key, LOSSES):
                await self._fall(game, storm, role, hits.count)

    async def _fall(self, game: Game, storm: Storm, role: Role, hits: int) -> None:
        bearers = fighters(game, storm, role)
        leaders = leaders_among(game, [one.contingent for one in bearers])
        why = f"the {NAMED.get(storm.kind, storm.kind)} in {game.name(storm.area)}"
        if total := min(hits, sum(one.contingent.factors for one in bearers)):
            shares = await game.hooks(CombatHooks).shares(game, stormers(storm.id, role), total)
            shares = shares or await apportion(game, bearers, total, storm.side(role), why)
            await lose_in_shares(game, bearers, shares, cause=CAUSES[storm.kind], why=why, rule="BASE-7.5-storm-losses")
        left = [one.contingent for one in fighters(game, storm, role)]
        foes = [one.side for one in fighters(game, storm, OTHER[role])] or [storm.side(OTHER[role])]
        await unstack(game, leaders, left, Unstacked("combat", not left, tuple(sorted(foes))))

    @opens(STORM_END_STEP)
    @rule("BASE-7.5-storm-end", vital=True)
    def end(self, game: Game, frame: Frame) -> None:
        """A side without morale or factors breaks; if neither has after three rounds, the attacker has failed."""
        storm = game[Storm][frame.subject]
        broken = {role for role in ROLES if self._breaks(game, storm, role)}
        if not broken and frame.round < ROUNDS:
            return
        winner: Role = "attacker" if broken == {"defender"} else "defender"
        game.change(storm, winner=winner)
        spent = "is beaten off" if fighters(game, storm, "defender") else "fails, and the last defenders fall"
        how = "carries the day" if winner == "attacker" else spent
        game.note(f"{storm.attacker}'s {NAMED.get(storm.kind, storm.kind)} in {game.name(storm.area)} {how}")
        game.leave(STORM_SEQUENCE)

    def _breaks(self, game: Game, storm: Storm, role: Role) -> bool:
        return storm.morale(role) <= 0 or not fighters(game, storm, role)

    @leaves(STORM_SEQUENCE)
    @rule("BASE-7.5-storm-over", vital=True)
    async def over(self, game: Game, frame: Frame) -> None:
        """What a storm comes to is settled at its end."""
        await game.hooks(SiegeHooks).after_storm(game, game[Storm][frame.subject].id)
        game.remove(game[Storm][frame.subject])
