"""The terms of a formal peace (4.4): what the loser is spared, what the victors choose by turns from B and C."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Refusal,
    RuleModule,
    SideId,
    Subset,
    ask,
    fills,
    hookimpl,
    in_a_row,
    leaves,
    opens,
    refuses,
    rule,
)
from sandtable.present import Lesson
from sandtable_empires.charts.keys import CHOSEN, LETTERS, SURRENDER_CHOICES, SURRENDERS, TERM_AMOUNTS, numbers
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.hookspecs.peace import PeaceHooks
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.peace import Letter, PeaceId, PeaceTerm, Surrender, TermId, terms_of
from sandtable_empires.relations import end_war
from sandtable_empires.steps import PEACE_SEQUENCE, SPARED_STEP, TERM_STEP

WORDS: Final[dict[str, str]] = {
    "A.1": "no corps are disbanded (no B.1)", "A.2": "no reparations are paid (no B.3)",
    "A.3": "no truce beyond the enforced peace (no B.2)", "A.4": "American trade goes on (no B.6)",
    "A.5": "the loser names the province that it cedes (B.7)",
    "B.1": "corps are disbanded", "B.2": "a truce binds the loser", "B.3": "the loser pays reparations",
    "B.4": "the loser lends a corps", "B.5": "the loser hands a minor country over",
    "B.6": "the loser has no American trade", "B.7": "the loser cedes a province",
    "C.1": "up to half of the loser's corps are disbanded", "C.2": "a long truce binds the loser",
    "C.3": "the loser pays its whole home tax", "C.4": "the loser cedes provinces",
    "C.5": "the lands of the loser are open to the victor", "C.6": "a leader of the loser is removed",
    "C.7": "the loser has no colonial trade",
}  # fmt: skip
"""What each term is, in a few words."""
ABOUT: Final = ("B.5", "B.7", "C.4", "C.6")
"""Terms that are about something: the victor says about what."""
EXCLUDE: Final = (("B.1", "C.1"), ("B.1", "B.4"), ("B.2", "C.2"), ("B.3", "C.3"))
"""Terms that do not stand in one peace."""
Sparing = Literal["A.1", "A.2", "A.3", "A.4", "A.5"]
"""What a loser may be spared: list A."""
SPARES: Final = {"A.1": "B.1", "A.2": "B.3", "A.3": "B.2", "A.4": "B.6"}


class BeSpared(Action[PeaceId], frozen=True):
    """Say what you are spared by a conditional surrender."""

    what: Annotated[Sparing, Meta(title="what you are spared")]

    @fills("what")
    @staticmethod
    def one_of_list_a(game: Game, ask: Ask[PeaceId]) -> Choice[str]:
        return Choice(get_args(Sparing))

    @classmethod
    def name_value(cls, game: object, field: str, value: object) -> str:
        return f"{value}: {WORDS[str(value)]}"

    def says(self, game: Game, ask: Ask[PeaceId]) -> str:
        return f"{ask.side} takes {self.what}: {WORDS[self.what]}"


class ChooseTerm(Action[PeaceId], frozen=True):
    """Write a term into the peace."""

    title = "Choose a term"

    letter: Annotated[Letter, Meta(title="term")]
    what: Annotated[tuple[str, ...], Meta(title="what it is about")]

    @fills("letter")
    @staticmethod
    def any_term(game: Game, ask: Ask[PeaceId]) -> Choice[str]:
        return Choice(LETTERS)

    @fills("what")
    @staticmethod
    def what_it_is_about(game: Game, ask: Ask[PeaceId], letter: Letter) -> Subset[str]:
        named_by_loser = letter == "B.7" and game[Surrender][ask.about].spared == "A.5"
        many = game.chart(TERM_AMOUNTS).number(letter) if letter in ABOUT and not named_by_loser else 0
        found = objects(game, ask.about, letter, SideId(ask.side)) if many else ()
        return Subset(found, min(many, len(found)), many)

    @classmethod
    def name_value(cls, game: Game, field: str, value: object) -> str:  # type: ignore[override]  # the names of all there is
        return f"{value}: {WORDS[str(value)]}" if field == "letter" else game.name(str(value))

    def says(self, game: Game, ask: Ask[PeaceId]) -> str:
        about = f" ({in_a_row(map(game.name, self.what))})" if self.what else ""
        return f"{ask.side} chooses {self.letter}: {WORDS[self.letter]}{about}"


class PeaceTerms(RuleModule):
    """What is written into a peace."""

    key = "peace_terms"
    needs = CAMPAIGN
    after = ("suing?",)
    charts = (
        numbers(SURRENDER_CHOICES, SURRENDERS, ("terms", "months")),
        numbers(TERM_AMOUNTS, LETTERS),
    )

    # --- choosing

    @opens(SPARED_STEP)
    @rule("BASE-4.4-spared")
    async def what_is_spared(self, game: Game, frame: Frame) -> None:
        """Whoever surrenders conditionally is first spared one thing of list A."""
        peace = game[Surrender][frame.subject]
        if peace.kind == "conditional" and not peace.spared:
            why = f"you surrender to {in_a_row(peace.victors)}: what are you spared?"
            answer = await ask(peace.loser, BeSpared, why, about=peace.id)
            game.change(game[Surrender][peace.id], spared=answer.what)

    @opens(TERM_STEP)
    @rule("BASE-4.4-by-turns")
    async def choose_by_turns(self, game: Game, frame: Frame) -> None:
        """The victors choose by turns, in the order in which they went to war, until all is chosen, or nobody can."""
        peace = game[Surrender][frame.subject]
        most, chosen = game.chart(SURRENDER_CHOICES).number(peace.kind, CHOSEN), terms_of(game, peace.id)
        first = (frame.round - 1) % len(peace.victors)
        why = f"{peace.loser} surrenders {peace.kind}ly: term {len(chosen) + 1} of {most}"
        asks = (
            Ask(one, (ChooseTerm,), why, about=peace.id) for one in (*peace.victors[first:], *peace.victors[:first])
        )
        able = next((one for one in asks if game.can_answer(one)), None) if len(chosen) < most else None
        if able is None:
            game.leave(PEACE_SEQUENCE)
            return
        answer = await ask(able.side, ChooseTerm, why, about=peace.id)
        id = TermId(f"{peace.id}, term {len(chosen) + 1}")
        game.put(PeaceTerm(id, peace.id, answer.letter, SideId(able.side), peace.loser, answer.what))

    # --- what may be chosen

    @refuses(ChooseTerm, "letter")
    @rule("BASE-4.4-barred")
    def only_what_nothing_forbids(self, game: Game, act: ChooseTerm, ask: Ask[PeaceId]) -> Refusal | None:
        """A term is written only where no rule forbids it."""
        bars = game.hooks(PeaceHooks).no_term(game, ask.about, act.letter, SideId(ask.side))
        return next((Refusal(one.says, rule=one.rule) for one in bars), None)

    @hookimpl
    @rule("BASE-4.4-lists")
    def no_term(self, game: Game, peace: PeaceId, letter: Letter, by: SideId) -> Iterable[Hindrance]:
        """From list B victors choose after any surrender, from list C only after an unconditional one."""
        conditional = game[Surrender][peace].kind == "conditional"
        return [Hindrance("only an unconditional surrender allows it")] if letter[0] == "C" and conditional else []

    @hookimpl(of=PeaceHooks.no_term)
    @rule("BASE-4.4-once-each")
    def chosen_once(self, game: Game, peace: PeaceId, letter: Letter, by: SideId) -> Iterable[Hindrance]:
        """No term is chosen twice, but the removal of a leader."""
        again = letter != "C.6" and any(one.letter == letter for one in terms_of(game, peace))
        return [Hindrance("it stands in this peace already")] if again else []

    @hookimpl(of=PeaceHooks.no_term)
    @rule("BASE-4.4-exclusive")
    def not_with_its_like(self, game: Game, peace: PeaceId, letter: Letter, by: SideId) -> Iterable[Hindrance]:
        """B.1 does not stand beside C.1 or B.4, B.2 not beside C.2, B.3 not beside C.3."""
        there = {one.letter for one in terms_of(game, peace)}
        others = {a if letter == b else b for a, b in EXCLUDE if letter in (a, b)} & there
        return [Hindrance(f"{min(others)} stands in this peace")] if others else []

    @hookimpl(of=PeaceHooks.no_term)
    @rule("BASE-4.4-what-is-spared")
    def is_spared(self, game: Game, peace: PeaceId, letter: Letter, by: SideId) -> Iterable[Hindrance]:
        """What the loser is spared is not chosen: by A.1 B.1, by A.2 B.3, by A.3 B.2, by A.4 B.6."""
        spared = game[Surrender][peace].spared
        return [Hindrance(f"{spared}: {WORDS[spared]}")] if SPARES.get(spared) == letter else []

    @hookimpl(of=PeaceHooks.no_term)
    @rule("BASE-4.4-about-something")
    def about_something(self, game: Game, peace: PeaceId, letter: Letter, by: SideId) -> Iterable[Hindrance]:
        """Nothing is taken that the loser does not have."""
        if letter not in ABOUT or objects(game, peace, letter, by):
            return []
        return [Hindrance(f"{game[Surrender][peace].loser} has nothing of the kind")]

    # --- the peace

    @leaves(PEACE_SEQUENCE)
    @rule("BASE-4.4-made")
    async def made(self, game: Game, frame: Frame) -> None:
        """With the last choice the peace is made: the wars are over, and the terms are carried out in their order."""
        peace, hooks = game[Surrender][frame.subject], game.hooks(PeaceHooks)
        await hooks.peace_made(game, peace.id)
        for victor in peace.victors:
            await end_war(game, peace.loser, victor)
        for term in terms_of(game, peace.id):
            await hooks.fulfil(game, term.id)
        for row in (*terms_of(game, peace.id), peace):
            game.remove(row)

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Say what the choice is about."""
        if ChooseTerm in ask.kinds:
            yield Lesson(
                title="Terms of peace", says="Choose what the loser has to bear. The victors choose by turns.",
                why="Once the peace is made, neither of you may declare war on the other for a year and a half.",
                rules=("BASE-4.4-by-turns", "BASE-4.4-exclusive"),
            )  # fmt: skip


def objects(game: Game, peace: PeaceId, letter: Letter, by: SideId) -> tuple[str, ...]:
    """Return what a term can be about: nothing twice, and nothing that stands in the peace already."""
    taken = {what for one in terms_of(game, peace) for what in one.what}
    found = game.hooks(PeaceHooks).term_objects(game, peace, letter, by)
    return tuple(one for one in dict.fromkeys(found) if one not in taken)
