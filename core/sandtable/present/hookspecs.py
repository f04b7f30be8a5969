"""Where modules say how their game looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.hooks import HookSet, collects, decides

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId
    from sandtable.engine.actions.actions import Action, Ask, Game
    from sandtable.engine.state.row import Row
    from sandtable.engine.state.rows import SideId
    from sandtable.present.board import Counter, MapMode, Reach, Sign
    from sandtable.present.contests import Contest, Course, Gauge, Outcome
    from sandtable.present.guidance import Lesson
    from sandtable.present.measures import Measure
    from sandtable.present.panels import Panel, Sheet
    from sandtable.present.poses import Arrow, Ghost, PieceOverlay, SightLine, Trace
    from sandtable.present.standing import Standing


def present_hooks(game: Game) -> PresentHooks | None:
    """Return the hooks of a game that says how it looks, ``None`` for one that does not."""
    return game.hooks(PresentHooks) if game.has_hooks(PresentHooks) else None


class PresentHooks(HookSet):
    """How a game looks; ``game`` is always what the viewer may see.

    .. versionadded:: 0.1
    """

    @collects
    def spaces(self, game: Game) -> Iterable[tuple[str, SpaceId]]:
        """Say which space an id means that actions name a place by, where it is not the id of the space itself.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def counters(self, game: Game) -> Iterable[Counter]:
        """Say what stands on the map. Asked after every ply.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def signs(self, game: Game) -> Iterable[Sign]:
        """Say what is the matter with spaces: a siege, a plague. Asked after every ply.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def map_modes(self, game: Game) -> Iterable[MapMode]:
        """Colour the map in ways of the game: owners, provinces, supply.

        .. versionadded:: 0.1
        """
        return ()

    @decides
    def map_mode(self, game: Game, key: str) -> MapMode | None:
        """Give a way to colour the map that was announced ``on_demand``, now that somebody looks at it.

        .. versionadded:: 0.3
        """
        return None

    @collects
    def reach(self, game: Game, piece: str) -> Iterable[Reach]:
        """Say where a piece can go, at what price, and why not elsewhere; nothing for a piece that does not move now.

        Where no module answers it is found: an action of this step whose first field is the piece and whose second is
        a way tells where it leads, and why not elsewhere. A subclass of another action leads further, at its ``risk``.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def ghosts(self, game: Game, piece: str, value: object) -> Iterable[Ghost]:
        """Say how a piece would stand if it came to what the hand names: a state of the ways of its move, a space.

        Asked while the piece is carried or its way is chosen. A ``Pose`` of the board needs no
        answer; any other value without one is shown in the space itself.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def piece_overlays(self, game: Game, piece: str) -> Iterable[PieceOverlay]:
        """Say which spaces are something to a piece: what it faces, fires on, sees, holds, leads.

        Asked for the piece that is pointed at, and no other.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def traces(self, game: Game, piece: str) -> Iterable[Trace]:
        """Say which way a piece has gone this turn, or is ordered to go. Asked for the piece that is pointed at.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def sight_lines(self, game: Game, piece: str) -> Iterable[SightLine]:
        """Say whom a piece sees, and what hides the others. Asked for the piece that is pointed at.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def about(self, game: Game, space: SpaceId) -> Iterable[Sheet]:
        """Tell about a space that somebody looks at.

        .. versionadded:: 0.1
        """
        return ()

    @decides
    def card(self, game: Game, piece: str) -> Sheet | None:
        """Tell about a piece that is pointed at: its composition, its leader, its state.

        Without an answer its counter is told in words. What it may do and what it did are told besides.

        .. versionadded:: 0.1
        """
        return None

    @collects
    def panels(self, game: Game) -> Iterable[Panel]:
        """Say what stands beside the map now: the battle that is being fought, tracks, tables.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def preview(self, game: Game, action: Action) -> Iterable[Panel]:
        """Say what an action would come to that somebody is about to do: numbers with their parts, a chart.

        Asked for the action in hand once it is whole, legal or not; it is shown below the decision. What its dice
        would show is not known.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def arrows(self, game: Game, action: Action | None) -> Iterable[Arrow]:
        """Say who goes against whom: in what is fought out now, and by an action that somebody is about to do.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def measures(self, game: Game) -> Iterable[Measure]:
        """Count what is drawn over the time of a game: provinces, money, factors; nothing of what ``game`` hides.

        .. versionadded:: 0.1
        """
        return ()

    @decides
    def standing(self, game: Game) -> Standing | None:
        """Say how the game is won, and how near each side is to it; nothing of what ``game`` hides.

        .. versionadded:: 0.1
        """
        return None

    @collects
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Teach a question to somebody who has never played: what is asked, why, what one might do.

        Asked only while a guide is on, of every module: each tells of the actions it brings where ``ask.kinds`` has
        them, so an option that is on is taught because it is there. A game that says nothing has a guide all the same,
        made of the titles of its steps, of its rules' sentences and of what is on offer.

        .. versionadded:: 0.3
        """
        return ()

    @decides
    def side_colour(self, game: Game, side: SideId) -> str | None:
        """Give the colour of a side, as "#1d4e89": whoever is asked is named on it.

        Without an answer it is that of its counters.

        .. versionadded:: 0.1
        """
        return None

    @decides
    def round_title(self, game: Game, number: int) -> str | None:
        """Say what a round of the main sequence is called: "May 1808". Without an answer it is "Round 1".

        .. versionadded:: 0.1
        """
        return None

    @decides
    def sheet(self, game: Game) -> Map | None:
        """Give the map that a game is shown on whose rules ask for none; its spaces have the ids that actions name.

        Asked only where the game is not played on a map, now and then: keep what you give.

        .. versionadded:: 0.1
        """
        return None

    # -- odds

    @collects
    def contests(self, game: Game) -> Iterable[Contest]:
        """Say what is being fought out now, the innermost last, or what an action that is asked for now would begin.

        .. versionadded:: 0.1
        """
        return ()

    @decides
    def outcome(self, game: Game, course: Course) -> Outcome | None:
        """Say what has come of a contest, or of a part of it: of a trial for odds, of a round of one that was fought.

        ``game`` is the position at the end of it, or past it.

        .. versionadded:: 0.1
        """
        return None

    @collects
    def gauges(self, game: Game, course: Course) -> Iterable[Gauge]:
        """Measure what the parties of a contest have left: morale, factors; told after each round, drawn as bars.

        ``course`` is how it has gone so far; ``game`` is the position it has come to.

        .. versionadded:: 0.1
        """
        return ()

    @decides
    def exchange(self, game: Game, action: Action) -> Contest | None:
        """Say what a single action fights out that enters no sequence: a fire, a duel. ``game`` is as it was before.

        .. versionadded:: 0.1
        """
        return None

    @collects
    def imagined(self, game: Game, chance: Random) -> Iterable[Row]:
        """Fill in what a seat cannot see, before a contest is tried out: rows in place of their public faces.

        ``game`` is what the seat sees, and nothing else is known. What cannot be seen is drawn evenly, with ``chance``.

        .. versionadded:: 0.1
        """
        return ()
