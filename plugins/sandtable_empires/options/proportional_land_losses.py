"""Proportional land losses (12.3.6): a force of several nations shares its losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec.structs import replace

from sandtable.engine import (
    Ask,
    Choice,
    Frame,
    Game,
    Option,
    Refusal,
    Row,
    RuleModule,
    SideId,
    ask,
    closes,
    fills,
    hookimpl,
    leaves,
    opens,
    refuses,
    rule,
    ruling,
)
from sandtable.present import Lesson
from sandtable_empires.combat.allotment import over_the_limit
from sandtable_empires.combat.bearing import bearers
from sandtable_empires.combat.sharing import Casualties, NameLosses
from sandtable_empires.combat.tallies import contingents
from sandtable_empires.disputes import GENERAL, settle
from sandtable_empires.hookspecs.combat import CombatHooks, Share
from sandtable_empires.hookspecs.disputes import Award, Claim
from sandtable_empires.hookspecs.sieges import Insider
from sandtable_empires.land.storming import ROLES, fighters
from sandtable_empires.model import (
    Contingent,
    Corps,
    Engaged,
    Force,
    ForceId,
    Nation,
    NationId,
    Storm,
    forces_of,
    storm_of,
    stormers,
)
from sandtable_empires.options.proportions import Counts, in_proportion, odd_ones
from sandtable_empires.steps import ARRIVAL_STEP, COMBAT_SEQUENCE, STORM_FIRE_STEP, STORM_SEQUENCE


class Reckoned(Row, frozen=True):
    """With how many factors a corps, a garrison or a band of irregulars went into a combat or a storm.

    It stays when all of them have fallen: ``nation`` is whose they were, ``force`` for whom they fought.
    """

    indexes = ("battle",)
    id: str
    battle: str
    factors: int
    nation: NationId | None = None
    force: str = ""


class NameNation(Award, frozen=True):
    """Say on which contingent the odd loss falls, or which is spared one."""

    title = "The odd factor is that of"

    nation: NationId

    @fills("nation")
    @staticmethod
    def those_concerned(game: Game, ask: Ask[tuple[str, ...]]) -> Choice[NationId]:
        return Choice(map(NationId, ask.about))

    def winner(self) -> str:
        return self.nation


class ProportionalLosses(RuleModule):
    """Each contingent of a mixed force bears its part."""

    key = "proportional_land_losses"
    after = ("muster",)
    rows = (Reckoned,)
    option = Option(
        "Proportional land losses",
        "The losses of a force of several nations are split in the ratio of the factors that each of them brought.",
        ("EIA-12.3.6-proportion", "EIA-12.3.6-types"),
    )
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        outflankers: Annotated[
            Literal["once they have come", "from the start"],
            ruling(
                "Outflankers count",
                "When outflankers count in the starting ratio: the losses fall on those who can be hit.",
                "BASE-12.3.6-reckoned",
            ),
        ] = "once they have come"

    @closes(ARRIVAL_STEP)
    @rule("BASE-12.3.6-reckoned")
    def reckon(self, game: Game, frame: Frame) -> None:
        """Who is new to the combat is counted as he comes: before the first round, or when he reinforces.

        So it is before any guard is committed: what is lost there was there at the start.
        """
        for force in forces_of(game, frame.subject):
            self._count(game, frame.subject, force.id, contingents(game, force.id))

    @opens(STORM_FIRE_STEP)
    @rule("BASE-12.3.6-storm-reckoned")
    def reckon_storm(self, game: Game, frame: Frame) -> None:
        """In a storm all are counted before the first round."""
        storm = game[Storm][frame.subject]
        for role in ROLES:
            there = [one.contingent for one in fighters(game, storm, role)]
            self._count(game, storm.id, stormers(storm.id, role), there)

    def _count(self, game: Game, battle: str, force: str, there: Iterable[Contingent]) -> None:
        counted: dict[str, Reckoned] = {}
        for one in there:
            bearer = _bearer(one)
            was = counted.get(bearer) or Reckoned(bearer, battle, 0, one.nation, force)
            counted[bearer] = replace(was, factors=was.factors + one.factors)
        for bearer, row in counted.items():
            if bearer not in game[Reckoned]:
                game.put(row)

    @leaves(COMBAT_SEQUENCE)
    @rule("BASE-12.3.6-forgotten")
    def forget(self, game: Game, frame: Frame) -> None:
        """With the combat the count is over."""
        self._forget(game, frame.subject)

    @leaves(STORM_SEQUENCE)
    @rule("BASE-12.3.6-storm-forgotten")
    def forget_storm(self, game: Game, frame: Frame) -> None:
        """So it is with the storm."""
        self._forget(game, frame.subject)

    def _forget(self, game: Game, battle: str) -> None:
        for row in list(game[Reckoned].where("battle", battle)):
            game.remove(row)

    @hookimpl(of=CombatHooks.shares)
    @rule("EIA-12.3.6-proportion")
    async def shares(self, game: Game, force: ForceId, losses: int) -> tuple[Share, ...] | None:
        """As nearly as possible in the starting ratio, .5 rounded up; odd factors by agreement or dice."""
        if force in game[Force]:
            return await self._split_losses(game, self._starting(game, force), bearers(game, force), losses)
        storm, role = storm_of(game, force)
        return await self._split_losses(game, self._began(game, storm.id, force), fighters(game, storm, role), losses)

    @refuses(NameLosses)
    @rule("EIA-12.3.6-types")
    def its_own_types(self, game: Game, act: NameLosses, ask: Ask[Casualties]) -> Refusal | None:
        """A contingent's player names which of its factors are lost, within the limits for the whole force."""
        nation = ask.about.of
        if nation is None:
            return None
        among = ask.about.among(game)
        if other := next((key for key, _ in act.losses if key not in among.arms), None):
            adjective = game[Nation][nation].adjective
            return Refusal("{other} is not a factor of the {adjective} contingent", other=other, adjective=adjective)
        return over_the_limit(among, act.losses)

    async def _split_losses(
        self, game: Game, began: list[Reckoned], force: list[Insider], losses: int
    ) -> tuple[Share, ...] | None:
        there, start = self._now(force), self._at_the_start(began, force)
        if len(there) < 2 or not 0 < losses <= sum(there.values()):
            return None
        parts = in_proportion(losses, start, there)
        players = {one.contingent.nation: one.side for one in reversed(force)}
        while odd := losses - sum(parts.values()):
            step = 1 if odd > 0 else -1
            parts[await self._settle_odd_loss(game, odd_ones(losses, start, there, parts), players, step)] += step
        return tuple(Share(players[nation], part, "EIA-12.3.6-types", nation) for nation, part in parts.items())

    def _now(self, force: list[Insider]) -> Counts:
        """Return the factors that can be hit, by nation."""
        counts: Counter[NationId] = Counter()
        for one in force:
            counts[one.contingent.nation] += one.contingent.factors
        return dict(sorted(counts.items()))

    def _starting(self, game: Game, force: ForceId) -> list[Reckoned]:
        """Return how those began who are in the field, or fell there: not who left, nor (a ruling) who is away."""
        row = game[Force][force]
        away = row.outflankers == "away" and self.parameters.outflankers == "once they have come"
        field = {one.id for one in game[Engaged].where("force", force) if not (away and one.outflanking)}
        began = self._began(game, row.battle, force)
        return [one for one in began if one.id not in game[Corps] or one.id in field]

    def _began(self, game: Game, battle: str, force: str) -> list[Reckoned]:
        """Return what was counted of a force; what an older version has counted is of either."""
        return [one for one in game[Reckoned].where("battle", battle) if one.force in ("", force)]

    def _at_the_start(self, began: list[Reckoned], force: list[Insider]) -> Counts:
        """Return the factors with which each nation began of which some can be hit: the fallen count to the end."""
        now: dict[str, Counter[NationId]] = {}
        for one in force:
            now.setdefault(_bearer(one.contingent), Counter())[one.contingent.nation] += one.contingent.factors
        counts: Counter[NationId] = Counter()
        rows = {row.id: row for row in began}
        for bearer, by_nation in now.items():
            for nation, factors in by_nation.items():
                counts[nation] += rows[bearer].factors if bearer in rows else factors
        for row in began:
            if row.id not in now and row.nation is not None and row.nation in counts:
                counts[row.nation] += row.factors
        return dict(counts)

    async def _settle_odd_loss(
        self, game: Game, among: tuple[NationId, ...], players: dict[NationId, SideId], step: int
    ) -> NationId:
        """Who plays them all says of which nation it is; several players agree, or throw for it."""
        if len(among) == 1:
            return among[0]
        why = "who bears the odd loss" if step > 0 else "who is spared a loss"
        sides = tuple(sorted({players[nation] for nation in among}))
        if len(sides) == 1:
            return (await ask(sides[0], NameNation, why, rule="EIA-12.3.6-proportion", about=among)).nation
        claim = Claim(among, why, "EIA-12.3.6-proportion", sides, NameNation, GENERAL, step > 0)
        return await settle(game, among, claim)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Who brought most loses most."""
        if any(issubclass(kind, NameLosses) for kind in ask.kinds):
            yield Lesson(
                says="A force of several nations shares its losses in the ratio of the factors that each of "
                "them brought.",
                rules=("EIA-12.3.6-proportion", "EIA-12.3.6-types"),
            )  # fmt: skip


def _bearer(one: Contingent) -> str:
    """Return what a contingent belongs to: its corps, or itself when it has none."""
    return one.corps or one.key
