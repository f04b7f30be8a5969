"""The map with its counters: what may be pointed at, what is carried where, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QMenu, QToolButton, QVBoxLayout, QWidget

from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import SandtableError
from sandtable.engine.running.offers import Offer
from sandtable.play.turn import carrying
from sandtable.play.turn.entries import NOTHING, ListEntry, SubsetEntry, WayEntry
from sandtable.play.turn.places import spot_of
from sandtable.play.turn.poses import EndPoses, pose_in_hand, poses_at, with_pose
from sandtable.play.words.naming import OfferedValues
from sandtable.play.words.objections import Objection, is_possible
from sandtable.present import presentation
from sandtable_editor.canvas import MapView
from sandtable_editor.play.map.aside import AskedAside
from sandtable_editor.play.map.drops import Drops
from sandtable_editor.play.map.piece_view import PieceView
from sandtable_editor.play.map.ring import PoseRing
from sandtable_editor.play.map.tips import MapTip
from sandtable_editor.play.turn.strip import Strip
from sandtable_editor.shell.theme import is_dark, shades

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.turn.poses import EndPose
    from sandtable.present import MapMode, Reach, Sign
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.turn.action_draft import ActionDraft
    from sandtable_editor.shell.commands import Commands
    from sandtable_editor.shell.jobs import Jobs

GROUND = "Terrain"


class PlayMap(QWidget):
    """The map, and what is done on it."""

    place_clicked = Signal(str)
    hint = Signal(str)

    def __init__(self, campaign: Campaign, draft: ActionDraft, board: Map, commands: Commands, jobs: Jobs) -> None:
        super().__init__()
        self.campaign, self.draft, self.board = campaign, draft, board
        self.view = MapView()
        self.modes = QComboBox()
        self.modes.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.modes.setToolTip("What the colours of the map show")
        self.modes.currentIndexChanged.connect(self._colour)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.strip = Strip(campaign, commands)
        fit = QToolButton()
        fit.setDefaultAction(commands["fit"])
        for widget in (self.modes, fit):
            self.strip.add(widget)
        column.addWidget(self.strip)
        column.addWidget(self.view, 1)
        self.mode: MapMode | None = None
        self.signs: dict[str, list[Sign]] = {}
        """What is the matter with spaces."""
        self._known_modes: list[MapMode] = []
        self.reaches: AskedAside[Reach] = AskedAside(campaign, jobs, "Working out where pieces can go")
        self.possible: AskedAside[frozenset[str]] = AskedAside(campaign, jobs, "Working out what is possible")
        self.tip, self.drops = MapTip(self.view), Drops(self)
        self._pointed = self._over = ""
        """The piece that is pointed at, and the space."""
        self._carried: tuple[str, ...] = ()
        self._why: dict[str, Objection | None] = {}
        self._marking = False
        self.view.show_map(board)
        self.view.set_dark(is_dark())
        view = self.view
        view.space_clicked.connect(self._space_clicked)
        view.space_hovered.connect(self._space_hovered)
        view.space_context.connect(self._space_menu)
        view.counter_hovered.connect(self._counter_hovered)
        view.counter_clicked.connect(self._counter_clicked)
        view.selection_changed.connect(self._on_selection)
        view.counters_picked.connect(self._on_pick)
        view.counters_let_go.connect(self._let_go)
        view.counters_dropped.connect(self._on_drop)
        self.reaches.came.connect(self._reach_came)
        self.possible.came.connect(self._light)
        campaign.changed.connect(self.refresh)
        draft.changed.connect(self._follow_hand)
        self.refresh()
        self.piece_view = PieceView(campaign, draft, view)

    # -- showing

    def refresh(self) -> None:
        """Show the position as the seat at the screen sees it."""
        view = self.campaign.view
        self.tip.hide()
        self.reaches.follow()
        self.possible.follow()
        self.modes.setEnabled(view is not None)
        if view is None:
            self._known_modes = []
            self.strip.warn("")
            self.view.set_counters([])
            self.view.set_signs([])
            self.signs = {}
            self.view.set_mode(None)
            self.view.show_reach(None)
            return
        counters = presentation.counters(view)
        there = [one for one in counters if all(map(self.board.knows, one.spaces))]
        self.view.set_counters(there)
        self.signs = {}
        for sign in presentation.signs(view):
            if self.board.knows(sign.space):
                self.signs.setdefault(sign.space, []).append(sign)
        self.view.set_signs([sign for signs in self.signs.values() for sign in signs])
        lost = [
            f"{one.title} ({', '.join(one.spaces)})" for one in counters if not all(map(self.board.knows, one.spaces))
        ]
        self.strip.warn(f"Not on this map: {', '.join(lost)}" if lost else "")
        self._known_modes = presentation.map_modes(view)
        self._list_modes()
        self._colour()
        self._follow_hand()

    def show_board(self, board: Map) -> None:
        """Show another revision of the map; what is on it follows with the position."""
        self.board = board
        self.view.show_map(board)

    def _list_modes(self) -> None:
        titles = [GROUND, *(mode.title for mode in self._known_modes)]
        if titles != [self.modes.itemText(at) for at in range(self.modes.count())]:
            chosen = self.modes.currentText()
            self.modes.blockSignals(True)
            self.modes.clear()
            self.modes.addItems(titles)
            self.modes.setCurrentIndex(max(0, titles.index(chosen) if chosen in titles else 0))
            self.modes.blockSignals(False)
        self.modes.setVisible(len(titles) > 1)

    def _colour(self) -> None:
        at = self.modes.currentIndex() - 1
        self.mode = self._known_modes[at] if 0 <= at < len(self._known_modes) else None
        self.view.set_mode(self.mode)

    def set_dark(self, dark: bool) -> None:
        """Follow the theme."""
        self.view.set_dark(dark)
        self.refresh()

    def _follow_hand(self) -> None:
        """Mark what may be pointed at, and the piece that is held with its reach."""
        self._why = {}
        if self.campaign.view is None:
            self.view.highlight({})
            return
        self._light()
        held = self.held_piece()
        self._marking = True
        self.view.select((held,) if held else self._chosen_pieces())
        self._marking = False
        self.view.enter_clicks = any(map(self.is_on_map, self.draft.spots()))
        self._show_reach()

    def asks_for_space(self) -> bool:
        """Tell whether what is asked for now is a place on the map."""
        return isinstance(self.draft.entry, WayEntry) or any(map(self.draft.places.is_space, self.draft.spots()))

    def _chosen_pieces(self) -> tuple[str, ...]:
        """Return the pieces that are checked for an action that takes several."""
        entry = self.draft.entry
        return tuple(spot_of(one) for one in entry.chosen) if isinstance(entry, SubsetEntry) else ()

    def held_piece(self) -> str:
        """Return the piece that the hand is about to do something with."""
        view = self.campaign.view
        if view is None:
            return ""
        pieces = {counter.piece for counter in presentation.counters(view)}
        values = [
            *self.draft.filled_fields.values(),
            self.draft.entry.result() if self.draft.entry is not None else None,
        ]
        return next((one for one in values if isinstance(one, str) and one in pieces), "")

    def moving_piece(self) -> str:
        """Return the piece that is carried, else the one held if what is asked of it is where it goes."""
        if self._carried:
            able = (one for one in self._carried if self.reaches.at_hand(one) or not self.reaches.is_known(one))
            return next(able, self._carried[-1])
        return self.held_piece() if self.asks_for_space() else ""

    @property
    def is_thinking(self) -> bool:
        """Whether something that will be shown is being worked out."""
        return self.reaches.is_busy or self.possible.is_busy

    def shown_piece(self) -> str:
        """Return the piece whose reach is shown: the one that goes where a place is asked, else that pointed at."""
        return self.moving_piece() or self._pointed

    def _reach_of(self, piece: str) -> Reach | None:
        """Return where a piece can go if that is known by now; else it comes a little later."""
        if not piece:
            self.reaches.stop()
            return None
        return self.reaches.want(piece, partial(presentation.reach, piece=piece))

    def _show_reach(self) -> None:
        self.view.show_reach(self._reach_of(self.shown_piece()))

    def _reach_came(self) -> None:
        self._show_reach()
        self._tell()

    def _light(self) -> None:
        """Light what may be pointed at, and is possible; what has been chosen stands out."""
        colours, chosen = shades(), self._chosen_spots()
        lit = {SpaceId(spot): colours.accent for spot in self.lit_spots() or () if self.board.knows(spot)}
        self.view.highlight(lit | {SpaceId(spot): colours.good for spot in chosen if self.board.knows(spot)})
        self._tell()

    def _chosen_spots(self) -> list[str]:
        entry, places = self.draft.entry, self.draft.places
        if isinstance(entry, ListEntry) and entry.chosen is not NOTHING:
            return [places.spot(entry.chosen)]
        return [places.spot(step) for step in entry.way] if isinstance(entry, WayEntry) else []

    def lit_spots(self) -> frozenset[str] | None:
        """Return what may be pointed at and leads to something legal; ``None`` while that is being worked out."""
        spots, offer, field = self.draft.spots(), self.draft.offer, self.draft.field
        if offer is None or not isinstance(self.draft.entry, ListEntry) or not any(map(self.board.knows, spots)):
            self.possible.stop()
            return frozenset(spots)
        ask, kind, filled = offer.ask, offer.kind, dict(offer.filled)

        def look(game: RunningGame) -> frozenset[str]:
            values = OfferedValues(Offer(game, ask, kind, filled), field, self.board)
            return frozenset(spot for spot, parts in spots.items() if any(map(values.is_possible, parts)))

        return self.possible.want((kind, field, repr(filled)), look)

    def is_on_map(self, spot: str) -> bool:
        """Tell whether something can be clicked on the map: a space or a piece."""
        return self.board.knows(spot) or spot in self.view.counters

    def look_at_forces(self) -> None:
        """Begin with the part of the map where there is something."""
        view = self.campaign.view or self.campaign.game.seen_by_sides(frozenset())
        self.view.look_at({one.space: one for one in presentation.counters(view)})

    # -- hovering

    def _counter_hovered(self, piece: str) -> None:
        self._pointed = piece
        self._show_reach()

    def _space_hovered(self, space: str) -> None:
        self._over = space
        self._tell()

    def _tell(self) -> None:
        """Say of the space that is pointed at what it costs to go there, or why not, and what is the matter with it."""
        space = self._over
        if not space or self.campaign.view is None:
            self.tip.hide()
            self.hint.emit("")
            return
        name = self.board.name(space)
        price, reasons = self._verdict(space)
        signs = [f"{sign.title}, {sign.says}" if sign.says else sign.title for sign in self.signs.get(space, ())]
        hint = f"{name}: {price}" if price else name + (": not possible" if reasons else "")
        self.hint.emit(" · ".join([hint, *signs]))
        self.tip.tell(SpaceId(space), name, price, [*map(str, reasons.reasons if reasons else ())], signs)

    def _verdict(self, space: str) -> tuple[str, Objection | None]:
        """Say what it costs to go there, or why not; nothing for a space that is not what is asked about."""
        piece = self.moving_piece()
        reach = self.reaches.at_hand(piece) if piece else None
        spot = SpaceId(space)
        if reach is not None:
            if price := reach.price_of(spot):
                return price, None
            if self._why_no_way(space) is not None:
                return "", self._why_no_way(space)
            if spot in reach.barred:
                return "", Objection.from_lines(reach.barred[spot])
            if reach.beyond and self.is_beyond(reach, space):
                return "", Objection.from_lines((reach.beyond,))
        spots = self.draft.spots()
        lit = self.lit_spots() if any(map(self.board.knows, spots)) else None
        if lit is None or space in lit:
            return "", None
        if space not in self._why:
            self._why[space] = self.draft.why_not_spot(space)
        return "", self._why[space]

    def _why_no_way(self, space: str) -> Objection | None:
        """Say why the piece that is carried, or goes by a way, cannot go to a space: what a drop or a click would."""
        stands = self.view.counters[self.moving_piece()].spaces if self.moving_piece() in self.view.counters else ()
        if space in stands or not (self._carried or isinstance(self.draft.entry, WayEntry)):
            return None
        if space not in self._why:
            asked = (
                self.drops.why_not((self.moving_piece(),), space) if self._carried else self.draft.why_not_spot(space)
            )
            self._why[space] = asked if asked is not None and asked.reasons else None
        return self._why[space]

    def is_beyond(self, reach: Reach, space: str) -> bool:
        """Tell whether a piece cannot go to a space, neither in the usual way nor in that which is asked for now."""
        stands = self.view.counters[reach.piece].spaces if reach.piece in self.view.counters else ()
        if space in stands or reach.price_of(SpaceId(space)) or space in reach.barred:
            return False
        return not isinstance(self.draft.entry, WayEntry) or not self.draft.leads_to(space)

    # -- clicking and carrying

    def _space_clicked(self, space: str) -> None:
        if self.campaign.view is None:
            return
        if not self._end_at(space) and not self.draft.point(space):
            self._refuse(space)
        self.place_clicked.emit(space)

    def _go_further(self, space: str) -> bool:
        """Ask for the word to go where only a risk leads; tell whether it does."""
        piece = self.moving_piece()
        reach = self.reaches.at_hand(piece)
        if reach is None or space not in reach.further:
            return False
        self.drops.drop((piece,), space)
        return True

    def _end_at(self, space: str) -> bool:
        """Open the ring where the way may end at a space in several poses; tell whether it may."""
        view, draft, entry = self.campaign.view, self.draft, self.draft.entry
        if view is None or draft.offer is None or not isinstance(entry, WayEntry):
            return False
        offer, field, so_far = draft.offer, draft.field, entry.way
        goals = entry.goals(space, draft.places.spot)
        found = poses_at(entry.ahead, goals, view, self.held_piece(), space) if len(goals) > 1 else EndPoses(())
        legal = [one for one in found.all if is_possible(offer.fill(**{field: (*so_far, *one.way)}))]
        if len(legal) > 1:
            self.open_ring(EndPoses(legal), SpaceId(space), lambda pose: self._go(so_far, pose))
        return len(legal) > 1

    def _go(self, so_far: tuple[object, ...], pose: EndPose) -> None:
        """Have the way of the hand lead to a pose."""
        entry = self.draft.entry
        if isinstance(entry, WayEntry):
            entry.way = so_far
            entry.go(pose.way)
            self.draft.entry_changed()

    def open_ring(self, poses: EndPoses, space: SpaceId, do: Callable[[EndPose], object]) -> None:
        """Have one of several poses chosen at the place where they are."""
        if any(pose.facing is None for pose in poses.all):
            self.choose({str(pose): partial(do, pose) for pose in poses.all}, space)
            return
        hexes = self.board.hexes
        north = 30.0 if hexes is not None and hexes.grid.orientation == "pointy" else 0.0
        ring = PoseRing(poses, self.board.name(space), north, self)
        ring.chosen.connect(do)
        ring.open_at(self.view.screen_spot(space))

    # -- keys for what the hand holds

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_BracketRight:
                self._stand_otherwise(lambda poses, pose: poses.turned(pose, 1))
            case Qt.Key.Key_BracketLeft:
                self._stand_otherwise(lambda poses, pose: poses.turned(pose, -1))
            case Qt.Key.Key_F:
                self._stand_otherwise(lambda poses, pose: poses.reformed(pose))
            case Qt.Key.Key_Backspace:
                self.draft.back()
            case _:
                super().keyPressEvent(event)

    def _stand_otherwise(self, change: Callable[[EndPoses, EndPose], EndPose]) -> None:
        """Have the way of the hand end where it ends, facing or formed otherwise."""
        view, entry, piece = self.campaign.view, self.draft.entry, self.held_piece()
        if view is None or not isinstance(entry, WayEntry):
            return
        here = pose_in_hand(entry.domain, entry.way, view, piece)
        if here is not None:
            pose, space = here
            goals = WayEntry(entry.domain).goals(space, self.draft.places.spot)
            poses = with_pose(poses_at(entry.domain, goals, view, piece, space), pose)
            found = poses.like(pose.facing, pose.formation)
            self._go((), change(poses, found if found is not None else pose))

    def _refuse(self, space: str) -> None:
        """Say why what is asked for cannot be this space; where it can at a risk, ask whether that is meant."""
        if self._go_further(space):
            return
        _, reasons = self._verdict(space)
        if reasons is not None and reasons.reasons:
            self.draft.refuse(reasons)

    def _counter_clicked(self, piece: str) -> None:
        """Take what was clicked for what is asked: the piece, its place where a place is asked; else pick it up."""
        if self.campaign.view is None:
            return
        counter = self.view.counters[piece]
        space = self._over if self._over in counter.spaces else counter.space
        if not self.draft.point(piece) and not (self.asks_for_space() and self._point_at(space, piece)):
            self.pick_up(piece)
        self.place_clicked.emit(space)

    def _point_at(self, space: str, piece: str) -> bool:
        """Take the space of a counter that was clicked; tell whether that was meant, and not the piece itself.

        Another piece that could be taken up, in a place where one cannot go, is meant itself.
        """
        if self._end_at(space) or self.draft.point(space):
            return True
        if piece != self.held_piece() and any(carrying.taking(self.draft.open, piece, self.draft.places)):
            return False
        self._refuse(space)
        return True

    def _on_selection(self, pieces: tuple[str, ...]) -> None:
        """Letting the held piece go on the map puts the action down."""
        if not pieces and not self._marking and self.held_piece():
            self.draft.put_down()

    def _on_pick(self, pieces: tuple[str, ...]) -> None:
        """Show where pieces that are being carried can go, until they are dropped."""
        self._carried = pieces
        self._show_reach()

    def _let_go(self) -> None:
        self._carried = ()
        self._follow_hand()

    def _on_drop(self, pieces: tuple[str, ...], space: str) -> None:
        self._carried = ()
        self.drops.drop(pieces, space)

    def pick_up(self, piece: str) -> None:
        """Take a piece up for what it may do; of several things for that which leads over the map, else ask which.

        Of kinds of action of which one is a special case of another the plain one is meant.
        """
        try:
            ways = list(carrying.taking(self.draft.open, piece, self.draft.places))
        except SandtableError as error:
            self.draft.refuse(Objection.from_words(str(error)))
            return
        leading = (
            ways if len(ways) == 1 else [way for way in ways if carrying.leads_over_the_map(way, self.draft.places)]
        )
        if leading:
            self.draft.hold(carrying.plain(leading)[0])
        elif ways:
            self.choose({way.label: partial(self.do, way) for way in ways}, self.view.counters[piece].space)

    def do(self, offer: Offer) -> None:
        """Do an offer that is whole; hold one that is not."""
        self.draft.hold(offer)
        if offer.next_field() is None:
            self.draft.commit()

    def choose(self, answers: Mapping[str, Callable[[], object]], space: SpaceId) -> None:
        """Have one of several things chosen at the place where they would be done."""
        menu = self._menu()
        for label, do in answers.items():
            menu.addAction(label, do)
        menu.setActiveAction(menu.actions()[0])
        menu.popup(self.view.screen_spot(space))

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def _space_menu(self, space: str, at: QPoint) -> None:
        """Show all that can be done with who stands there, and why not the rest."""
        view = self.campaign.view
        if view is None or not space:
            return
        menu = self._menu()
        for counter in presentation.counters(view):
            if space in counter.spaces:
                self._list_ways(menu, counter.piece, counter.title)
        menu.addSeparator()
        menu.addAction("Show this place in the panel", partial(self.place_clicked.emit, space))
        menu.addAction("Centre the map here", partial(self.view.centre_on, SpaceId(space)))
        menu.popup(at)

    def _list_ways(self, menu: QMenu, piece: str, title: str) -> None:
        for offer in self.draft.open:
            held = carrying.with_pieces(offer, [piece], self.draft.places)
            if held is not None:
                menu.addAction(f"{offer.label}: {title}", partial(self.draft.hold, held))
        for offer in self.draft.shut:
            held = carrying.with_pieces(offer, [piece], self.draft.places)
            if held is not None:
                menu.addAction(f"{offer.label}: {title} — why not?", partial(self.draft.take_up, offer))
        for offer in self.draft.passed_over():
            held = carrying.with_pieces(offer, [piece], self.draft.places)
            if held is not None:
                menu.addAction(f"{offer.label}: {title} — why not?", partial(self.draft.explain_passed, held))
