"""The Call to Allies Step (4.3): powers in a new war call their allies, who follow or are allies no more."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from sandtable.engine import (
    Action,
    Ask,
    Frame,
    Game,
    Insert,
    RuleModule,
    SideId,
    Step,
    Subset,
    ask_all,
    fills,
    hookimpl,
    in_a_row,
    offer,
    opens,
    rule,
)
from sandtable.present import Lesson
from sandtable_empires.accords import seated_powers
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.hookspecs.politics import PoliticsHooks
from sandtable_empires.model import allies, at_war, enemies
from sandtable_empires.model.accords import truce_between
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.relations import end_alliance, make_war, wars_between
from sandtable_empires.steps import (
    ALLIANCES_STEP,
    ANSWERS_STEP,
    CALLS_STEP,
    DECLARATIONS_STEP,
    PEACE_STEP,
    POLITICAL_PHASE,
)


class Call(Struct, frozen=True):
    """A power calls its allies against an enemy."""

    caller: SideId
    foe: SideId


class CallAllies(Action[Call], frozen=True):
    """Call allies into a new war."""

    if_declined = "Fight alone"

    allies: tuple[SideId, ...]

    @fills("allies")
    @staticmethod
    def who_can_follow(game: Game, ask: Ask[Call]) -> Subset[SideId]:
        return Subset(able_allies(game, ask.about.caller, ask.about.foe), 1)

    def says(self, game: Game, ask: Ask[Call]) -> str:
        return f"{ask.side} calls {in_a_row(self.allies)} to war with {ask.about.foe}"


class AnswerCall(Action[Call], frozen=True):
    """Follow the call of an ally, or be its ally no more."""

    title = "Answer the call"
    secret = True
    secretly = "has answered the call"

    follow: bool

    def plainly(self, game: object | None = None, side: str = "") -> str:
        return f"{side} follows the call" if self.follow else f"{side} does not follow the call"


class Calls(RuleModule):
    """Who goes to war with whom for an ally's sake."""

    key = "calls"
    needs = CAMPAIGN
    after = ("declarations?", "alliances?")
    steps = (
        Insert(
            Step(CALLS_STEP, "Call to allies"), after=(f"{ANSWERS_STEP}?", f"{DECLARATIONS_STEP}?"),
            before=(f"{PEACE_STEP}?", f"{ALLIANCES_STEP}?"), phase=POLITICAL_PHASE,
        ),
    )  # fmt: skip

    @opens(CALLS_STEP)
    @rule("BASE-4.3-calls")
    async def call(self, game: Game, frame: Frame) -> None:
        """Whoever is in a war that has begun this month may call its allies into it, power by power."""
        for caller in seated_powers(game):
            for foe in sorted(enemies(game, caller) & {*seated_powers(game)}):
                if is_new(game, caller, foe) and able_allies(game, caller, foe):
                    await self._call(game, Call(caller, foe))

    @hookimpl
    @rule("EIA-10.3.4-call-allies")
    async def war_declared(self, game: Game, side: SideId, power: SideId) -> None:
        """Where war is declared on forcible access, both may call their allies at once."""
        for caller, foe in ((side, power), (power, side)) if game.frame.phase != POLITICAL_PHASE else ():
            if caller in seated_powers(game) and able_allies(game, caller, foe):
                await self._call(game, Call(caller, foe))

    async def _call(self, game: Game, call: Call) -> None:
        answer = await offer(call.caller, CallAllies, f"you are at war with {call.foe}", about=call)
        if answer is None:
            return
        why = f"{call.caller} calls you to war with {call.foe}; if you refuse, your alliance is over"
        said = await ask_all(answer.allies, AnswerCall, why, about=call)
        for side, one in said.items():
            await game.hooks(PoliticsHooks).called(game, SideId(side), call.caller, call.foe, one.follow)

    @hookimpl
    @rule("BASE-4.3-follows")
    async def called(self, game: Game, ally: SideId, caller: SideId, foe: SideId, follows: bool) -> None:
        """An ally that follows is at war with the enemy, and pays nothing for it."""
        if follows:
            make_war(game, ally, foe)
            game.note(f"{ally} goes to war with {foe}")

    @hookimpl(of=PoliticsHooks.called)
    @rule("BASE-4.3-refuses")
    async def refuses_the_call(self, game: Game, ally: SideId, caller: SideId, foe: SideId, follows: bool) -> None:
        """One that does not follow has broken the alliance."""
        if not follows:
            await end_alliance(game, ally, caller, "a call refused")

    # --- who can be called

    @hookimpl
    @rule("BASE-4.3-at-peace")
    def no_call(self, game: Game, caller: SideId, ally: SideId, foe: SideId) -> Iterable[Hindrance]:
        """Whoever fights the enemy already is not called."""
        return [Hindrance(f"{ally} is at war with {foe} already")] if at_war(game, ally, foe) else []

    @hookimpl(of=PoliticsHooks.no_call)
    @rule("BASE-4.3-truce")
    def bound_by_truce(self, game: Game, caller: SideId, ally: SideId, foe: SideId) -> Iterable[Hindrance]:
        """Nor is one whom a peace forbids to make war on it."""
        return [Hindrance(f"a truce binds {ally}")] if truce_between(game, ally, foe) is not None else []

    @hookimpl(of=PoliticsHooks.no_call)
    @rule("BASE-4.3-allied-to-both")
    def ally_of_the_foe(self, game: Game, caller: SideId, ally: SideId, foe: SideId) -> Iterable[Hindrance]:
        """Nor one who is the enemy's ally too."""
        return [Hindrance(f"{ally} is allied to {foe}")] if foe in allies(game, ally) else []

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Say what a call brings."""
        if AnswerCall in ask.kinds:
            yield Lesson(
                title="A call", says="Your ally is in a new war and calls you into it.",
                why="Follow it, and you are at war without losing political points. Refuse it, and the alliance is "
                "over, at a price in points.",
                rules=("BASE-4.3-follows", "BASE-4.3-refuses"),
            )  # fmt: skip


def is_new(game: Game, one: SideId, other: SideId) -> bool:
    """Tell whether the war of two powers has begun this month."""
    return any(war.since == game.round for war in wars_between(game, one, other))


def able_allies(game: Game, caller: SideId, foe: SideId) -> list[SideId]:
    """Return the allies of a power that can be called against an enemy."""
    no_call, seated = game.hooks(PoliticsHooks).no_call, seated_powers(game)
    return [one for one in seated if one in allies(game, caller) and not list(no_call(game, caller, one, foe))]
