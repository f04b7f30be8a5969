"""The ratings of a force (10.6.1): its commander's, or those of its corps, and what takes away from them."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, Part, RuleModule, ScenarioFinding, hookimpl, rule
from sandtable_empires.charts.keys import ABILITIES, numbers
from sandtable_empires.combat.tallies import intrinsic
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.command import CommandHooks, Which
from sandtable_empires.leaders.parties import commander_of, corps_under
from sandtable_empires.model import PRUSSIA, Corps, Fleet, ForceId, Nation, date
from sandtable_empires.soundness.rows import UNCHARTED, find_uncharted

PRUSSIA_LEARNS = (1810, 1)
"""From this month on Prussian corps have the later strategic rating."""


def rated_as(game: Game, corps: Corps) -> Nation:
    """Return the nation whose ratings a corps has: its own, or that of the major power that controls it."""
    nation = game[Nation][corps.nation]
    if nation.major:
        return nation
    return next((one for one in game[Nation].where("side", corps.side) if one.major), nation)


def over(corps: int, maximum: int) -> int:
    """Return by how much a tactical rating falls: more corps than the maximum 1, more than twice as many 2."""
    return (corps > maximum) + (corps > 2 * maximum)


class Ratings(RuleModule):
    """How well a force is commanded."""

    key = "ratings"
    charts = (numbers("corps ratings", most=5),)
    faults = (UNCHARTED,)
    after = ("command",)

    @hookimpl
    @rule("BASE-10.6.1-strategic")
    def strategic_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """The strategic rating serves for withdrawing, outflanking and reinforcing."""
        return game.hooks(CommandHooks).rating_parts(game, force, "strategic")

    @hookimpl(of=CombatHooks.tactical_parts)
    @rule("EIA-10.6.1-round-by-round")
    def tactical_now(self, game: Game, force: ForceId) -> Iterable[Part]:
        """The tactical rating is that of whoever commands, or fights, in this round."""
        return game.hooks(CommandHooks).rating_parts(game, force, "tactical")

    # --- whose

    @hookimpl(of=CommandHooks.rating_parts)
    @rule("EIA-10.6.1-one-commander")
    def of_the_commander(self, game: Game, force: ForceId, which: Which) -> Iterable[Part]:
        """Only the commander's own ratings count."""
        leader = commander_of(game, force)
        if leader is None:
            return []
        value = leader.strategic if which == "strategic" else leader.tactical
        return [Part("base", value, says=leader.id)]

    @hookimpl(of=CommandHooks.rating_parts)
    @rule("EIA-10.6.1-no-leader")
    def of_the_best_corps(self, game: Game, force: ForceId, which: Which) -> Iterable[Part]:
        """Without a commander the best of all the side's corps, each rating for itself (R-18)."""
        if commander_of(game, force) is not None:
            return []
        ratings = {corps.id: intrinsic(game, corps.id, which).whole() for corps in corps_under(game, force)}
        if not ratings:
            return []
        best = max(ratings, key=lambda id: (ratings[id], id))
        return [Part("base", ratings[best], says=f"{best}, without a leader")]

    @hookimpl(of=CommandHooks.rating_parts)
    @rule("EIA-10.6.1-no-corps")
    def of_nobody(self, game: Game, force: ForceId, which: Which) -> Iterable[Part]:
        """Without any corps garrisons, cossacks and guerillas have ratings of 0."""
        if commander_of(game, force) is not None or corps_under(game, force):
            return []
        return [Part("base", 0, says="no corps")]

    # --- of corps and fleets

    @hookimpl(of=CommandHooks.intrinsic_parts)
    @rule("EIA-10.6.1-minor-ratings")
    def of_the_nation(self, game: Game, piece: str, which: str) -> Iterable[Part]:
        """A corps has its nation's ratings, or those of the major power that controls it."""
        row = game[Corps].get(piece)
        if row is None:
            return []
        nation = rated_as(game, row)
        chart, says = game.chart("corps ratings"), f"{nation.adjective} corps"
        return [chart.part("base", nation.id, which, says=says)]

    @hookimpl(of=CommandHooks.intrinsic_parts)
    @rule("EIA-10.6.1-prussian-dates")
    def prussians(self, game: Game, piece: str, which: str) -> Iterable[Part]:
        """From 1810 on Prussian corps are better led, and those of the minors that Prussia controls with them."""
        row = game[Corps].get(piece)
        if row is None or which != "strategic" or date(game) < PRUSSIA_LEARNS or rated_as(game, row).id != PRUSSIA:
            return []
        return [Part("add", 1, says="from 1810 on")]

    @hookimpl(of=CommandHooks.intrinsic_parts)
    @rule("EIA-10.6.1-fleets-unrated")
    def fleets(self, game: Game, piece: str, which: str) -> Iterable[Part]:
        """Fleets have no ratings of their own: without a leader nobody commands them."""
        return [Part("base", 0, says="a fleet")] if piece in game[Fleet] else []

    # --- what takes away from them

    @hookimpl(of=CombatHooks.tactical_parts)
    @rule("EIA-10.6.1-tactical-maximum")
    def too_many(self, game: Game, force: ForceId) -> Iterable[Part]:
        """More corps than his tactical maximum cost a leader 1, more than twice as many 2; outflankers count."""
        corps, maximum = game.hooks(CommandHooks).commanded(game, force), game.hooks(CommandHooks).maximum(game, force)
        if maximum is None or not (falls := over(corps, maximum)):
            return []
        return [Part("add", -falls, says=f"{corps} corps, maximum {maximum}")]

    @hookimpl(default=True, of=CommandHooks.commanded)
    @rule("EIA-10.6.1-outflank-counted")
    def all_corps(self, game: Game, force: ForceId) -> int:
        """All corps of the side in the combat are commanded, those of an outflanking force too."""
        return len(corps_under(game, force))

    @hookimpl(default=True, of=CommandHooks.maximum)
    @rule("BASE-10.6.1-maximum")
    def his_maximum(self, game: Game, force: ForceId) -> int | None:
        """A leader has the maximum printed on him; corps without one may be any number."""
        leader = commander_of(game, force)
        return leader.maximum if leader else None

    @hookimpl(of=CombatHooks.tactical_parts)
    @rule("EIA-10.6.1-tactical-floor")
    def floor(self, game: Game, force: ForceId) -> Iterable[Part]:
        """The rating is never below 0."""
        return [Part("at_least", 0, says="as the lowest possible rating")]

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name nations whose corps no chart rates."""
        rated = {rated_as(game, corps).id for corps in game[Corps]}
        return find_uncharted(game, "corps ratings", ((nation, which) for nation in rated for which in ABILITIES))
