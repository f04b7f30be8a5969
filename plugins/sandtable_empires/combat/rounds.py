"""The rounds of a day (7.5.2): outflankers arrive, both fire at once, losses are borne, who is spent breaks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Frame, Game, Part, Quantity, RuleModule, Tally, hookimpl, opens, roll, rule
from sandtable_empires.charts.keys import ATTACKS, DEFENCES, FIRE, ROUNDS, TERRAINS, numbers, tables
from sandtable_empires.combat.bearing import present
from sandtable_empires.combat.tallies import casualties, chits, contingents, describe_added, modifier, strength, table
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.model import Area, Battle, Force, ForceId, battle_of, corps_of, foe_of, forces_of, take_part
from sandtable_empires.model.words import factors_text, in_tenths

ARRIVAL: Final = Quantity("rating to arrive")
LOWEST, HIGHEST = 0, 7
"""The modified dice that the tables print."""
GROUND: Final = ("attacker casualty", "attacker morale", "defender casualty", "defender morale", "outflank")
A_DAY: Final = 3
"""Rounds of a day."""


class Rounds(RuleModule):
    """What happens in a round."""

    key = "rounds"
    charts = (
        *FIRE,
        tables("attacker tables", ATTACKS, DEFENCES, ROUNDS, empty=True),
        tables("defender tables", ATTACKS, DEFENCES, ROUNDS, empty=True),
        tables("attacker tables arrived", ATTACKS, DEFENCES, ROUNDS, empty=True),
        tables("defender tables arrived", ATTACKS, DEFENCES, ROUNDS, empty=True),
        numbers("arrival modifier", ATTACKS, DEFENCES, ROUNDS, least=-9, most=9, empty=True),
        numbers("terrain combat", TERRAINS, GROUND, least=-4, most=4),
    )

    @opens("rounds")
    @rule("BASE-7.5.2-three-rounds", "BASE-7.5.2-has-fought")
    def begin(self, game: Game, frame: Frame) -> None:
        """A day has up to three rounds; who is there has fought a combat, which nobody has before a withdrawal."""
        battle = game[Battle][frame.subject]
        if battle.winner:
            return
        for force in forces_of(game, battle.id):
            for corps in corps_of(game, force.id):
                take_part(game, corps.id)
        game.enter("rounds", battle.id, side=frame.side)

    @opens("arrival")
    @rule("BASE-7.5.2-outflank-arrival")
    async def arrive(self, game: Game, frame: Frame) -> None:
        """Before the second and third round outflankers come on a die of the rating or less, as the chits say."""
        battle = game.change(game[Battle][frame.subject], round=frame.round)
        for force in forces_of(game, battle.id):
            added = game.chart("arrival modifier").at(*chits(game, force.id), battle.round) if force.chit else None
            if force.outflankers != "away" or not isinstance(added, int):
                continue
            parts = [
                *game.hooks(CombatHooks).strategic_parts(game, force.id),
                Part("add", added, "BASE-7.5.2-outflank-arrival", "chits"),
                *game.hooks(CombatHooks).arrival_parts(game, force.id),
            ]
            rating = Tally(ARRIVAL, parts)
            die = await roll("1d6", why=f"outflankers of {force.side}", rule="BASE-7.5.2-outflank-arrival")
            come = die <= rating.whole()
            game.note(
                f"the outflankers {'arrive' if come else 'do not come'}: {die} against {rating.with_parts()}",
                "BASE-7.5.2-outflank-arrival",
            )
            if come:
                game.change(game[Force][force.id], outflankers="arrived")

    @opens("dice")
    @rule("BASE-7.5.2-dice", "BASE-7.5.2-tables", "BASE-7.5.2-levels")
    async def fire(self, game: Game, frame: Frame) -> None:
        """Both fire at once; losses and lost morale are kept until both have."""
        for force in forces_of(game, frame.subject):
            fired = table(game, force.id)
            factors = strength(game, force.id)
            if fired is None or force.broken or factors.whole() <= 0:
                continue
            name = fired[0]
            added = modifier(game, force.id)
            thrown = await roll("1d6", why=f"{force.side} fires on {name}", rule="BASE-7.5.2-dice")
            die = max(LOWEST, min(HIGHEST, thrown + added.whole()))
            percent = game.chart("combat losses").number(name, die)
            tenths = game.chart("combat morale").number(name, die)
            hits = casualties(game, percent, factors.whole())
            lost = f"{percent} % or {factors_text(hits)}, and {in_tenths(tenths)} of morale"
            says = (
                f"{force.side} fires {factors.whole()} factors on {name}, die {thrown}{describe_added(added)}: {lost}"
            )
            game.note(says, "BASE-7.5.2-dice")
            foe = foe_of(game, force.id).id
            game.mark(foe, "losses", until="round", count=hits)
            game.mark(foe, "morale lost", until="round", count=tenths)

    @hookimpl(of=CombatHooks.strength_parts)
    @rule("BASE-7.5.2-factors-fire", "BASE-7.5.2-outflankers-double")
    def firing(self, game: Game, force: ForceId) -> Iterable[Part]:
        """All present factors fire; those who have come round the enemy count twice."""
        there = contingents(game, force)
        parts = [
            Part("base", sum(one.factors for one in there if not one.outflanking), "BASE-7.5.2-factors-fire", "factors")
        ]
        round_him = sum(one.factors for one in there if one.outflanking)
        if game[Force][force].outflankers == "arrived" and round_him:
            parts.append(
                Part("add", 2 * round_him, "BASE-7.5.2-outflankers-double", f"{round_him} outflanking, doubled")
            )
        return parts

    # --- what the ground does

    @hookimpl(of=CombatHooks.casualty_level_parts)
    @rule("BASE-7.5.2-terrain-casualties")
    def ground_casualties(self, game: Game, force: ForceId) -> Iterable[Part]:
        return self._ground(game, force, f"{game[Force][force].role} casualty", "BASE-7.5.2-terrain-casualties")

    @hookimpl(of=CombatHooks.morale_level_parts)
    @rule("BASE-7.5.2-terrain-morale")
    def ground_morale(self, game: Game, force: ForceId) -> Iterable[Part]:
        return self._ground(game, force, f"{game[Force][force].role} morale", "BASE-7.5.2-terrain-morale")

    @hookimpl(of=CombatHooks.arrival_parts)
    @rule("BASE-7.5.2-terrain-outflank")
    def ground_arrival(self, game: Game, force: ForceId) -> Iterable[Part]:
        return self._ground(game, force, "outflank", "BASE-7.5.2-terrain-outflank")

    def _ground(self, game: Game, force: ForceId, what: str, cited: str) -> Iterable[Part]:
        terrain = game[Area][battle_of(game, force).area].terrain
        part = game.chart("terrain combat").part("add", terrain, what, rule=cited, says=terrain)
        return [part] if part.value else []

    # --- who is spent

    @hookimpl
    @rule("BASE-7.5.2-break")
    def breaks(self, game: Game, force: ForceId) -> Iterable[str]:
        """A force without morale breaks, and one that has nobody left in the field, to pin the enemy if need be."""
        row = game[Force][force]
        if not present(game, force):
            return ["nothing is left of it"]
        return ["its morale is gone"] if row.morale - row.morale_lost <= 0 else []

    @opens("breaks")
    @rule("BASE-7.5.2-broken")
    def check(self, game: Game, frame: Frame) -> None:
        """Both are looked at together."""
        forces = forces_of(game, frame.subject)
        why = {force.id: game.hooks(CombatHooks).breaks(game, force.id) for force in forces if not force.broken}
        for force in forces:
            if reasons := why.get(force.id):
                game.note(f"{force.side} breaks: {', '.join(reasons)}", "BASE-7.5.2-broken")
                game.change(game[Force][force.id], broken=True)

    @opens("next_round")
    @rule("BASE-7.5.2-rounds-end")
    def go_on(self, game: Game, frame: Frame) -> None:
        """The rounds end when a side is broken, or with the day; a trivial combat goes on to its end."""
        broken = any(force.broken for force in forces_of(game, frame.subject))
        last = frame.round >= A_DAY and game[Battle][frame.subject].kind != "trivial"
        if broken or last:
            game.leave("rounds")
