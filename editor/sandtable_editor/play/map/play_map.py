"""The map of a campaign: what stands on it, what may be pointed at, what is carried where, and why not elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from sandtable.board.spaces import SpaceId
from sandtable.play.turn.entries import NOTHING, ListEntry, WayEntry
from sandtable.present import presentation
from sandtable_editor.canvas import MapView
from sandtable_editor.play.map.choosing import Choosing
from sandtable_editor.play.map.clicks import MapClicks
from sandtable_editor.play.map.drops import Drops
from sandtable_editor.play.map.going_round import GoingRound
from sandtable_editor.play.map.hand_on_map import HandOnMap
from sandtable_editor.play.map.map_pieces import MapPieces
from sandtable_editor.play.map.map_pointer import MapPointer
from sandtable_editor.play.map.piece_card import CardTalk
from sandtable_editor.play.map.piece_view import PieceView
from sandtable_editor.play.map.place_menu import PlaceMenu
from sandtable_editor.play.map.question_look import QuestionLook
from sandtable_editor.play.map.questions import MapQuestions
from sandtable_editor.play.map.space_talk import SpaceTalk
from sandtable_editor.play.turn.strip import Strip
from sandtable_editor.shell.theme import magnified, shades, tone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.board.maps import Map
    from sandtable.play.turn.landings import Filled
    from sandtable.present import MapMode
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.turn.action_draft import ActionDraft
    from sandtable_editor.shell.commands import Commands
    from sandtable_editor.shell.jobs import Jobs


class PlayMap(QWidget):
    """The map, with all that acts on it: it connects them, and shows what the hand may point at."""

    place_clicked = Signal(str)
    hint = Signal(str)

    def __init__(self, campaign: Campaign, draft: ActionDraft, board: Map, commands: Commands, jobs: Jobs) -> None:
        super().__init__()
        self.campaign, self.draft, self.board = campaign, draft, board
        self.view = MapView()
        self.view.show_map(board)
        self.view.set_theme(tone(), magnified())
        self.pointer = MapPointer(self.view)
        self.hand = HandOnMap(draft, self.pointer, self.view)
        self.questions = MapQuestions(campaign, draft, self.hand, jobs)
        self.pieces = MapPieces(self.view, self.questions.whole_mode)
        self.strip = Strip(campaign, commands)
        self._lay_out(commands)
        self.talk = SpaceTalk(self.view, self.hand, self.questions, self.pieces)
        self.piece_view = PieceView(self.view, self.hand, self.questions)
        self.cards = CardTalk(self.view, self.hand, self.questions, self._number_of)
        self.talk.tip.keeps_off(self.cards.card)
        self.choosing = Choosing(self.view, self.piece_view, self)
        self.drops = Drops(self.hand, self.questions, self.choosing)
        self.clicks = MapClicks(self.view, self.hand, self.questions, self.talk, self.choosing, self.drops)
        self.round = GoingRound(self.view, self.hand, self.questions, self.cards)
        self.question_look = QuestionLook(self.view, draft)
        self.menu = PlaceMenu(draft, self.view, self.questions, self.choosing, self.place_clicked.emit)
        self._marking = False
        self.pointed: list[SpaceId] = []
        """Where the guide points."""
        self._named: set[SpaceId] = set()
        self._named_pieces: tuple[str, ...] = ()
        self._connect()
        self.refresh()

    def _lay_out(self, commands: Commands) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        fit = QToolButton()
        fit.setDefaultAction(commands["fit"])
        self.view.settled_entered.connect(commands["do_it"].trigger)
        for widget in (self.pieces.modes, fit):
            self.strip.add(widget)
        column.addWidget(self.strip)
        column.addWidget(self.view, 1)

    def _connect(self) -> None:
        view = self.view
        view.space_clicked.connect(self._space_clicked)
        view.counter_clicked.connect(self._counter_clicked)
        view.space_context.connect(self._space_menu)
        view.selection_changed.connect(self._on_selection)
        view.fan_changed.connect(self.show_pointed)  # the card makes way for those that are fanned out
        view.counters_dropped.connect(self.drops.drop)
        view.counters_joined.connect(self.drops.join)
        self.pointer.moved.connect(self.show_pointed)
        self.pointer.taken.connect(self.show_pointed)
        self.talk.hint.connect(self.hint)
        for aside in self.questions.all:
            aside.came.connect(self.show_pointed)
        self.questions.possible.came.connect(self._light)
        self.questions.colours.came.connect(self.pieces.colour)
        self.campaign.changed.connect(self.refresh)
        self.draft.changed.connect(self._follow_hand)

    # -- showing

    @property
    def mode(self) -> MapMode | None:
        """How the map is coloured, ``None`` by its terrain."""
        return self.pieces.mode

    @property
    def is_thinking(self) -> bool:
        """Whether something that will be shown is being worked out."""
        return self.questions.is_busy

    def refresh(self) -> None:
        """Show the position as the seat at the screen sees it."""
        view = self.campaign.view
        self.talk.tip.hide()
        self.cards.begin_anew()
        self.questions.follow()
        self.pieces.show(view, self.board)
        self.piece_view.begin_anew()
        lost = [f"{one.title} ({', '.join(one.spaces)})" for one in self.pieces.lost]
        self.question_look.follow()
        self.strip.warn(f"Not on this map: {', '.join(lost)}" if lost else "")
        self._follow_hand()

    def show_board(self, board: Map) -> None:
        """Show another revision of the map; what is on it follows with the position."""
        self.board = board
        self.view.show_map(board)

    def follow_theme(self) -> None:
        """Take the colours and the size of the theme."""
        self.view.set_theme(tone(), magnified())
        self.refresh()

    def look_at_forces(self) -> None:
        """Begin with the part of the map where there is something."""
        view = self.campaign.view or self.campaign.game.seen_by_sides(frozenset())
        self.view.look_at_counters([one.space for one in presentation.counters(view)])
        self.question_look.follow(anew=True)

    def is_on_map(self, spot: str) -> bool:
        """Tell whether something can be clicked on the map: a space or a piece."""
        return self.board.knows(spot) or spot in self.view.counters

    def show_pointed(self) -> None:
        """Show what is known by now of what is pointed at and carried."""
        reach = self.questions.shown_reach()
        if reach is not self.view.reach:
            self.view.show_reach(reach)
        self.piece_view.show()
        self.cards.tell()
        self.talk.tell()  # its tip keeps off the card

    def _follow_hand(self) -> None:
        """Mark what may be pointed at, and the piece that is held with its reach."""
        self.questions.follow()
        if self.campaign.view is None:
            self._named, self._named_pieces = set(), ()
            self.view.highlight({})
        else:
            self._light()
            self._marking = True
            self.view.select(self._named_pieces or self.hand.held_pieces() or self.hand.chosen_pieces())
            self._marking = False
            self.view.enter_clicks = any(map(self.is_on_map, self.draft.spots()))
            self.view.settled_space = "".join(self._chosen_spots()) if isinstance(self.draft.entry, ListEntry) else ""
        self.show_pointed()

    def _light(self) -> None:
        """Light what may be pointed at, and is possible; what has been chosen stands out."""
        colours, chosen = shades(), self._chosen_spots()
        spots = self.questions.possible_spots()
        lit = {SpaceId(spot): colours.accent for spot in spots or () if self.board.knows(spot)}
        pointed = dict.fromkeys([*self.pointed, *self._named], colours.warm)
        lit |= {SpaceId(spot): colours.good for spot in (*self._filled_spots(), *chosen) if self.board.knows(spot)}
        self.view.highlight(lit | pointed)

    def point_at(self, spaces: list[SpaceId]) -> None:
        """Light the places that the guide means, and no others besides those that may be chosen."""
        if spaces != self.pointed:
            self.pointed = spaces
            self._follow_hand()

    def _chosen_spots(self) -> list[str]:
        entry, places = self.draft.entry, self.draft.places
        if isinstance(entry, ListEntry) and entry.chosen is not NOTHING:
            return [places.spot(entry.chosen)]
        return [places.spot(step) for step in entry.way] if isinstance(entry, WayEntry) else []

    def _filled_spots(self) -> list[str]:
        """Return the places that fields hold which are filled already, by hand or because there is just one choice."""
        filled = self.draft.filled_fields.values()
        return [self.draft.places.spot(value) for value in filled if isinstance(value, str)]

    def light_up(self, spaces: Iterable[SpaceId], pieces: Iterable[str]) -> None:
        """Light up places and pieces that a line names, besides what may be pointed at; with none of them no longer."""
        self._named = {space for space in spaces if self.board.knows(space)}
        self._named_pieces = tuple(piece for piece in pieces if piece in self.view.counters)
        self._follow_hand()

    def _number_of(self, found: Filled) -> int:
        """Return the key that takes up what a piece may do, 0 for none."""
        listed = (one for one in self.draft.listed if one.is_possible and one.offer.kind is found.kind)
        return next((one.number for one in listed), 0)

    # -- what is done

    def pick_up(self, piece: str) -> None:
        """Take a piece up for what it may do."""
        self.clicks.pick_up(piece)

    def _space_clicked(self, space: str) -> None:
        if self.campaign.view is not None:
            self.clicks.on_space(space)
            self.place_clicked.emit(space)

    def _counter_clicked(self, piece: str) -> None:
        if self.campaign.view is not None:
            space = self.clicks.place_of(piece)
            self.clicks.on_counter(piece)
            self.place_clicked.emit(space)

    def _space_menu(self, space: str, at: QPoint) -> None:
        self.menu.open_at(space, at)

    def _on_selection(self, pieces: tuple[str, ...]) -> None:
        """Letting the held piece go on the map puts the action down."""
        if not pieces and not self._marking and self.hand.held_piece():
            self.draft.put_down()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn and form what the hand holds; take a step back."""
        match event.key():
            case Qt.Key.Key_BracketRight:
                self.clicks.stand_otherwise(lambda poses, pose: poses.turn(pose, 1))
            case Qt.Key.Key_BracketLeft:
                self.clicks.stand_otherwise(lambda poses, pose: poses.turn(pose, -1))
            case Qt.Key.Key_F:
                self.clicks.stand_otherwise(lambda poses, pose: poses.change_formation(pose))
            case Qt.Key.Key_Backspace:
                self.draft.back()
            case _:
                super().keyPressEvent(event)
