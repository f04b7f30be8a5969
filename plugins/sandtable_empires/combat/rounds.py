"""The rounds of a day (7.5.2): outflankers arrive, both fire at once, losses are borne, who is spent breaks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Frame, Game, Part, Quantity, RuleModule, Tally, hookimpl, opens, roll, rule
from sandtable_empires.charts.keys import (
    ATTACKS,
    COMBAT_LOSSES,
    COMBAT_MORALE,
    DEFENCES,
    FIRE,
    ROLES,
    ROUNDS,
    TERRAIN_COMBAT,
    TERRAINS,
    numbers,
    tables,
    tables_of,
)
from sandtable_empires.combat.bearing import present
from sandtable_empires.combat.tallies import casualties, chits, describe_added, modifier, strength, table
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.model import (
    Area,
    Battle,
    BattleId,
    Force,
    ForceId,
    battle_of,
    corps_of,
    foe_of,
    forces_of,
    take_part,
)  # fmt: skip
from sandtable_empires.model.marks import LOSSES, MORALE_LOST
from sandtable_empires.model.words import factors_text, in_tenths
from sandtable_empires.steps import ARRIVAL_STEP, BREAKS_STEP, DICE_STEP, NEXT_ROUND_STEP, ROUNDS_SEQUENCE, ROUNDS_STEP

ARRIVAL: Final = Quantity("rating to arrive")
LOWEST, HIGHEST = 0, 7
"""The modified dice that the tables print."""
GROUND: Final = ("attacker casualty", "attacker morale", "defender casualty", "defender morale", "outflank")
A_DAY: Final = 3
"""Rounds of a day."""


def printed_round(battle: Battle) -> int:
    """Return the round of a day whose column of the charts counts: after the last one printed it is that."""
    return min(battle.round, A_DAY)


class Rounds(RuleModule):
    """What happens in a round."""

    key = "rounds"
    charts = (
        *FIRE,
        *(
            tables(tables_of(role, arrived=late), ATTACKS, DEFENCES, ROUNDS, empty=True)
            for late in (False, True)
            for role in ROLES
        ),
        numbers("arrival modifier", ATTACKS, DEFENCES, ROUNDS, least=-9, most=9, empty=True),
        numbers(TERRAIN_COMBAT, TERRAINS, GROUND, least=-4, most=4),
    )

    @opens(ROUNDS_STEP)
    @rule("BASE-7.5.2-has-fought")
    def have_fought(self, game: Game, frame: Frame) -> None:
        """Who is there now has fought a combat; nobody has from whom the whole defence has withdrawn."""
        for force in forces_of(game, frame.subject) if not game[Battle][frame.subject].winner else ():
            for corps in corps_of(game, force.id):
                take_part(game, corps.id)

    @opens(ROUNDS_STEP)
    @rule("BASE-7.5.2-rounds", after="BASE-7.5.2-has-fought")
    def begin(self, game: Game, frame: Frame) -> None:
        """A day is fought in rounds, unless the defender has withdrawn."""
        if not game[Battle][frame.subject].winner:
            game.enter(ROUNDS_SEQUENCE, frame.subject, side=frame.side)

    @hookimpl(default=True, of=CombatHooks.day_is_over)
    @rule("BASE-7.5.2-three-rounds")
    def three_rounds(self, game: Game, battle: BattleId) -> bool | None:
        """A day has three rounds at most."""
        return game[Battle][battle].round >= A_DAY

    @opens(ARRIVAL_STEP)
    def count_rounds(self, game: Game, frame: Frame) -> None:
        """Others ask the battle itself which round of the day it is in."""
        game.change(game[Battle][frame.subject], round=frame.round)

    @opens(ARRIVAL_STEP)
    @rule("BASE-7.5.2-outflank-arrival")
    async def arrive(self, game: Game, frame: Frame) -> None:
        """Before the second and third round outflankers come on a die of the rating or less, as the chits say."""
        battle = game[Battle][frame.subject]
        for force in forces_of(game, battle.id):
            column = *chits(game, force.id), printed_round(battle)
            added = game.chart("arrival modifier").at(*column) if force.chit else None
            if force.outflankers != "away" or not isinstance(added, int):
                continue
            parts = [
                *game.hooks(CombatHooks).strategic_parts(game, force.id),
                Part("add", added, says="chits"),
                *game.hooks(CombatHooks).arrival_parts(game, force.id),
            ]
            rating = Tally(ARRIVAL, parts)
            die = await roll("1d6", why=f"outflankers of {force.side}", by=force.side)
            come = die <= rating.whole()
            game.note(
                f"the outflankers {'arrive' if come else 'do not come'}: {die} against {rating.with_parts()}",
            )
            if come:
                game.change(game[Force][force.id], outflankers="arrived")

    @opens(DICE_STEP)
    @rule("BASE-7.5.2-dice")
    async def fire(self, game: Game, frame: Frame) -> None:
        """Both fire at once; losses and lost morale are kept until both have."""
        for force in forces_of(game, frame.subject):
            fired = table(game, force.id)
            factors = strength(game, force.id)
            if fired is None or force.broken or factors.whole() <= 0:
                continue
            name = fired[0]
            added = modifier(game, force.id)
            thrown = await roll("1d6", why=f"{force.side} fires on {name}", by=force.side)
            die = max(LOWEST, min(HIGHEST, thrown + added.whole()))
            percent = game.chart(COMBAT_LOSSES).number(name, die)
            tenths = game.chart(COMBAT_MORALE).number(name, die)
            hits = casualties(game, percent, factors.whole())
            lost = f"{percent}%, which is {factors_text(hits)}, and {in_tenths(tenths)} of morale"
            fires = f"{force.side} fires {factors_text(factors.whole())} on {name}"
            game.note(f"{fires}, die {thrown}{describe_added(added)}: {lost}")
            foe = foe_of(game, force.id).id
            game.mark(foe, LOSSES, count=hits)
            game.mark(foe, MORALE_LOST, count=tenths)

    @hookimpl(default=True, of=CombatHooks.printed_table)
    @rule("BASE-7.5.2-tables")
    def by_the_chits(self, game: Game, force: ForceId) -> str | None:
        """The chits of both say on which table a force fires in each round, and whether outflankers have come."""
        attacker, defender = chits(game, force)
        if not attacker or not defender:
            return None
        row = game[Force][force]
        arrived = "arrived" in (row.outflankers, foe_of(game, force).outflankers)
        chart = tables_of(row.role, arrived=arrived)
        cell = game.chart(chart).at(attacker, defender, printed_round(battle_of(game, force)))
        return cell if isinstance(cell, str) else None

    @hookimpl(of=CombatHooks.level_bounds)
    @rule("BASE-7.5.2-levels")
    def one_to_five(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Whatever shifts a level, it is 1 at least and 5 at most."""
        return [
            Part("at_least", 1, says="the lowest level"),
            Part("at_most", 5, says="the highest level"),
        ]

    @hookimpl(of=CombatHooks.strength_parts)
    @rule("BASE-7.5.2-factors-fire")
    def all_present(self, game: Game, force: ForceId) -> Iterable[Part]:
        """All present factors fire."""
        factors = sum(one.factors for one in present(game, force))
        return [Part("base", factors, says="factor" if factors == 1 else "factors")]

    @hookimpl(of=CombatHooks.strength_parts)
    @rule("BASE-7.5.2-outflankers-double")
    def once_more(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Those who have come round the enemy count twice."""
        round_him = sum(one.factors for one in present(game, force) if one.outflanking)
        return [Part("add", round_him, says="outflankers, counted twice")] if round_him else []

    # --- what the ground does

    @hookimpl(of=CombatHooks.casualty_level_parts)
    @rule("BASE-7.5.2-terrain-casualties")
    def ground_casualties(self, game: Game, force: ForceId) -> Iterable[Part]:
        return self._ground(game, force, f"{game[Force][force].role} casualty")

    @hookimpl(of=CombatHooks.morale_level_parts)
    @rule("BASE-7.5.2-terrain-morale")
    def ground_morale(self, game: Game, force: ForceId) -> Iterable[Part]:
        return self._ground(game, force, f"{game[Force][force].role} morale")

    @hookimpl(of=CombatHooks.arrival_parts)
    @rule("BASE-7.5.2-terrain-outflank")
    def ground_arrival(self, game: Game, force: ForceId) -> Iterable[Part]:
        return self._ground(game, force, "outflank")

    def _ground(self, game: Game, force: ForceId, what: str) -> Iterable[Part]:
        terrain = game[Area][battle_of(game, force).area].terrain
        part = game.chart(TERRAIN_COMBAT).part("add", terrain, what, says=terrain)
        return [part] if part.value else []

    # --- who is spent

    @hookimpl
    @rule("BASE-7.5.2-break", vital=True)
    def breaks(self, game: Game, force: ForceId) -> Iterable[str]:
        """A force without morale breaks, and one that has nobody left in the field, to pin the enemy if need be."""
        row = game[Force][force]
        if not present(game, force):
            return ["nothing is left of it"]
        return ["its morale is gone"] if row.morale - row.morale_lost <= 0 else []

    @opens(BREAKS_STEP)
    @rule("BASE-7.5.2-broken", vital=True)
    def check(self, game: Game, frame: Frame) -> None:
        """Both are looked at together."""
        forces = forces_of(game, frame.subject)
        why = {force.id: game.hooks(CombatHooks).breaks(game, force.id) for force in forces if not force.broken}
        for force in forces:
            if reasons := why.get(force.id):
                game.note(f"{force.side} breaks: {', '.join(reasons)}")
                game.change(game[Force][force.id], broken=True)

    @opens(NEXT_ROUND_STEP)
    @rule("BASE-7.5.2-rounds-end", vital=True)
    def go_on(self, game: Game, frame: Frame) -> None:
        """The rounds end when a side is broken, or with the day."""
        broken = any(force.broken for force in forces_of(game, frame.subject))
        if broken or game.hooks(CombatHooks).day_is_over(game, BattleId(frame.subject)):
            game.leave(ROUNDS_SEQUENCE)
