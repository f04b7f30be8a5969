"""The kinds of action that answer questions about one sort of thing."""

from __future__ import annotations

from typing import Protocol, TypeVar

from sandtable.engine.actions.actions import Action

A_co = TypeVar("A_co", bound=Action, covariant=True)
Q_contra = TypeVar("Q_contra", contravariant=True)


class AnswerTo(Protocol[Q_contra, A_co]):
    """A kind of action that answers questions about something."""

    def check_subject(self, about: Q_contra, /) -> type[A_co]: ...
