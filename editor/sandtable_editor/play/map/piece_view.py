"""What is shown of one piece: what it covers and sees while it is pointed at, its way and its ghost while it is led."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import structs
from PySide6.QtCore import QObject, QTimer

from sandtable.board.spaces import SpaceId
from sandtable.play.turn.entries import WayEntry
from sandtable.present import Ghost
from sandtable_editor.play.map.questions import PieceLook

if TYPE_CHECKING:
    from sandtable.play.turn.poses import EndPose
    from sandtable.present import Trace
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.map.hand_on_map import HandOnMap
    from sandtable_editor.play.map.questions import MapQuestions

NOTHING_SHOWN = PieceLook()
AFTERGLOW: Final = 150
"""Milliseconds for which a ghost stays while the next is worked out."""


class Led(NamedTuple):
    """What is led over the map: how it would stand, and its way there."""

    ghost: Ghost | None = None
    trace: Trace | None = None


NOT_LED: Final = Led()


class PieceView(QObject):
    """Shows what is known by now of the piece that is pointed at or led; the rest comes a little later."""

    def __init__(self, view: MapView, hand: HandOnMap, questions: MapQuestions) -> None:
        super().__init__(view)
        self.view, self.hand, self.questions = view, hand, questions
        self._marked: tuple[str, str, EndPose] | None = None
        """A piece, a space, and how it would stand there: what somebody looks at who is asked to choose."""
        self._led = NOT_LED
        self._shown: tuple[str, PieceLook, Led] | None = None
        """What the map shows now: it is drawn once."""
        self._fading = QTimer(self, singleShot=True, interval=AFTERGLOW)
        self._fading.timeout.connect(self._fade)

    def mark(self, piece: str, space: str, pose: EndPose) -> None:
        """Show how a piece would stand in a space, and its way there, until ``unmark``."""
        self._marked = piece, space, pose
        self.show()

    def unmark(self) -> None:
        """Leave off showing what was marked."""
        self._marked = None
        self.show()

    def begin_anew(self) -> None:
        """Draw everything again: the map or what stands on it is another."""
        self._shown = None

    def show(self) -> None:
        """Show what is known of the piece that is pointed at, and where that which is led over the map would stand.

        While the next place is worked out that before is shown a moment longer, so that nothing flickers.
        """
        led = self._find_led()
        if led is not None:
            self._fading.stop()
            self._led = led
        elif not self._fading.isActive() and self._led != NOT_LED:
            self._fading.start()
        self._show(self._led)

    def _fade(self) -> None:
        self._led = NOT_LED
        self._show(NOT_LED)

    def _show(self, led: Led) -> None:
        is_led = self._marked is not None or bool(self.hand.pointer.carried)
        pointed = "" if is_led else self.hand.pointer.piece  # what a piece covers where it stood is past
        look = self._look_of(pointed)
        if self._shown == (pointed, look, led):
            return
        self._shown = pointed, look, led
        self.view.show_overlays(look.overlays, pointed)
        self.view.show_lines([led.trace] if led.trace is not None else look.traces, look.sights)
        self.view.show_ghost(led.ghost)

    def _look_of(self, piece: str) -> PieceLook:
        found = self.questions.look_of(piece if piece in self.view.counters else "")
        return found if found is not None else NOTHING_SHOWN

    def _find_led(self) -> Led | None:
        """Return what is led over the map as it would stand, ``None`` while that is being worked out."""
        if self._marked is not None:
            marked = self._posed(*self._marked)  # whoever asks to choose tells the price
            return marked._replace(ghost=marked.ghost and structs.replace(marked.ghost, says="", price=""))
        entry, space = self.hand.draft.entry, self.hand.pointer.space
        piece, carried = self.questions.moving_piece(), self.hand.pointer.carried
        if not piece or not (carried or isinstance(entry, WayEntry)):
            return NOT_LED
        if isinstance(entry, WayEntry) and entry.way and not carried:
            so_far = self.questions.way_in_hand()
            end = self.hand.draft.places.spot(entry.way[-1])
            return self._posed(piece, end, so_far) if so_far is not None else None
        if not space or self.hand.stands_in(piece, space):
            return NOT_LED
        landing = self.questions.landing_of(piece, space)
        if landing is None:
            return None if self.questions.landings.is_busy else NOT_LED
        if not landing.endings:
            return NOT_LED
        return self._posed(piece, space, landing.poses.cheapest if landing.poses.all else None)

    def _posed(self, piece: str, space: str, pose: EndPose | None) -> Led:
        """Return a piece in a pose, with the way there if all of that lies on the map."""
        trace = pose.trace if pose is not None else None
        on_map = trace is not None and all(map(self.view.geography.knows, trace.spaces))
        return Led(self._ghost(piece, space, pose), trace if on_map else None)

    def _ghost(self, piece: str, space: str, pose: EndPose | None) -> Ghost | None:
        """Return how a piece would stand; where the game does not say, it stands in the space as it does now."""
        counter = self.view.counters.get(piece)
        found = pose.ghost if pose is not None else None
        if counter is None:
            return None
        if found is None:
            found = Ghost(piece=piece, spaces=(SpaceId(space),), facing=counter.facing, formation=counter.formation)
        if not all(map(self.view.geography.knows, found.spaces)):
            return None
        return found if found.price else structs.replace(found, price=self._price(piece, space, pose))

    def _price(self, piece: str, space: str, pose: EndPose | None) -> str:
        if pose is not None:
            return pose.price
        reach = self.questions.reach_at_hand(piece)
        return reach.price_of(SpaceId(space)) if reach is not None else ""
