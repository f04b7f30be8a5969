"""The map with its counters: what may be pointed at, what is carried where, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QComboBox, QMenu, QToolButton, QToolTip, QVBoxLayout, QWidget

from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import SandtableError
from sandtable.play.turn import carrying
from sandtable.play.turn.drop_objections import Drop, drop_title, objection_outside
from sandtable.play.turn.entries import SubsetEntry, WayEntry
from sandtable.play.turn.places import spot_of
from sandtable.play.words.objections import Objection
from sandtable.present import presentation
from sandtable_editor.canvas import MapView
from sandtable_editor.play.turn.strip import Strip
from sandtable_editor.shell.theme import is_dark, shades

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine import Action
    from sandtable.engine.running.offers import Offer
    from sandtable.present import MapMode, Reach, Sign
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.turn.action_draft import ActionDraft
    from sandtable_editor.shell.commands import Commands

GROUND = "Terrain"


class PlayMap(QWidget):
    """The map, and what is done on it."""

    place_clicked = Signal(str)
    hint = Signal(str)

    def __init__(self, campaign: Campaign, draft: ActionDraft, board: Map, commands: Commands) -> None:
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
        self._reach: tuple[int, str, Reach | None] = (-1, "", None)
        self._carried = ""
        """The piece of those being carried whose reach is shown."""
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
        campaign.changed.connect(self.refresh)
        draft.changed.connect(self._follow_hand)
        self.refresh()

    # -- showing

    def refresh(self) -> None:
        """Show the position as the seat at the screen sees it."""
        view = self.campaign.view
        QToolTip.hideText()
        self._reach = (-1, "", None)
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
        self.view.set_counters([one for one in counters if self.board.knows(one.space)])
        self.signs = {}
        for sign in presentation.signs(view):
            if self.board.knows(sign.space):
                self.signs.setdefault(sign.space, []).append(sign)
        self.view.set_signs([sign for signs in self.signs.values() for sign in signs])
        lost = [f"{one.title} ({one.space})" for one in counters if not self.board.knows(one.space)]
        self.strip.warn(f"Not on this map: {', '.join(lost)}" if lost else "")
        self._known_modes = presentation.map_modes(view)
        self._list_modes()
        self._colour()
        self._follow_hand()

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
        colour = shades().accent
        spots = [spot for spot in self.draft.spots() if self.board.knows(spot)]
        self.view.highlight({SpaceId(spot): colour for spot in spots})
        held = self.held_piece()
        self._marking = True
        self.view.select((held,) if held else self._chosen_pieces())
        self._marking = False
        self.view.show_reach(self._reach_of(self.moving_piece()))

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
            return self._carried
        over_the_map = isinstance(self.draft.entry, WayEntry) or any(
            self.draft.places.is_space(spot) for spot in self.draft.spots()
        )
        return self.held_piece() if over_the_map else ""

    def _reach_of(self, piece: str) -> Reach | None:
        view = self.campaign.view
        if view is None or not piece:
            return None
        version = self.campaign.game.state.version
        if self._reach[:2] != (version, piece):
            self._reach = (version, piece, presentation.reach(view, piece))
        return self._reach[2]

    def is_on_map(self, spot: str) -> bool:
        """Tell whether something can be clicked on the map: a space or a piece."""
        return self.board.knows(spot) or spot in self.view.counters

    def look_at_forces(self) -> None:
        """Begin with the part of the map where there is something."""
        view = self.campaign.view or self.campaign.game.seen_by_sides(frozenset())
        self.view.look_at({one.space: one for one in presentation.counters(view)})

    # -- hovering

    def _counter_hovered(self, piece: str) -> None:
        self.view.show_reach(self._reach_of(piece or self.moving_piece()))

    def _space_hovered(self, space: str) -> None:
        if not space or self.campaign.view is None:
            QToolTip.hideText()
            self.hint.emit("")
            return
        name = self.board.name(space)
        price, reasons = self._verdict(space)
        signs = [f"{sign.title}, {sign.says}" if sign.says else sign.title for sign in self.signs.get(space, ())]
        hint = f"{name}: {price}" if price else name + (": not possible" if reasons else "")
        self.hint.emit(" · ".join([hint, *signs]))
        lines = "".join(f"<br>• {escape(str(reason))}" for reason in (reasons.reasons if reasons else ()))
        lines += "".join(f"<br>{escape(sign)}" for sign in signs)
        if price or lines:
            QToolTip.showText(QCursor.pos(), f"<b>{escape(name)}</b>{': ' + escape(price) if price else ''}{lines}")
        else:
            QToolTip.hideText()

    def _verdict(self, space: str) -> tuple[str, Objection | None]:
        """Say what it costs to go there, or why not; nothing for a space that is not what is asked about."""
        reach = self._reach_of(self.moving_piece())
        if reach is not None:
            spot = SpaceId(space)
            if spot in reach.costs:
                price = reach.costs[spot]
                return f"{price} {reach.unit.removesuffix('s') if price == '1' else reach.unit}", None
            if spot in reach.barred:
                return "", Objection.from_lines(reach.barred[spot])
            if reach.beyond and self._is_beyond(reach, space):
                return "", Objection.from_lines((reach.beyond,))
        spots = self.draft.spots()
        if space in spots or not any(map(self.board.knows, spots)):
            return "", None
        if space not in self._why:
            self._why[space] = self.draft.why_not_spot(space)
        return "", self._why[space]

    def _is_beyond(self, reach: Reach, space: str) -> bool:
        """Tell whether a piece cannot go to a space, neither in the usual way nor in that which is asked for now."""
        stands = self.view.counters[reach.piece].space if reach.piece in self.view.counters else ""
        if space == stands or space in reach.costs or space in reach.barred:
            return False
        return not isinstance(self.draft.entry, WayEntry) or not self.draft.leads_to(space)

    # -- clicking and carrying

    def _space_clicked(self, space: str) -> None:
        if self.campaign.view is None:
            return
        pointed = self.draft.point(space)
        if not pointed:
            _, reasons = self._verdict(space)
            if reasons is not None and reasons.reasons:
                self.draft.refuse(reasons)
        self.place_clicked.emit(space)

    def _counter_clicked(self, piece: str) -> None:
        if self.campaign.view is None:
            return
        if not self.draft.point(piece):
            self.pick_up(piece)
        counter = next((one for one in presentation.counters(self.campaign.view) if one.piece == piece), None)
        if counter is not None:
            self.place_clicked.emit(counter.space)

    def _on_selection(self, pieces: tuple[str, ...]) -> None:
        """Letting the held piece go on the map puts the action down."""
        if not pieces and not self._marking and self.held_piece():
            self.draft.put_down()

    def _on_pick(self, pieces: tuple[str, ...]) -> None:
        """Show where pieces that are being carried can go, until they are dropped."""
        self._carried = next(filter(self._reach_of, pieces), "")
        self.view.show_reach(self._reach_of(self.moving_piece()))

    def _let_go(self) -> None:
        self._carried = ""
        self._follow_hand()

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
            self._choose({way.label: partial(self.do, way) for way in ways})

    def _on_drop(self, pieces: tuple[str, ...], space: str) -> None:
        self._carried = ""
        if self.campaign.turn_state != "asks":
            return
        try:
            self._carry(tuple(pieces), space)
        except SandtableError as error:
            self.draft.refuse(Objection.from_words(str(error)))

    def _carry(self, pieces: tuple[str, ...], space: str) -> None:
        """Carry pieces to a space: all in one action where there is one, else one after the other.

        What lies in the stack and goes nowhere now stays where it is.
        """
        outside = objection_outside(self.draft.places, space)
        if outside is not None:
            self.draft.refuse(outside)
            return
        ways, refused = carrying.ways_to_carry(self.draft.open, pieces, space, self.draft.places)
        if not ways and len(pieces) > 1:
            able = [one for one in pieces if any(carrying.taking(self.draft.open, one, self.draft.places))]
            self._carry_each(able or [pieces[-1]], space)
        elif not ways:
            self.draft.refuse(self._not_there(pieces, space, refused))
        else:
            self._do_one(carrying.plain(ways))

    def _do_one(self, ways: list[Offer]) -> None:
        """Do the one thing that is meant; of several ask which."""
        if len(ways) == 1:
            self.do(ways[0])
        else:
            self._choose({way.label: partial(self.do, way) for way in ways})

    def _carry_each(self, pieces: list[str], space: str, kind: type[Action] | None = None) -> None:
        """Carry pieces one after the other; where that may mean several kinds of action, one is chosen for all."""
        for at, piece in enumerate(pieces):
            before = self.campaign.referee.journal.head
            offers = [offer for offer in self.draft.open if kind in (None, offer.kind)]
            ways, refused = carrying.ways_to_carry(offers, (piece,), space, self.draft.places)
            ways = carrying.plain(ways)
            if len(ways) > 1:
                rest = pieces[at:]
                self._choose({way.label: partial(self._carry_each, rest, space, way.kind) for way in ways})
            elif ways:
                self.do(ways[0])
            else:
                self.draft.refuse(self._not_there((piece,), space, refused))
            if self.campaign.turn_state != "asks" or self.campaign.referee.journal.head == before:
                return

    def _not_there(self, pieces: tuple[str, ...], space: str, refused: list[Objection]) -> Objection:
        """Say why pieces cannot be carried to a space."""
        title = drop_title(self.draft.places, space)
        reach = self._reach_of(pieces[0]) if len(pieces) == 1 else None
        if reach is not None and reach.beyond and self._is_beyond(reach, space):
            return carrying.gather_objections(title, [Objection.from_lines((reach.beyond,))])
        drop = self._drop(pieces, space)
        return drop.objection(refused, self.draft.shut) if drop is not None else Objection(title)

    def _drop(self, pieces: tuple[str, ...], space: str) -> Drop | None:
        """Return what was put down where, ``None`` while nobody is asked."""
        view, ask = self.campaign.view, self.campaign.ask
        if view is None or ask is None:
            return None
        called = ", ".join(one.title for one in self.view.counters.all() if one.piece in pieces)
        return Drop(view, ask, self.draft.places, pieces, called, space)

    def do(self, offer: Offer) -> None:
        """Do an offer that is whole; hold one that is not."""
        self.draft.hold(offer)
        if offer.next_field() is None:
            self.draft.commit()

    def _choose(self, ways: Mapping[str, Callable[[], None]]) -> None:
        menu = self._menu()
        for label, do in ways.items():
            menu.addAction(label, do)
        menu.popup(QCursor.pos())

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
            if counter.space == space:
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
