"""Minor countries that are attacked (4.6): powers throw for who runs them."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import (
    Action,
    Ask,
    Frame,
    Game,
    Insert,
    NameGiver,
    RuleModule,
    SideId,
    Step,
    Subset,
    Was,
    ask_together,
    cached_while_unchanged,
    fills,
    hookimpl,
    in_a_row,
    opens,
    rule,
    this_rule,
)
from sandtable.present import Lesson
from sandtable_empires.accords import seated_powers
from sandtable_empires.charts.keys import MINOR_RUN
from sandtable_empires.disputes import settle
from sandtable_empires.holding import run_by
from sandtable_empires.hookspecs.disputes import Claim
from sandtable_empires.hookspecs.politics import PoliticsHooks
from sandtable_empires.model import District, Nation, NationId, at_war
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.relations import end_war
from sandtable_empires.status import befall
from sandtable_empires.steps import (
    ALLIANCES_STEP,
    ANSWERS_STEP,
    BREAKING_STEP,
    DECLARATIONS_STEP,
    MINOR_CONTROL_STEP,
    POLITICAL_PHASE,
)


class ClaimMinors(Action[tuple[NationId, ...]], frozen=True):
    """Throw for who runs minor countries that are attacked; nobody sees who else does before all have decided."""

    title = "Throw for minor countries"
    secret = True
    secretly = "has decided which minor countries to throw for"
    if_declined = "Throw for none of them"

    countries: tuple[NationId, ...]

    @fills("countries")
    @staticmethod
    def attacked_ones(game: Game, ask: Ask[tuple[NationId, ...]]) -> Subset[NationId]:
        return Subset((one for one in ask.about if SideId(ask.side) in may_run(game, one)), 1)

    def plainly(self, game: NameGiver | None = None, side: str = "") -> str:
        countries = in_a_row(str(one) if game is None else game.name(one) for one in self.countries)
        return f"{side} throws for {countries}"


class AttackedMinors(RuleModule):
    """Who runs a minor country in its war."""

    key = "attacked_minors"
    needs = CAMPAIGN
    after = ("declarations?", "alliances?", "political_status?")
    steps = (
        Insert(
            Step(MINOR_CONTROL_STEP, "Minor country control"),
            after=(f"{ANSWERS_STEP}?", f"{DECLARATIONS_STEP}?", f"{ALLIANCES_STEP}?"), before=(f"{BREAKING_STEP}?",),
            phase=POLITICAL_PHASE,
        ),
    )  # fmt: skip

    @opens(MINOR_CONTROL_STEP)
    @rule("BASE-4.6.2-who-throws")
    async def find_runners(self, game: Game, frame: Frame) -> None:
        """Powers that want to run an attacked minor country throw for it; if none does, all who may throw do."""
        waiting = tuple(one for one in unrun_minors(game) if may_run(game, one))
        if not waiting:
            return
        are, them = ("is", "it") if len(waiting) == 1 else ("are", "them")
        why = f"{in_a_row(game[Nation][one].title for one in waiting)} {are} attacked; throw for control of {them}"
        asks = [Ask(side, (ClaimMinors,), why, about=waiting, optional=True) for side in seated_powers(game)]
        answers = await ask_together([one for one in asks if game.can_answer(one)])
        claims = {SideId(side): one.countries for side, one in answers.items() if isinstance(one, ClaimMinors)}
        for nation in waiting:
            willing = tuple(side for side, countries in claims.items() if nation in countries)
            power = await self._throw(game, nation, willing or may_run(game, nation))
            run_by(game, nation, power)
            await game.hooks(PoliticsHooks).minor_run(game, nation, power)

    async def _throw(self, game: Game, nation: NationId, willing: tuple[SideId, ...]) -> SideId:
        if len(willing) == 1:
            return willing[0]
        why = f"who runs {game[Nation][nation].title}"
        return await settle(game, willing, Claim(willing, why, this_rule(), control="a minor country", nation=nation))

    @hookimpl
    @rule("BASE-4.6.2-not-its-enemy")
    def runners(self, game: Game, nation: NationId) -> Iterable[SideId]:
        """A power that is not at war with it may run a minor country."""
        return [one for one in seated_powers(game) if not at_war(game, one, nation)]

    @rule("BASE-4.6.2-all-at-war", amends="BASE-4.6.2-not-its-enemy")
    def any_of_them(self, was: Was[Iterable[SideId]], game: Game) -> Iterable[SideId]:
        """Where all powers are at war with it, each may."""
        return list(was()) or list(seated_powers(game))

    @hookimpl(of=PoliticsHooks.minor_run)
    @rule("BASE-4.6.2-own-war")
    async def makes_peace(self, game: Game, nation: NationId, power: SideId) -> None:
        """The war of the one who runs it with it is over."""
        await end_war(game, power, SideId(nation))

    @hookimpl
    @rule("BASE-4.6.2-points")
    async def minor_run(self, game: Game, nation: NationId, power: SideId) -> None:
        """Whoever gets to run it gains the points of the chart."""
        await befall(game, power, MINOR_RUN)

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Say what running a minor country means."""
        if ClaimMinors in ask.kinds:
            yield Lesson(
                title="Minor countries at war", says="Throw for those that you want to run: the highest die, with the "
                "modifier of your zone, moves and fights for the country.",
                why="You need not be at war with its attacker for that, and gain a political point.",
                rules=("BASE-4.6.2-who-throws", "EIA-10.5.3-modifiers"),
            )  # fmt: skip


def unrun_minors(game: Game) -> list[NationId]:
    """Return the minor countries at war that nobody runs."""
    fighting = dict.fromkeys(one.nation for one in game[District] if one.status == "in conflict")
    return [one for one in fighting if game.seat_of(SideId(one)) is None]


@cached_while_unchanged
def may_run(game: Game, nation: NationId) -> tuple[SideId, ...]:
    """Return the powers that may run a minor country in its war."""
    return tuple(dict.fromkeys(game.hooks(PoliticsHooks).runners(game, nation)))
