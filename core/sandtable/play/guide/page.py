"""A page of the guide: the question that is open now, explained to somebody who has never played.

What the game teaches (the hook ``guidance``) stands on it; what it leaves unsaid is made of the titles of its steps,
the sentences of its rules and what its actions say that they do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sandtable.engine.actions.actions import Pass
from sandtable.engine.running.common_actions import EndStep, EnterThrow
from sandtable.engine.running.offers import offers
from sandtable.engine.words import sentence
from sandtable.play.guide.advising import Suggestion, suggestion
from sandtable.play.words.where import current_place, step_title
from sandtable.play.words.wording import describe_kind, side_title, without_name
from sandtable.present import presentation

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.running.offers import Offer
    from sandtable.present import Lesson

THROW = "Throw the dice on your table and type what they show: in this campaign nobody throws them for you."


class PageWay(NamedTuple):
    """Something that may be done now: what it is called, and what it does."""

    kind: type[Action]
    label: str
    says: str


class TurnProgress(NamedTuple):
    """How far the turn of a side has come: the steps in which it can do something, and how many lie behind."""

    steps: tuple[str, ...]
    behind: int
    here: str
    """The step it is at, no text where none of these is being played."""

    @property
    def says(self) -> str:
        """Say it in a few words."""
        return f"step {self.behind + 1} of {len(self.steps)}" if self.here else ""


class GuidePage(NamedTuple):
    """What the guide says of a question."""

    title: str
    place: str
    asked: tuple[str, ...]
    why: str
    notes: tuple[str, ...]
    """What else bears on it: what options that are on add."""
    ways: tuple[PageWay, ...]
    suggestion: Suggestion | None
    rules: tuple[tuple[str, str], ...]
    """The rules on which it rests, each with its title."""
    progress: TurnProgress

    @property
    def heading(self) -> str:
        """Say what it is about, and how far the turn has come."""
        here = "" if self.progress.here == self.title else self.progress.here
        far = ", ".join(filter(None, (self.progress.says, here)))
        return f"{self.title} ({far})" if far else self.title


def guide_page(game: RunningGame, ask: Ask, *, acted: bool = False) -> GuidePage:
    """Return what the guide says of a question; ``game`` is what the seat that is asked sees.

    ``acted``: the side has done something in this step already.
    """
    there = offers(game, ask)
    kinds = {None, *(offer.kind for offer in there)}
    lessons = [one for one in presentation.guidance(game, ask) if one.kind in kinds]
    lessons.sort(key=lambda one: not one.title)  # what introduces the question comes first, its rules too
    head = lessons[0] if lessons and lessons[0].title else None
    more = [one for one in lessons if one.kind is None and one is not head]
    advice = [one for lesson in lessons for one in lesson.advice]
    suggests = suggestion(game, ask, advice, taught=bool(lessons), acted=acted)
    return GuidePage(
        title=head.title if head is not None else _title(game, ask),
        place=current_place(game),
        asked=(head.says,) if head is not None else _asked(game, ask),
        why=head.why if head is not None else "",
        notes=tuple(map(_whole, more)),
        ways=tuple(_ways(there, lessons)),
        suggestion=suggests,
        rules=_rules(game, ask, [one for one in lessons if one.kind in (None, suggests and type(suggests.action))]),
        progress=progress_of(game),
    )


def _whole(lesson: Lesson) -> str:
    return " ".join(filter(None, (lesson.says, lesson.why)))


# -- what a game leaves unsaid


def _title(game: RunningGame, ask: Ask) -> str:
    """Return the title of the step that is played; of a question by itself that of the action that answers it."""
    if EnterThrow in ask.kinds:
        return "The dice"
    if EndStep in ask.kinds or len(ask.kinds) != 1:
        return sentence(step_title(game, game.frame.step))
    return ask.kinds[0].label()


def _asked(game: RunningGame, ask: Ask) -> tuple[str, ...]:
    """Say what is asked from what the question and its rule say."""
    if EnterThrow in ask.kinds:
        return (THROW,)
    text = game.family.texts.get(ask.rule)
    who = side_title(game, ask.side)
    asked = f"{who} is asked: {without_name(who, ask.why)}." if ask.why else f"{who} may act now."
    return (asked, text.says) if text is not None else (asked,)


def _ways(there: list[Offer], lessons: list[Lesson]) -> list[PageWay]:
    """Say of everything that can be done now what it does."""
    taught = {one.kind: _whole(one) for one in lessons if one.kind is not None}
    found: list[PageWay] = []
    others = [offer for offer in there if offer.kind not in (EndStep, Pass, EnterThrow)]
    if lessons and len(others) == 1 and others[0].kind not in taught:
        return []  # the question has said it
    for offer in others:
        says = taught.get(offer.kind) or f"{describe_kind(offer.kind)}."
        found.append(PageWay(offer.kind, offer.label, says))
    return found


def _rules(game: RunningGame, ask: Ask, lessons: list[Lesson]) -> tuple[tuple[str, str], ...]:
    """Return the rules that the question and what is recommended rest on, as far as they are in force."""
    texts = game.family.texts
    ids = dict.fromkeys(filter(None, (ask.rule, *(rule for one in lessons for rule in one.rules))))
    return tuple((id, texts[id].title) for id in ids if id in texts and game.stands(id))


# -- how far the turn has come


def progress_of(game: RunningGame) -> TurnProgress:
    """Return how far the turn of the side has come in the main sequence."""
    main, actions = game.frames[0], game.rulebook.actions
    phases = game.rulebook.sequences[main.sequence].phases
    steps = [(phase.key, step.key) for phase in phases for step in phase.steps if actions.get(step.key)]
    here = (main.phase, main.step)
    titles = tuple(sentence(step_title(game, step)) for _, step in steps)
    if here not in steps:
        return TurnProgress(titles, 0, "")
    nth = steps.index(here)
    return TurnProgress(titles, nth, titles[nth])
