"""The Peace Step (4.4): peace by agreement, suing for peace, and what those who are sued answer."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any, Final, Literal

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Insert,
    MarkKind,
    NameGiver,
    RuleModule,
    SideId,
    Step,
    Subset,
    ask_all,
    ask_together,
    fills,
    hookimpl,
    in_a_row,
    offer,
    opens,
    rule,
)
from sandtable.present import Lesson
from sandtable_empires.accords import Propose, drop_accord, seated_powers
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.hookspecs.politics import PoliticsHooks
from sandtable_empires.model import at_war, enemies
from sandtable_empires.model.accords import agreed_on
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.peace import PeaceId, Surrender, Surrenders
from sandtable_empires.relations import end_war, in_order_of_war
from sandtable_empires.status import must_accept, suit_made, suits_due
from sandtable_empires.steps import (
    ALLIANCES_STEP,
    ANSWERS_STEP,
    DECLARATIONS_STEP,
    DIPLOMACY_STEP,
    PEACE_SEQUENCE,
    PEACE_STEP,
    POLITICAL_PHASE,
)

INFORMAL_PEACE: Final = "peace"
SUES: Final = MarkKind("sues for peace", until=PEACE_STEP)
Answers = dict[Surrenders, list[SideId]]
"""Who ends a war with a power by which surrender of it."""


class ProposePeace(Propose, frozen=True):
    """Propose peace to an enemy, without any terms."""

    matter = INFORMAL_PEACE


class Sue(Action, frozen=True):
    """Sue enemies for peace: you are ready to surrender conditionally to each that accepts it."""

    title = "Sue for peace"
    secret = True
    secretly = "has decided whether to sue for peace"
    if_declined = "Fight on"

    enemies: tuple[SideId, ...]

    @fills("enemies")
    @staticmethod
    def powers_at_war_with_us(game: Game, ask: Ask) -> Subset[SideId]:
        return Subset(enemy_powers(game, ask.side), 1)

    def plainly(self, game: NameGiver | None = None, side: str = "") -> str:
        return f"{side} sues {in_a_row(self.enemies)} for peace"


ANSWERS: Final = {
    "conditional": "accepts a conditional surrender",
    "unconditional": "demands an unconditional surrender",
    "none": "refuses peace",
}


class AnswerSuit(Action[SideId], frozen=True):
    """Say on which surrender you make peace with whoever sues for it."""

    title = "Answer the suit"
    secret = True
    secretly = "has answered the suit"

    demand: Literal["conditional", "unconditional", "none"]

    @fills("demand")
    @staticmethod
    def any_answer(game: Game, ask: Ask[SideId]) -> Choice[str]:
        return Choice(("conditional", "unconditional", "none"))

    @classmethod
    def name_value(cls, game: Any, field: str, value: object) -> str:
        """Say what comes of it."""
        return "none: fight on" if value == "none" else f"{value} surrender"

    def plainly(self, game: NameGiver | None = None, side: str = "") -> str:
        return f"{side} {ANSWERS[self.demand]}"


class SurrenderUnconditionally(Action[tuple[SideId, ...]], frozen=True):
    """Surrender unconditionally to those who want nothing less."""

    if_declined = "Fight on"

    victors: tuple[SideId, ...]

    @fills("victors")
    @staticmethod
    def who_want_it(game: Game, ask: Ask[tuple[SideId, ...]]) -> Subset[SideId]:
        return Subset(ask.about, 1)

    def says(self, game: Game, ask: Ask[tuple[SideId, ...]]) -> str:
        return f"{ask.side} surrenders unconditionally to {in_a_row(self.victors)}"


class Suing(RuleModule):
    """Who sues whom, and what comes of it."""

    key = "suing"
    needs = CAMPAIGN
    after = ("diplomacy?", "political_status?")
    steps = (
        Insert(
            Step(PEACE_STEP, "Peace"), after=(f"{ANSWERS_STEP}?", f"{DECLARATIONS_STEP}?"),
            before=(f"{ALLIANCES_STEP}?",), phase=POLITICAL_PHASE,
        ),
    )  # fmt: skip
    actions = {DIPLOMACY_STEP: (ProposePeace,)}
    brings = (SUES,)

    # --- by agreement

    @hookimpl(of=PoliticsHooks.no_accord)
    @rule("BASE-4.4.1-at-war")
    def between_enemies(self, game: Game, proposer: SideId, to: SideId, matter: str) -> Iterable[Hindrance]:
        """Peace is made by powers at war with each other."""
        if matter != INFORMAL_PEACE or at_war(game, proposer, to):
            return []
        return [Hindrance(f"{proposer} and {to} are at peace")]

    @opens(PEACE_STEP)
    @rule("BASE-4.4.1-informal", before="BASE-4.4.2-suits")
    async def informal_peace(self, game: Game, frame: Frame) -> None:
        """Those who have agreed on it are at peace: without terms, without points, and free to declare war again."""
        for one in agreed_on(game, INFORMAL_PEACE):
            await end_war(game, one.proposer, one.to)
            await drop_accord(game, one.id)

    # --- by surrender

    @opens(PEACE_STEP)
    @rule("BASE-4.4.2-suits")
    async def sue(self, game: Game, frame: Frame) -> None:
        """All write down at once whom they sue for peace; whoever is forced to sue sues all its enemies."""
        forced = {side: suits_due(game, side) for side in seated_powers(game)}
        why = "you may sue enemies for peace: to each that accepts it you surrender conditionally"
        asks = [Ask(side, (Sue,), why, optional=True) for side in seated_powers(game) if not forced[side]]
        answers = await ask_together([one for one in asks if game.can_answer(one)])
        suits = forced | {SideId(side): one.enemies for side, one in answers.items() if isinstance(one, Sue)}
        for one, other in combinations(seated_powers(game), 2):
            if other in suits[one] and one in suits[other]:
                await game.hooks(PoliticsHooks).sued_each_other(game, one, other)
        for side in (one for one in seated_powers(game) if suits[one]):
            if forced[side]:
                game.note(f"{side} must sue {in_a_row(suits[side])} for peace")
            game.mark(side, SUES)
            await game.hooks(PoliticsHooks).sued(game, side, suits[side])
            suit_made(game, side)

    @hookimpl
    @rule("BASE-4.4.1-each-other")
    async def sued_each_other(self, game: Game, one: SideId, other: SideId) -> None:
        """Powers that sue each other at once are at peace without terms: neither may refuse it."""
        game.note(f"{one} and {other} sue each other for peace")
        await end_war(game, one, other)

    @hookimpl
    @rule("BASE-4.4.2-answers")
    async def sued(self, game: Game, side: SideId, foes: tuple[SideId, ...]) -> None:
        """Each enemy that is sued accepts a conditional surrender, demands an unconditional one, or fights on."""
        able = tuple(foe for foe in foes if foe in enemy_powers(game, side))
        said = await ask_all(able, AnswerSuit, f"{side} sues for peace", about=side) if able else {}
        found: Answers = {"conditional": [], "unconditional": []}
        for foe, answer in said.items():
            if answer.demand != "none":
                found[answer.demand].append(SideId(foe))
        accepted = [kind for kind in found if found[kind] and must_accept(game, side, kind)]
        if found["unconditional"] and "unconditional" not in accepted:
            found["unconditional"] = await self._offered(game, side, tuple(found["unconditional"]))
        for kind in found:
            if found[kind]:
                self._surrender(game, side, kind, found[kind])

    @hookimpl(default=True, of=PoliticsHooks.must_accept)
    @rule("BASE-4.4.2-conditional")
    def stands_by_its_suit(self, game: Game, side: SideId, terms: Surrenders) -> bool | None:
        """Whoever sues has surrendered conditionally to each enemy that accepts that."""
        return terms == "conditional" if game.mark_of(side, SUES) else None

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Say what a suit is, and what an answer to one."""
        if Sue in ask.kinds:
            yield Lesson(
                title="Suing for peace", says="You may end a war by surrendering: it costs political points and what "
                "the victors choose, but for a year and a half nobody of you declares war on the other.",
                why="A peace without terms is proposed in the Diplomacy Step.",
                rules=("BASE-4.4.2-suits", "BASE-4.4.2-conditional", "BASE-4.4.1-informal"),
            )  # fmt: skip
        if AnswerSuit in ask.kinds:
            yield Lesson(
                title="A suit for peace", says="Your enemy surrenders if you let it: conditionally at once, "
                "unconditionally if it agrees, or not at all.",
                why="After a conditional surrender it is spared one thing, and you choose from list B alone.",
                rules=("BASE-4.4.2-answers", "BASE-4.4-spared", "BASE-4.4-lists"),
            )  # fmt: skip

    async def _offered(self, game: Game, side: SideId, foes: tuple[SideId, ...]) -> list[SideId]:
        why = f"{in_a_row(foes)} will have nothing less than your unconditional surrender"
        answer = await offer(side, SurrenderUnconditionally, why, about=foes)
        return list(answer.victors) if answer is not None else []

    def _surrender(self, game: Game, side: SideId, kind: Surrenders, victors: list[SideId]) -> None:
        order = in_order_of_war(game, side, victors)
        id = PeaceId(f"{side}, turn {game.round}, {kind}")
        game.put(Surrender(id, side, order, kind))
        game.note(f"{side} surrenders {kind}ly to {in_a_row(order)}")
        game.enter(PEACE_SEQUENCE, id, side)


def enemy_powers(game: Game, side: str) -> list[SideId]:
    """Return the powers at war with a side for which somebody answers."""
    return [one for one in seated_powers(game) if one in enemies(game, side)]
