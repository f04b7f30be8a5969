"""Where modules say how a scenario of their game is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.hooks import HookSet, collects

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.board.spaces import SpaceId
    from sandtable.engine.actions.actions import Game
    from sandtable.engine.state.row import Row
    from sandtable.present.set_up import Branch, PieceTemplate, PlacingFault, SetUpCount, SetUpLimit
    from sandtable.present.set_up_forms import AimForm, DatedField, Relation


class SetUpHooks(HookSet):
    """How a scenario is set up; ``game`` is the scenario laid out, as it stands while somebody works on it.

    .. versionadded:: 0.3
    """

    @collects
    def begins_with(self, game: Game) -> Iterable[Row]:
        """Say which rows a scenario made from nothing needs: printed charts, a calendar, a nation for each side.

        ``game`` has the sides and the ground, and nothing else. They are ordinary rows: whoever made it changes them.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def templates(self, game: Game) -> Iterable[PieceTemplate]:
        """Say what can be added: a corps of this nation, a leader, a depot, with the fields that it begins with.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def order_of_battle(self, game: Game) -> Iterable[Branch]:
        """Say who belongs to whom, line by line; a line stands under one that was told before it, or under none.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def placing(self, game: Game, row: Row, space: SpaceId) -> Iterable[PlacingFault]:
        """Say why a row cannot be placed in a space; nothing where it can. The row may stand elsewhere now, or nowhere.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def limits(self, game: Game) -> Iterable[SetUpLimit]:
        """Say of what there may be only so much, and how much there is.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def counts(self, game: Game) -> Iterable[SetUpCount]:
        """Count what a designer weighs sides by: factors, corps, points.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def relations(self, game: Game) -> Iterable[Relation]:
        """Say what two parties may be to each other: at war, allied. Asked of what can be: ``game`` may have no rows.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def dated(self, game: Game) -> Iterable[DatedField]:
        """Say which fields name a round of the main sequence: when a corps arrives, when the game ends.

        Asked of what can be: ``game`` may have no rows. That of things due (``Due.when``) is known.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def aims(self, game: Game) -> Iterable[AimForm]:
        """Say what is fought for, in sentences with fields of rows in them. ``game`` may have no rows.

        .. versionadded:: 0.3
        """
        return ()
