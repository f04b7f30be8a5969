"""Lessons as a text: what a guided first turn says of the questions of a game, each under the action it asks for."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from sandtable.engine.errors import Invalid
from sandtable.present.guidance import Advice, Lesson

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sandtable.engine.actions.actions import Ask


class LessonText(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson on a question that an action ``asks``, by the name of its class, answers.

    With ``about`` it is told only where such a thing is asked about; in ``says`` a field of it stands as
    ``{about.unit}``.
    """

    asks: str
    about: str = ""
    title: str
    says: str
    why: str = ""
    rules: tuple[str, ...] = ()

    def fits(self, ask: Ask[Any]) -> bool:
        """Tell whether this is what is asked."""
        return self.asks in {kind.__name__ for kind in ask.kinds} and self.about in ("", type(ask.about).__name__)

    def lesson(self, ask: Ask[Any], advice: Iterable[Advice]) -> Lesson:
        """Return it as it is told now."""
        says = self.says.format(about=ask.about)
        return Lesson(says=says, why=self.why, title=self.title, rules=self.rules, advice=tuple(advice))


class LessonTexts:
    """The lessons of a text, in its order: of those that fit a question the first is told."""

    def __init__(self, texts: Iterable[LessonText]) -> None:
        self._texts = tuple(texts)

    def about(self, ask: Ask[Any], advice: Iterable[Advice] = ()) -> Iterator[Lesson]:
        """Yield the lesson on a question, with what one might do; nothing where the text says nothing of it."""
        fitting = (text for text in self._texts if text.fits(ask))
        yield from (text.lesson(ask, advice) for text in list(fitting)[:1])


def read_lessons(path: Path) -> LessonTexts:
    """Read the tables ``[[lesson]]`` of a text, each with ``asks``, ``title`` and ``says``."""
    try:
        return LessonTexts(msgspec.convert(tomllib.loads(path.read_text("utf-8"))["lesson"], list[LessonText]))
    except (OSError, tomllib.TOMLDecodeError, KeyError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise Invalid(f"{path.name} is not a list of lessons: {error}") from error
