"""A sitting at the window as a text: one line per act, with the hand that does it, in the words on the screen.

    begin peninsula-1808 seed=1 seats=Anna=France,Bernd=Great Britain+Spain
    mouse Turn order: 2
    keys Lay depot: Bayonne
    map March: Bessieres' Corps / Madrid
    drag Junot's Corps -> Elvas
    refused map March: Junot's Corps / Gibraltar

A line of an action is HAND LABEL: FIELD / FIELD ...; ``HAND`` is ``mouse`` (the prompt), ``keys`` or ``map``. Values
are written as the window names them, or as much of the name as is needed; fields with just one value, which fill
themselves, may be left out. Several values are parted by commas ("none" for none), shares are ``NAME = NUMBER``, of a
way its steps (``A > B``) or only its end are named.

Other lines: ``drag PIECE -> PLACE`` (``as LABEL`` where it may mean several things, or ``as POSE`` where it may end in
several ways; ``carry`` takes the whole stack on top of which the piece lies; onto the place where it stands it is
clicked there), ``lead PIECE by KEYS -> PLACE as POSE`` (it is picked up and put down by keys alone, by these arrows),
``undo``, ``redo``, ``sit`` (the screen is handed over to whoever is asked), ``mode TITLE``, ``whole`` (the whole map is
shown), ``find NAME``, ``hover NAME``, ``why LABEL``, ``odds`` (tried out in the battle window), ``goto WORDS`` (to the
last line of the log with these words), ``seen NAME``, ``unseen NAME`` (whether the screen shows it),
``options +TITLE -TITLE`` (proposed, and agreed by all), ``reopen`` (the
campaign is closed and opened again from its file), ``part TITLE`` (a part begins, which can be played by itself, see
``Ahead``). ``#`` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QMenu, QMessageBox

from sandtable.engine import Action, InstalledGame, Referee, SeededDice
from sandtable.engine.running import switching
from sandtable.engine.running.offers import Offer
from sandtable.engine.state.rows import Proposal
from sandtable.library.campaigns.opening import open_campaign
from sandtable.play.begin.starts import Start
from sandtable.play.table.sitting import Wishes, assign_seats, resume_sitting
from sandtable.play.turn.entries import WayEntry
from sandtable.present import presentation
from sandtable_editor.canvas.widget.find import plain
from sandtable_editor.play.map.ring import PoseRing
from sandtable_editor.play.record.log_panel import PLY
from sandtable_editor.play.table.options_dialog import OptionsDialog
from tests.editor.play.player import How, choose_kind, fill, go_on
from tests.editor.play.words import ACT, DRAG, LEAD, Wording, choose_index, parts, same
from tests.editor.workbench import Workbench


class Sitting:
    """Does at a window what the lines say; ``engine``, told the same without a window, must stand at the same hash."""

    def __init__(self, bench: Workbench, engine: Referee | None = None) -> None:
        self.bench, self.engine = bench, engine
        self.acts = 0

    def read(self, lines: Iterable[str]) -> None:
        """Do all lines; one that does not work out is named."""
        for number, line in enumerate(lines, 1):
            try:
                self.do(line)
            except (AssertionError, ValueError) as error:
                raise AssertionError(f"line {number}, {line.strip()!r}: {error}") from error

    def do(self, line: str) -> None:
        """Do a line."""
        line = line.partition("#")[0].strip()
        if not line or line.startswith("begin"):
            return
        before = self.bench.campaign.referee.journal.serial
        if (act := ACT.match(line)) is not None:
            self._act(bool(act[1]), cast("How", act[2]), act[3], parts(act[4] or "", " / "))
        elif (drag := DRAG.match(line)) is not None:
            self._drag(drag[2], drag[3], drag[4] or "", stack=drag[1] == "carry")
        elif (lead := LEAD.match(line)) is not None:
            self._lead(lead[1], lead[2].split(), lead[3], lead[4] or "")
        else:
            word, _, rest = line.partition(" ")
            what = getattr(self, f"_{word}", None)
            assert what is not None, f"no line begins with {word!r}"
            what(rest)
        self.bench.settle()
        self._tell(before)

    # -- the engine that is told the same

    def _tell(self, before: int) -> None:
        """Tell the engine what has come of the line, and compare."""
        journal = self.bench.campaign.referee.journal
        new = [journal[id] for id in range(before, journal.serial)]
        self.acts += len(new)
        if self.engine is None:
            return
        for ply in new:
            if ply.kind in ("answer", "sealed"):  # acts of the table are told where they are done
                assert ply.action is not None
                self.engine.play(ply.action, ply.side)
            assert self.engine.prompt is not None or self.engine.game.ended  # what goes on by itself has gone on
        if self.engine.journal.head != journal.head:
            self.engine.history.goto(journal.head, agreed=True)
        assert self.engine.game.state.hash == self.bench.campaign.game.state.hash, "the engine comes to something else"

    # -- an action

    def _act(self, refused: bool, how: How, label: str, words: list[str]) -> None:
        draft, plies = self.bench.draft, self.bench.campaign.referee.journal.serial
        assert self.bench.campaign.turn_state == "asks", (
            f"nothing is asked of anybody here: {self.bench.campaign.turn_state}"
        )
        if draft.offer is not None and not (draft.alone and same(draft.offer.label, label)):
            self.bench.key(Qt.Key.Key_Escape)
        if draft.offer is None:
            self.take_up(label, how)
        else:
            assert plain(label) in plain(draft.offer.label), f"what is asked is {draft.offer.label!r}"
        meant: dict[str, Any] = {}
        for word in words:
            if draft.objection is not None or self.bench.campaign.referee.journal.serial > plies:
                break
            if draft.entry is None or self._stands(word):  # it has filled itself
                assert self._stands(word), f"nothing is left to fill with {word!r}"
                continue
            if refused and how == "map" and isinstance(draft.entry, WayEntry):
                self.bench.see(self.place(word))
                self.bench.click_space(self.place(word))  # where no way leads
                break
            field = draft.field
            meant[field] = self.fill_field(word, how)
        waits = draft.offer is not None and draft.objection is None
        if (
            waits
            and self.bench.campaign.referee.journal.serial == plies
            and self.bench.campaign_view.prompt.commit.isEnabled()
        ):
            go_on(self.bench, how)
        self.bench.settle()
        if refused:
            assert self.bench.campaign.referee.journal.serial == plies, "it was done"
            found = draft.objection or draft.verdict()
            assert found is not None, "it is not refused"
            self.bench.key(Qt.Key.Key_Escape)
            return
        done = self._done(plies)
        assert all(getattr(done, name) == value for name, value in meant.items()), f"{done} was done, not {meant}"

    def _stands(self, word: str) -> bool:
        """Tell whether a word is what a field that filled itself holds."""
        draft = self.bench.draft
        names = [
            plain(draft.values_of(field).name(draft.filled_fields[field]))
            for field in draft.filled_fields
            if field in draft.forced
        ]
        return any(plain(word) in name for name in names)

    def _done(self, plies: int) -> Action:
        """Return what was done by a line."""
        journal = self.bench.campaign.referee.journal
        if journal.serial == plies:
            draft = self.bench.draft
            found = draft.objection or draft.verdict()
            reasons = "; ".join(map(str, found.reasons)) if found is not None else ""
            lacks = draft.entry.lacks() if draft.entry is not None else ""
            raise AssertionError(f"it was not done: {reasons or lacks or 'nothing says why'}; open: {self.open()}")
        action = journal[plies].action
        assert action is not None
        return action

    def open(self) -> str:
        """Say what may be done now."""
        return ", ".join(offer.label for offer in self.bench.draft.open)

    def take_up(self, label: str, how: How) -> None:
        draft = self.bench.draft
        offers: list[Offer] = [*draft.open, *draft.shut]
        at = choose_index(label, [[offer.label] for offer in offers])
        choose_kind(self.bench, offers[at].label, how)

    def fill_field(self, word: str, how: How) -> Any:
        """Fill the present field with what is written; return the value that is meant."""
        entry = self.bench.draft.entry
        assert entry is not None
        value = Wording(self.bench.draft.values_of(), self.bench.draft.places, self.place).value(entry, word)
        if how == "map":
            self._bring_into_view(value)
        if isinstance(entry, WayEntry) and how == "map" and len(value) > 1 and ">" not in word:
            self.bench.click_space(self.bench.draft.places.spot(value[-1]))  # the window finds the way
            assert entry.way == value
        fill(self.bench, value, how)
        return value

    def _bring_into_view(self, value: Any) -> None:
        view, places = self.bench.map, self.bench.draft.places
        values = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        for one in values:
            spot = places.spot(one)
            space = view.counters[spot].space if spot in view.counters else spot
            if space in view.geography.map.graph.spaces:
                self.bench.see(space)

    # -- other lines

    def _drag(self, piece: str, place: str, label: str, *, stack: bool) -> None:
        plies = self.bench.campaign.referee.journal.serial
        id, space = self.piece(piece), self.place(place)
        self.bench.see(space)
        if space in self.bench.map.counters[id].spaces:
            self.bench.click_counter(id)
            self.bench.click_counter(id)
        else:
            self.bench.drag(id, space, stack=stack)
        menu = QApplication.activePopupWidget()
        if isinstance(menu, PoseRing):
            self._choose_pose(menu, label)
        elif isinstance(menu, QMenu):
            actions = menu.actions()
            at = choose_index(label, [[action.text()] for action in actions]) if label else 0
            actions[at].trigger()
            menu.close()
        self._done(plies)
        assert stack or self.bench.map.counters[id].space == space, f"{piece} is not there"

    def _choose_pose(self, ring: PoseRing, label: str) -> None:
        """Choose a pose with the mouse, by the formation first if it is another one."""
        pose = next(one for one in ring.poses.all if str(one).startswith(label))
        if pose.formation != ring.marked.formation:
            self.bench.click(ring.formations[pose.formation])
        self.bench.click(ring.buttons[pose])
        if self.bench.draft.offer is not None:  # it was clicked there, and waits for the word
            self.bench.click(self.bench.campaign_view.prompt.commit)

    def _lead(self, piece: str, keys: list[str], place: str, label: str) -> None:
        bench, id, space = self.bench, self.piece(piece), self.place(place)
        plies = bench.campaign.referee.journal.serial
        for _ in range(80):
            if bench.map.counters.focus == id:
                break
            bench.key(Qt.Key.Key_Tab)
        assert bench.map.counters.focus == id, f"Tab does not come to {piece}"
        for key in ("Return", *keys, "Return"):
            bench.type_keys(key)
        ring = QApplication.activePopupWidget()
        if isinstance(ring, PoseRing):
            for other, words in ((Qt.Key.Key_Down, label.partition(" ")[0]), (Qt.Key.Key_Right, label)):
                for _ in ring.poses.all:
                    if not str(ring.marked).startswith(words):
                        bench.key(other, widget=ring)
            assert str(ring.marked).startswith(label), f"{piece} cannot come to stand there as {label}"
            bench.key(Qt.Key.Key_Return, widget=ring)
        if bench.draft.offer is not None:
            bench.type_keys("Ctrl+Return")
        self._done(plies)
        assert bench.map.counters[id].space == space, f"{piece} is not there"

    def piece(self, title: str) -> str:
        """Return the id of a piece by its title."""
        view = self.bench.campaign.view
        assert view is not None
        counters = presentation.counters(view)
        return counters[choose_index(title, [[one.title, one.piece] for one in counters])].piece

    def place(self, name: str) -> str:
        """Return the space of a name."""
        found = [space for space, _ in self.bench.map.find(name)]
        assert found, f"there is no place {name!r}"
        return next((space for space in found if space in self.bench.map.geography.order), found[0])

    def _undo(self, rest: str) -> None:
        head = self.bench.campaign.referee.journal.head
        self.bench.type_keys("Ctrl+Z")
        self._all_agree()
        assert self.bench.campaign.referee.journal.head < head, "it was not taken back"

    def _redo(self, rest: str) -> None:
        head = self.bench.campaign.referee.journal.head
        self.bench.type_keys("Ctrl+Shift+Z")
        assert self.bench.campaign.referee.journal.head > head, "nothing was done again"

    def _sit(self, rest: str) -> None:
        bench = self.bench
        assert bench.campaign.turn_state in ("next", "curtain"), "nobody else is asked"
        if bench.campaign.turn_state == "next":
            bench.click(bench.campaign_view.prompt.commit)
        assert bench.stands("curtain")
        assert bench.campaign.view is None
        bench.click(bench.campaign_view.curtain.sit)
        assert bench.stands("asks")

    def _mode(self, title: str) -> None:
        board = self.bench.campaign_view.board
        assert board is not None
        modes: QComboBox = board.pieces.modes
        at = choose_index(title, [[modes.itemText(at)] for at in range(modes.count())])
        modes.setFocus()
        for _ in range(abs(at - modes.currentIndex())):
            self.bench.key(Qt.Key.Key_Down if modes.currentIndex() < at else Qt.Key.Key_Up, widget=modes)
        assert modes.currentIndex() == at
        assert (board.mode is None) == (at == 0)

    def _whole(self, rest: str) -> None:
        self.bench.type_keys("Ctrl+0")

    def _find(self, name: str) -> None:
        self.bench.type_keys("Ctrl+F")
        assert isinstance(QApplication.focusWidget(), QLineEdit)
        self.bench.write(name)
        self.bench.key(Qt.Key.Key_Return)
        place = self.bench.campaign_view.place
        assert place is not None
        assert place.space is not None

    def _seen(self, name: str) -> None:
        assert self._is_shown(name), "it is not shown"

    def _unseen(self, name: str) -> None:
        """Hold that nothing on the screen names it, and no counter is its: neither here nor behind a curtain."""
        assert not self._is_shown(name), "it is shown"

    def _is_shown(self, name: str) -> bool:
        return name in self.bench.map.counters or name in self.bench.screen(covered=True)

    def _hover(self, name: str) -> None:
        self.bench.see(self.place(name))
        self.bench.hover(self.place(name))

    def _why(self, label: str) -> None:
        draft = self.bench.draft
        at = choose_index(label, [[offer.label] for offer in draft.shut])
        choose_kind(self.bench, draft.shut[at].label, "mouse")
        assert draft.objection is not None, "nothing stands against it"
        self.bench.key(Qt.Key.Key_Escape)

    def _odds(self, rest: str) -> None:
        odds = self.bench.campaign_view.battle.odds
        assert odds.isVisible(), "nothing is being fought"
        self.bench.click(odds.button)
        self.bench.wait(lambda: not odds.running)
        assert odds.tables.isVisible(), "nothing came of it"

    def _goto(self, words: str) -> None:
        tree = self.bench.campaign_view.log.tree
        item = tree.findItems(words, Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)[-1]
        tree.scrollToItem(item)
        self.bench.settle()
        tree.customContextMenuRequested.emit(tree.visualItemRect(item).center())
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        menu.actions()[0].trigger()
        menu.close()
        self.bench.settle()
        self._all_agree()
        assert self.bench.campaign.referee.journal.head == item.data(0, PLY)

    def _options(self, rest: str) -> None:
        bench = self.bench
        bench.window.commands["options"].trigger()
        bench.settle()
        made = next(one for one in QApplication.topLevelWidgets() if isinstance(one, OptionsDialog) and one.isVisible())
        for sign, title in re.findall(r"([+-])([^+-]+)", rest):
            rows = [made.form.list.item(at) for at in range(made.form.list.count())]
            item = rows[choose_index(title.strip(), [[row.text()] for row in rows])]
            item.setCheckState(Qt.CheckState.Checked if sign == "+" else Qt.CheckState.Unchecked)
        bench.wait(made.propose.isEnabled)
        choices, when, speaker = made.form.choices, made.round.value(), bench.campaign_view.council.speaker
        bench.press("Propose to the table", made)
        self._all_agree()
        bench.window.activateWindow()
        if self.engine is not None:
            self.engine.council.propose_options(speaker, choices, when)
            for seat in switching.voters(self.engine.game):
                proposal = self.engine.game[Proposal].last()
                if proposal is not None and seat not in proposal.agreed:
                    self.engine.council.agree(seat, proposal.id)

    def _all_agree(self) -> None:
        while isinstance(box := QApplication.activeModalWidget(), QMessageBox):
            self.bench.press("I agree", box)

    def _reopen(self, rest: str) -> None:
        bench = self.bench
        path, head = bench.campaign.sitting.path, bench.campaign.referee.journal.head
        bench.play.close_campaign()
        bench.settle()
        bench.play.accept(resume_sitting(open_campaign(bench.family, path)))
        bench.settle()
        assert bench.campaign.referee.journal.head == head
        if bench.stands("curtain"):
            bench.click(bench.campaign_view.curtain.sit)


def twin(family: InstalledGame, wishes: Wishes, scenario: str = "") -> Referee:
    """Return the same campaign without a window; by default of the game's first scenario."""
    start = Start(family, family.scenario(scenario or family.system.scenarios[0].key))
    choices = wishes.choices(start)
    referee = start.begin(choices, assign_seats(start.rows(), wishes), SeededDice(wishes.seed or ""))
    referee.take_back = wishes.take_back or "free"
    return referee.open()
