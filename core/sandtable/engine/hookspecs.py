"""Every place where a module can change any game.

Game families add hook sets of their own; these are the ones the engine itself calls. Most rules need
no hook at all: they refuse an action, react to a moment, or work when a step opens (see ``rules``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.hooks import HookSet, collects, decides, happens, settles

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.engine.actions.actions import Game
    from sandtable.engine.actions.refusals import Refusal
    from sandtable.engine.rules.facts import Word
    from sandtable.engine.rules.rules import Moment
    from sandtable.engine.rules.setup_findings import ScenarioFinding
    from sandtable.engine.state.rows import Frame, SideId


class CoreHooks(HookSet):
    """Hooks of the engine, called for every game.

    .. versionadded:: 0.1
    """

    @happens
    async def set_up(self, game: Game) -> None:
        """Add to the set-up of a campaign before its first step: rows of options chosen for it, throws, questions.

        An option that comes into force later is told so by ``RuleModule.switched_on``.

        .. versionadded:: 0.1
        """

    @settles
    async def side_order(self, game: Game, frame: Frame) -> tuple[SideId, ...] | None:
        """Say in which order sides play the phase that ``frame`` enters.

        Called once when a phase that each side plays begins. May ask (a side may choose its place). The
        first answer counts; without one the sides play in id order, and with `()` nobody does: it is passed over.
        A side at rest, for which nobody answers, plays no phase and stands in no order.

        .. versionadded:: 0.1
        """

    @collects
    def calls_upon(self, game: Game, frame: Frame) -> Iterable[str]:
        """Say why the side that plays a step is asked in it, though a standing answer of its own would end it.

        Somebody proposes something to it, or waits for its answer: "end my step unless I am addressed".

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def before_step(self, game: Game, frame: Frame) -> None:
        """Act when any step opens, before what is due and before the step's own ``@opens`` events.

        .. versionadded:: 0.1
        """

    @happens
    async def after_step(self, game: Game, frame: Frame) -> None:
        """Act when any step is over, after its ``@closes`` events and before its marks are wiped.

        .. versionadded:: 0.1
        """

    @happens
    async def after_round(self, game: Game, frame: Frame) -> None:
        """Act at the end of a round of any sequence, before its marks are wiped; ``game.leave()`` ends the sequence.

        .. versionadded:: 0.1
        """

    @decides
    def reaction_order(self, game: Game, moment: Moment, sides: tuple[SideId, ...]) -> tuple[SideId, ...]:
        """Say in which order the sides that may react are asked.

        The default: the sides that are not playing first, in id order, the one that plays last.

        .. versionadded:: 0.1
        """
        raise NotImplementedError

    @decides
    def out_of_play(self, game: Game, place: str) -> Refusal | None:
        """Say why nothing goes to a place, called ``place``, that the map shows and the scenario is not played in.

        The default: it is no part of the scenario.

        .. versionadded:: 0.4
        """
        return None

    @collects
    def facts(self, game: Game) -> Iterable[Word]:
        """Declare the words that rules can be made of by form: facts, occasions, consequences.

        A ``Fact`` has a subject (the type of an id, or the class of what a hook hands over; ``None`` for the game), a
        name, how it reads, a type, and how it is read; ``fields_of`` declares fields of rows. An ``Occasion`` puts an
        action, a number or an event in words; a ``Consequence`` is what may be done to a subject.

        It is asked once, when somebody wants the words of a game. There is no position then: an implementation takes
        no ``game``, and what it answers depends on nothing.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def situation(self, game: Game) -> Iterable[str]:
        """Tell the position in a few lines, for the terminal and for reports; ``game`` is what the viewer sees.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Say what is wrong with a scenario that only its rules can know: too many in a space, a leader without troops.

        ``game`` is the scenario laid out under its options, before the first step; ``board`` is the map it is for
        (a ``sandtable.board.maps.Map``), ``None`` without one. Asked by ``sandtable check`` and the editor, never in
        play. ``sandtable.lint.remarks`` has the common ones ready: stacking, terrain, leaders, reinforcements, dates.

        .. versionadded:: 0.1
        """
        return ()
