"""The Diplomacy Step (4.1): powers propose things to each other; what is proposed waits until it is answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Final

from msgspec import Meta

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    CoreHooks,
    Frame,
    Game,
    Insert,
    Refusal,
    RuleModule,
    ScenarioFinding,
    SideId,
    Step,
    Text,
    counted,
    fills,
    hookimpl,
    offer,
    opens,
    refuses,
    rule,
)
from sandtable.present import Lesson, Panel, PresentHooks, Table
from sandtable_empires.accords import Propose, accord_id, answer_proposal, drop_accord, seated_powers
from sandtable_empires.hookspecs.politics import PoliticsHooks
from sandtable_empires.model import month_text
from sandtable_empires.model.accords import Accord, AccordId, waiting_for
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.soundness.politics import ACCORD_FAULTS, accords
from sandtable_empires.steps import ANSWERS_STEP, DIPLOMACY_PHASE, DIPLOMACY_STEP, POLITICAL_PHASE, TIME_RECORD_STEP

WORDS: Final = "an understanding"
ANSWERS: Final = {"": "waits for an answer", "accepted": "agreed", "refused": "refused"}


class ProposeInWords(Propose, frozen=True):
    """Propose something in your own words: it binds nobody, and all can read it."""

    title = "Propose in words"
    matter = WORDS

    to: SideId
    words: str

    @fills("words")
    @staticmethod
    def free_text(game: Game, ask: Ask) -> Text:
        return Text(120)

    def sentence(self, game: Game, side: str) -> str:
        return " ".join(self.words.split()) or "to be on good terms"

    def says(self, game: Game, ask: Ask) -> str:
        return f'{ask.side} proposes to {self.to}: "{self.sentence(game, ask.side)}"'


class AnswerProposal(Action, frozen=True):
    """Accept or refuse what a power has proposed to you."""

    title = "Answer a proposal"
    if_none = {"accord": ("no proposal waits for your answer", "BASE-4.1-answers")}
    if_declined = "Let them wait"

    accord: Annotated[AccordId, Meta(title="proposal")]
    accept: bool

    @fills("accord")
    @staticmethod
    def those_that_wait(game: Game, ask: Ask) -> Choice[AccordId]:
        return Choice(one.id for one in waiting_for(game, ask.side))

    @classmethod
    def value_facts(cls, game: Game, field: str, value: AccordId) -> str:
        """Say until when a proposal waits."""
        return f"waits to the end of {month_text(game, game[Accord][value].lapses)}" if field == "accord" else ""

    async def perform(self, game: Game, ask: Ask) -> None:
        await answer_proposal(game, self.accord, self.accept)

    def says(self, game: Game, ask: Ask) -> str:
        accord = game[Accord][self.accord]
        return f"{ask.side} {'accepts' if self.accept else 'refuses'} what {accord.proposer} proposes: {accord.says}"


class Diplomacy(RuleModule):
    """What is proposed, and what becomes of it."""

    key = "diplomacy"
    needs = CAMPAIGN
    steps = (
        Insert(Step(DIPLOMACY_STEP, "Diplomacy"), phase=DIPLOMACY_PHASE),
        Insert(Step(ANSWERS_STEP, "Answers"), phase=POLITICAL_PHASE),
    )
    actions = {DIPLOMACY_STEP: (AnswerProposal, ProposeInWords)}
    faults = ACCORD_FAULTS

    @hookimpl(of=CoreHooks.side_order)
    @rule("BASE-4.1-order")
    async def order_of_diplomacy(self, game: Game, frame: Frame) -> tuple[SideId, ...] | None:
        """Powers speak in the order of their names; minor countries do not speak."""
        return seated_powers(game) if frame.phase == DIPLOMACY_PHASE else None

    @hookimpl(of=CoreHooks.calls_upon)
    @rule("BASE-4.1-addressed")
    def addressed(self, game: Game, frame: Frame) -> Iterable[str]:
        """A power to which something is proposed is asked, whatever standing answer it has left."""
        here = waiting_for(game, frame.side or "") if frame.step == DIPLOMACY_STEP else ()
        return [f"{counted(len(here), 'proposal')} to answer"] if here else []

    @refuses(Propose, "to")
    @rule("BASE-4.1-once")
    def once_a_month(self, game: Game, act: Propose, ask: Ask) -> Refusal | None:
        """On one matter a power makes another one proposal a month, and none while an earlier one waits."""
        if accord_id(game, act.matter, ask.side, act.to) in game[Accord]:
            return Refusal("you have proposed {matter} to {to} this month", matter=act.matter, to=act.to)
        pair = {ask.side, act.to}
        open_ones = (one for one in game[Accord].where("matter", act.matter) if not one.answer)
        if any({one.proposer, one.to} == pair for one in open_ones):
            return Refusal("a proposal of {matter} waits for an answer", matter=act.matter)
        return None

    @refuses(Propose, "to")
    @rule("BASE-4.1-possible")
    def can_be_done(self, game: Game, act: Propose, ask: Ask) -> Refusal | None:
        """What the rules of its matter forbid cannot be proposed."""
        bars = game.hooks(PoliticsHooks).no_accord(game, SideId(ask.side), act.to, act.matter)
        return next((Refusal(bar.says, rule=bar.rule) for bar in bars), None)

    @refuses(AnswerProposal)
    @rule("BASE-4.1-still-possible")
    def can_still_be_done(self, game: Game, act: AnswerProposal, ask: Ask) -> Refusal | None:
        """What has become impossible meanwhile cannot be accepted any more."""
        one = game[Accord][act.accord]
        bars = game.hooks(PoliticsHooks).no_accord(game, one.proposer, one.to, one.matter) if act.accept else ()
        return next((Refusal(bar.says, rule=bar.rule) for bar in bars), None)

    @opens(ANSWERS_STEP)
    @rule("BASE-4.1-answers")
    async def answers(self, game: Game, frame: Frame) -> None:
        """When all have spoken, whoever has not answered may do so; what is left waits for the next month."""
        for side in seated_powers(game):
            for _ in waiting_for(game, side):
                if await self._answer(game, side) is None:
                    break

    async def _answer(self, game: Game, side: SideId) -> bool | None:
        left = waiting_for(game, side)
        why = f"{counted(len(left), 'proposal')} to answer: {'; '.join(f'{one.proposer}: {one.says}' for one in left)}"
        answer = await offer(side, AnswerProposal, why)
        if answer is None:
            return None
        await answer_proposal(game, answer.accord, answer.accept)
        return answer.accept

    @opens(TIME_RECORD_STEP)
    @rule("BASE-4.1-lapse")
    async def lapse(self, game: Game, frame: Frame) -> None:
        """What nobody has answered by the end of the month after, and what was refused or carried out, is done with."""
        for one in [one for one in game[Accord] if one.lapses and one.lapses <= game.round]:
            await drop_accord(game, one.id)

    @hookimpl(of=PoliticsHooks.accord_made)
    @rule("BASE-4.1-words")
    async def understood(self, game: Game, accord: AccordId) -> None:
        """What is agreed in words stands to be read for a year, and binds nobody."""
        if game[Accord][accord].matter == WORDS:
            game.change(game[Accord][accord], lapses=game.round + 12)

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name proposals and truces that cannot be."""
        return accords(game)

    # --- what is shown

    @hookimpl(of=PresentHooks.panels)
    def proposals(self, game: Game) -> Iterator[Panel]:
        """What has been proposed and agreed: what waits for an answer first."""
        rows = tuple(
            (str(one.proposer), str(one.to), ANSWERS[one.answer], month_text(game, max(1, one.lapses)), one.says)
            for one in sorted(game[Accord], key=lambda one: list(ANSWERS).index(one.answer))
        )
        if rows:
            columns = ("From", "To", "Answer", "Until", "What")
            yield Table(key="proposals", title="Proposals", columns=columns, rows=rows, where="bottom")

    @hookimpl(of=CoreHooks.situation)
    def proposed(self, game: Game) -> Iterator[str]:
        """What waits for an answer."""
        if waiting := [f"{one.proposer} to {one.to}: {one.says}" for one in game[Accord] if not one.answer]:
            yield f"Proposed: {'; '.join(waiting)}"

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Say what becomes of a proposal."""
        if any(issubclass(kind, Propose) for kind in ask.kinds):
            yield Lesson(
                title="Diplomacy", says="Propose alliances, peace or anything else to other powers, and answer what "
                "they propose to you.",
                why="A proposal waits for its answer until the end of next month. Nothing comes of it before the other "
                "has accepted.",
                rules=("BASE-4.1-answers", "BASE-4.1-lapse"),
            )  # fmt: skip
