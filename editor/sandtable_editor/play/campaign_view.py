"""All that stands around one campaign that is being played: the middle, the docks, the curtain, the battle window."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QWidget

from sandtable.board.spaces import SpaceId
from sandtable.library.campaigns.carried_setup import carried_by
from sandtable.play.record.landmarks import Landmarks
from sandtable.play.words.sequence_track import track_panels, tracks_of
from sandtable.present import presentation
from sandtable_editor.play.campaign.campaign import Campaign
from sandtable_editor.play.campaign.pace import USUAL, Pace
from sandtable_editor.play.campaign.plies_aside import PliesAside
from sandtable_editor.play.guide.guide_offer import GuideOffer
from sandtable_editor.play.guide.guide_panel import GuidePanel
from sandtable_editor.play.guide.guiding import Guiding
from sandtable_editor.play.guide.pointing import Pointing
from sandtable_editor.play.map.place_panel import PlacePanel
from sandtable_editor.play.map.situation import Situation
from sandtable_editor.play.panels.chosen import ChosenPanels
from sandtable_editor.play.panels.stack import PanelStack
from sandtable_editor.play.record.dice_panel import DicePanel
from sandtable_editor.play.record.log_panel import LogPanel
from sandtable_editor.play.record.looking_back import LookingBack
from sandtable_editor.play.record.rules_panel import RulesPanel
from sandtable_editor.play.table.curtain import Curtain
from sandtable_editor.play.table.failure_dialog import FailureDialog
from sandtable_editor.play.table.table_council import TableCouncil
from sandtable_editor.play.turn.action_draft import ActionDraft
from sandtable_editor.play.turn.attack_odds import AttackOdds
from sandtable_editor.play.turn.battle_window import BattleWindow
from sandtable_editor.play.turn.contests_at_hand import ContestsAtHand
from sandtable_editor.play.turn.hints import hint
from sandtable_editor.play.turn.idle import Idle
from sandtable_editor.play.turn.outlook import Outlook
from sandtable_editor.play.turn.prompt import PromptPanel
from sandtable_editor.shell.pieces import above, painted_after
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.errors import Broken
    from sandtable.play.table.sitting import Sitting
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.map.play_map import PlayMap
    from sandtable_editor.shell.workspace import Workbench

RIGHT, BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea


class CampaignView(QObject):
    """A campaign on the table, with everything that shows it."""

    def __init__(self, sitting: Sitting, window: Workbench) -> None:
        super().__init__(window)
        self.window = window
        self.campaign = Campaign(sitting, always=window.settings.flag("play/always_hand_over", default=True))
        self.campaign.plies = PliesAside(self.campaign, window.jobs)
        self.map: Map | None = map_of(sitting)
        self.campaign.changed.connect(self._follow_map)  # before all that shows it
        self.draft = ActionDraft(self.campaign, window.jobs, self.map)
        self.pace = Pace(self.campaign, window.settings.text("play/pace", USUAL))
        self.council = TableCouncil(self.campaign, window)
        self.failure_dialog: FailureDialog | None = None
        self.board: PlayMap | None = None
        self._had: tuple[bool, bool] | None = None
        self._wide = 0
        """How wide the decision was before the guide came beside it, pixels; 0 if it was there to begin with."""
        self.idle = Idle(self.campaign, self.draft, window.jobs)
        self.prompt = PromptPanel(self.campaign, self.draft, self.pace, self.idle, window.commands)
        self.contests = ContestsAtHand(self.campaign, window.jobs)
        self.attack_odds = AttackOdds(self.campaign, self.draft, window.jobs, self.contests)
        self.outlook = Outlook(self.draft, window.jobs, self._decision_needs)
        self.log, self.dice = LogPanel(self.campaign), DicePanel(self.campaign)
        self.rules = RulesPanel(self.campaign.game)
        self.guiding = Guiding(self.campaign, window.settings)
        self.guide = GuidePanel(self.guiding, window.commands)
        self.guide_offer = GuideOffer(self.guiding, window.commands)
        self.sheets, self.tracks = PanelStack(name="Sheets and tables"), ChosenPanels(name="Tracks")
        self.place: PlacePanel | None = None
        self.middle = LookingBack(self.campaign, *self._present(), window.commands)
        self.docks = dict(self._make_docks())
        self.battle = BattleWindow(self.campaign, window, self.contests)
        self.curtain = Curtain(self.campaign, self.pace, window)
        self.pointing = Pointing(self.guiding, self.prompt, self.draft, self.board)
        self.battle.keep_clear = self._must_be_seen
        self.battle.strip_height = self.strip.height
        self.score = self.strip.score
        self._connect()

    def _must_be_seen(self) -> list[QRect]:
        """Return what a window above this one must not cover: the page that tells the news, or what is asked about."""
        told = self.middle.boxes()
        return told or (self.board.question_look.boxes() if self.board is not None else [])

    # -- making it

    def _present(self) -> tuple[QWidget, MapView | None]:
        """Make what shows the present, and the view of the map in it."""
        if self.map is None:
            situation = Situation(self.campaign, self.window.commands)
            situation.rule_clicked.connect(self.show_rule)
            self.strip = situation.strip
            return situation, None
        from sandtable_editor.play.map.play_map import PlayMap

        self.place = PlacePanel(self.campaign, self.map, self.window.commands)
        self.board = PlayMap(self.campaign, self.draft, self.map, self.window.commands, self.window.jobs)
        self.campaign.at_once = partial(painted_after, self.board.view.viewport())
        self.strip = self.board.strip
        self.board.place_clicked.connect(self.look_at)
        self.board.hint.connect(self.say_hint)
        self.place.stack.rule_clicked.connect(self.show_rule)
        self.place.stack.place_clicked.connect(self.look_at)
        self.place.piece_clicked.connect(self.board.pick_up)
        return self.board, self.board.view

    def _make_docks(self) -> Iterator[tuple[str, QDockWidget]]:
        yield self._dock("guide", "Guide", self.guide, RIGHT)
        yield self._dock("prompt", "Decision", self._decision(), RIGHT)
        if self.place is not None:
            yield self._dock("place", "Place", self.place, RIGHT)
            yield self._dock("sheets", "Sheets and tables", self.sheets, RIGHT)
            yield self._dock("tracks", "Tracks", self.tracks, BOTTOM)
        if self.board is not None:
            from sandtable_editor.canvas import MiniMap

            yield self._dock("overview", "Overview", MiniMap(self.board.view), BOTTOM)
        yield self._dock("log", "Log", self.log, BOTTOM)
        yield self._dock("dice", "Dice", self.dice, BOTTOM)
        yield self._dock("rules", "Rules", self.rules, BOTTOM)

    def _decision_needs(self) -> int:
        """Return how much room what stands with the outlook needs, logical pixels."""
        beside = [one for one in (self.guide_offer, self.attack_odds) if not one.isHidden()]
        return self.prompt.room.least() + sum(one.sizeHint().height() for one in beside)

    def _decision(self) -> QWidget:
        return above(self.guide_offer, self.prompt, self.outlook, self.attack_odds, room=1)

    def _dock(self, key: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> tuple[str, QDockWidget]:
        dock = QDockWidget()
        features = QDockWidget.DockWidgetFeature
        movable = features.DockWidgetMovable | features.DockWidgetFloatable
        dock.setFeatures(movable if key == "prompt" else movable | features.DockWidgetClosable)
        dock.setWidget(widget)
        if isinstance(widget, PanelStack | ChosenPanels | DicePanel):
            dock.visibilityChanged.connect(widget.be_seen)
        return key, self.window.add_dock(f"play_{key}", title, dock, area)

    def _connect(self) -> None:
        stacks = self.sheets, self.tracks, self.battle, self.outlook
        for panel in (self.prompt, self.guide, self.log, self.dice, *stacks):
            panel.rule_clicked.connect(self.show_rule)
        self.score.rule_clicked.connect(self.show_rule)
        for stack in stacks:
            stack.place_clicked.connect(self.look_at)
        for book in (self.log, self.dice):
            book.jumped.connect(self.jump)
        self.log.goto_wanted.connect(self._go_back)
        self.log.look_wanted.connect(self.middle.look)
        self.log.pointed.connect(self._light_up)
        self.middle.goto_wanted.connect(self._go_back)
        self.middle.looked.connect(self.log.mark)
        self.prompt.overrule_wanted.connect(self._overrule)
        self.prompt.withdraw_wanted.connect(self.council.withdraw)
        self.prompt.failure_wanted.connect(self.show_failure)
        self.draft.changed.connect(self.battle.stand_clear)
        self.outlook.came.connect(self._show_arrows)
        laid_out = Qt.ConnectionType.QueuedConnection
        self.middle.turned.connect(self.battle.stand_clear, laid_out)
        self.guide.show_wanted.connect(self.pointing.show_it)
        self.guide.answered.connect(self.take_focus)
        self.guide_offer.accepted.connect(self.guide_me)
        self.guide_offer.declined.connect(self._on_decline)
        self.guiding.changed.connect(self._follow_guide)
        self.curtain.lifted.connect(self.prompt.take_focus)
        self.attack_odds.left.connect(self.prompt.take_focus)
        self.campaign.failed.connect(self._on_failure)
        self.campaign.changed.connect(self.refresh)
        self.pace.changed.connect(self._say_pace)
        self.window.theme.changed.connect(self.renew)
        self.window.commands.keys_changed.connect(self._tell_keys)

    def _show_arrows(self) -> None:
        """Show on the map who goes against whom."""
        if self.board is not None:
            self.board.view.show_arrows(self.outlook.foreseen.arrows)

    def arrange(self) -> None:
        """Put the docks where they stand when nobody has moved them.

        They are shown once those that lie over each other do: side by side they would force the window to be wider
        than many a screen.
        """
        window, docks = self.window, self.docks
        for key, dock in docks.items():
            dock.hide()
            window.addDockWidget(RIGHT if key in ("guide", "prompt", "place", "sheets") else BOTTOM, dock)
        low = [docks[key] for key in ("log", "dice", "rules", "tracks") if key in docks]
        if "overview" in docks:
            window.splitDockWidget(low[0], docks["overview"], Qt.Orientation.Horizontal)
        if self.place is not None:  # beside the prompt, over what is told of a place
            window.splitDockWidget(docks["guide"], docks["prompt"], Qt.Orientation.Horizontal)
        for dock in low[1:]:
            window.tabifyDockWidget(low[0], dock)
        if self.place is not None:
            window.tabifyDockWidget(docks["place"], docks["sheets"])
        for key, dock in docks.items():
            dock.setVisible(key != "guide" or self.guiding.is_on)  # shown for a moment, it would widen the window
        low[0].raise_()
        if self.place is not None:
            docks["sheets"].raise_()
            window.resizeDocks([docks["prompt"], docks["place"]], [500, 220], Qt.Orientation.Vertical)
        if "overview" in docks:
            window.resizeDocks([low[0], docks["overview"]], [680, 230], Qt.Orientation.Horizontal)
        wide = max(350, min(scaled(350), window.width() // 3))  # however large letters are, the map keeps room
        high = max(210, min(scaled(210), window.height() * 3 // 10))
        window.resizeDocks([docks["prompt"]], [wide], Qt.Orientation.Horizontal)
        window.resizeDocks([low[0]], [high], Qt.Orientation.Vertical)
        self._had = None
        self.refresh()

    # -- the guide

    def guide_me(self) -> None:
        """Take the guide up, or bring its page forward."""
        if not self.guiding.is_on or self.guiding.is_through:
            self.guiding.take_up()
        self.docks["guide"].show()
        self.docks["guide"].raise_()
        self.guide.take_focus()

    def _on_decline(self) -> None:
        """Go on without a guide, and say how one comes by it all the same."""
        self.take_focus()
        self.say_hint(f"The guide comes whenever you want it: {self.window.commands.way_to('guide')}")

    def _follow_guide(self) -> None:
        """Show its page while somebody is guided, and no empty one else."""
        guide, prompt = self.docks["guide"], self.docks["prompt"]
        if guide.toggleViewAction().isChecked() != self.guiding.is_on:
            if self.guiding.is_on:
                self._wide = prompt.width()
            guide.setVisible(self.guiding.is_on)
            if not self.guiding.is_on:  # or the decision would keep the room of both, and the map have less
                self.window.resizeDocks([prompt], [self._wide or prompt.minimumWidth()], Qt.Orientation.Horizontal)

    # -- following the game

    def begin(self) -> None:
        """Look whose turn it is."""
        self.campaign.begin()
        if self.board is not None:
            QTimer.singleShot(0, self.board, self._look_at_forces)  # when it has its size

    def _look_at_forces(self) -> None:
        """Begin where something stands, and where something is asked if it is in the middle of that."""
        if self.board is not None:
            self.board.look_at_forces()
            self.battle.stand_clear()

    def take_focus(self) -> None:
        """Put the keyboard where the next thing is done: on the curtain while it is down."""
        if self.curtain.isVisible():
            self.curtain.take_focus()
        else:
            self.prompt.take_focus()

    @property
    def played_map(self) -> Map | None:
        """The map that the game asks now, ``None`` where its rules ask for none."""
        return presentation.board(self.campaign.game)

    def _follow_map(self) -> None:
        """Show the map that is played on now: the table may have adopted another revision, or taken that back."""
        played = self.played_map
        if self.map is None or self.board is None or played is None or played.digest == self.map.digest:
            return
        self.map = self.draft.board = played
        if self.place is not None:
            self.place.board = played
        self.board.show_board(played)

    def refresh(self) -> None:
        """Show the panels there are now; a dock with nothing in it is not shown."""
        view = self.campaign.view
        if view is None:
            self.sheets.put(())
            self.tracks.put(())
            return
        if self.board is None:
            return
        side = presentation.panels(view, "side")
        bottom = [*track_panels(tracks_of(self.campaign.referee, view)), *presentation.panels(view, "bottom")]
        self.sheets.put(side)
        self.tracks.put(bottom)
        had = (bool(side), bool(bottom))
        if had != self._had:
            self._had = had
            for key, there in zip(("sheets", "tracks"), had, strict=True):
                if there != self.docks[key].toggleViewAction().isChecked():
                    self.docks[key].setVisible(there)

    def renew(self) -> None:
        """Draw everything in the colours of the theme."""
        if self.board is not None:
            self.board.follow_theme()
        for stack in (self.sheets, self.tracks):
            stack.put(stack.panels or (), anew=True)
        self.middle.renew()
        self.battle.renew()
        self.dice.renew()
        self.prompt.renew()
        self.guide.renew()
        self.pointing.point()
        self.log.renew()

    def say_hint(self, pointed_at: str = "") -> None:
        """Say at the foot of the window what is pointed at, else what the mouse and the keys do now."""
        if self.window.workspace is not None and self.window.workspace.key != "play":
            return  # another workspace is in front, and says what is done there
        on_map = self.board.is_on_map if self.board is not None else None
        pointed_at = pointed_at if self.campaign.view is not None else ""  # nobody sits there who may read it
        said = pointed_at or hint(self.campaign, self.draft, self.window.commands, on_map, bots_wait=self.pace.waiting)
        self.window.status.hint.setText(said)

    def _tell_keys(self) -> None:
        """Name the keys that commands have now."""
        self.prompt.renew()
        self.guide.renew()
        self.say_hint()

    def _say_pace(self) -> None:
        if self.campaign.turn_state == "bots":
            self.say_hint()

    # -- going where something is

    def _go_back(self, ply: int) -> None:
        """Go to the position after a ply, and leave the past: it is the present now."""
        self.middle.leave()
        self.council.goto(ply)

    def show_rule(self, rule: str) -> None:
        """Show a rule that was clicked."""
        self.docks["rules"].show()
        self.docks["rules"].raise_()
        self.rules.show_rule(rule)

    def look_at(self, space: str) -> None:
        """Show a place and tell about it."""
        if self.board is not None and self.place is not None and self.campaign.view is not None:
            self.place.look_at(space)
            self.docks["place"].raise_()

    def jump(self, ply: int) -> None:
        """Show where something happened; while the past is looked at, the position of then."""
        if self.middle.past is not None:
            self.middle.look(ply)
            return
        space = self.place_of(ply)
        if space and self.board is not None:
            self.board.view.centre_on(SpaceId(space))
            self.look_at(space)

    def _light_up(self, id: int, text: str) -> None:
        """Light up on the map what a line of the log names, as far as this seat knows it."""
        view = self.campaign.view
        if self.board is None or self.map is None:
            return
        if view is None or not id:
            self.board.light_up((), ())
            return
        landmarks = Landmarks(view, self.map, self.log.chronicle)
        self.board.light_up(*landmarks.named_by(self.campaign.referee.journal[id], text, self.campaign.sides))

    def place_of(self, id: int) -> str:
        """Return the place that a ply is about, as far as this seat knows it."""
        view, ply = self.campaign.view, self.campaign.referee.journal[id]
        if view is None or self.map is None:
            return ""
        return Landmarks(view, self.map, self.log.chronicle).place_of(ply, self.campaign.sides) or ""

    # -- when something is wrong

    def _overrule(self) -> None:
        found = (
            self.draft.objection
            if self.draft.objection is not None and self.draft.objection.action
            else self.draft.verdict()
        )
        if found is not None:
            self.council.overrule(found)

    def _on_failure(self, error: Broken) -> None:
        if self.failure_dialog is None:
            self.failure_dialog = FailureDialog(self.campaign, self.council, error, self.window_closes, self.window)
            self.failure_dialog.finished.connect(self._failure_over)
            self.failure_dialog.open()

    def _failure_over(self) -> None:
        self.failure_dialog = None

    def show_failure(self) -> None:
        """Ask again how to go on after a rule has failed."""
        if self.campaign.fault is not None:
            self._on_failure(self.campaign.fault)

    def window_closes(self) -> None:
        """Close the campaign by way of the window's command."""
        self.window.commands["close_campaign"].trigger()

    def close(self) -> None:
        """Let go of everything; raises what letting go of the file raises."""
        if self.failure_dialog is not None:
            self.failure_dialog.reject()
        try:
            self.campaign.close()
        finally:
            self._put_away()

    def _put_away(self) -> None:
        self.battle.close()
        for dock in self.docks.values():
            self.window.removeDockWidget(dock)
            dock.setObjectName("")  # or a layout that is restored before it has gone would be given to it
            dock.deleteLater()
        for widget in (self.battle, self.curtain, self.middle):
            widget.hide()
            widget.deleteLater()
        self.campaign.blockSignals(True)
        self.deleteLater()


def map_of(sitting: Sitting) -> Map | None:
    """Return the map a campaign is played on; one whose rules ask for none is shown on the map it carries."""
    played = presentation.sheet(sitting.referee.game)
    return played if played is not None else carried_by(sitting.file.file).ground
