"""What a guided first turn says of a question: what is asked and why, what one might do, and the reason."""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.actions.actions import Action
from sandtable.engine.words import make_fit, set_frozen


class Advice(Struct, frozen=True, kw_only=True):
    """Something one might do, and ``because`` of what, in a sentence.

    An action that the rules refuse is not recommended, so whoever advises need not look. Of what several modules
    advise the player is told what weighs most: 1 for what should not be missed, -1 for what one does for want of
    anything better. ``worth`` tells of what one lesson advises what is best, in whatever it counts by.
    """

    action: Action
    because: str
    weight: int = 0
    worth: int = 0

    def __post_init__(self) -> None:
        make_fit(self, "because")


class Lesson(Struct, frozen=True, kw_only=True):
    """What a module teaches about a question, or about one ``kind`` of action that answers it.

    A lesson with a ``title`` introduces the question: ``says`` tells what is asked, ``why`` what it is good for. One
    without either title or kind adds a sentence to it, as an option does. One of a kind says what the action does.
    ``rules`` are the ids on which it rests: those who want to know more read on there. What it advises stands in the
    order of its worth, as it was given where that is the same.
    """

    says: str
    why: str = ""
    title: str = ""
    kind: type[Action] | None = None
    advice: tuple[Advice, ...] = ()
    rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        make_fit(self, "says", "why", "title")
        set_frozen(self, "advice", tuple(sorted(self.advice, key=lambda one: -one.worth)))
