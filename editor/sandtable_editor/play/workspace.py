"""The Play workspace: the first page, and the desk of the campaign that is open; its commands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDockWidget, QMessageBox, QStackedWidget, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable.play.begin.games import Games
from sandtable_editor.play.begin.campaign_opening import OPEN, CampaignOpening
from sandtable_editor.play.begin.campaign_reading import CampaignReading
from sandtable_editor.play.begin.trial import TriedOut
from sandtable_editor.play.begin.welcome import Welcome
from sandtable_editor.play.campaign_commands import CampaignCommands
from sandtable_editor.shell.asking import ask_where, ask_which
from sandtable_editor.shell.collecting import set_aside, take_back
from sandtable_editor.shell.finder import SearchHit
from sandtable_editor.shell.pieces import above, fit
from sandtable_editor.shell.workspace import Workspace

if TYPE_CHECKING:
    from sandtable.board.spaces import SpaceId
    from sandtable.play.begin.starts import Start
    from sandtable.play.guide.first_turns import FirstTurn
    from sandtable.play.table.sitting import Sitting
    from sandtable_editor.play.begin.new_campaign import NewCampaign
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.campaign_view import CampaignView
    from sandtable_editor.shell.workspace import Workbench

CAMPAIGNS: Final = "Campaigns (*.campaign);;All (*)"
"""The files that a campaign is asked for among."""


class PlayWorkspace(Workspace):
    """Play: a campaign's journal is its undo history."""

    map_wanted = Signal(str)
    """A map is to be drawn on: its key."""

    key, title = "play", "Play"
    keys = (
        ("1 to 9", "Choose an action"),
        ("Arrows, Enter", "Choose in a list, or on the map"),
        ("Tab, Enter", "Go to the next counter on the map, pick it up, drop it"),
        ("[, ]", "Turn what is moved left or right"),
        ("F", "Take the next formation"),
        ("Enter", "Do it, if there is only one choice"),
        ("Backspace", "Go back one step"),
        ("Esc", "Cancel the action"),
        ("Space, middle button", "Hold to move the map"),
        ("Wheel", "Zoom in and out"),
    )

    def __init__(self, window: Workbench, games: Games) -> None:
        super().__init__(window)
        self.games = games
        self.campaign_view: CampaignView | None = None
        self.dialog: NewCampaign | None = None
        self._opening = CampaignOpening(window, lambda: self.games, self.show_sitting, lambda: self.campaign)
        self.pages = QStackedWidget()
        self.trial = TriedOut(self)
        self._middle = above(self.trial.strip, self.pages, room=1)
        self.welcome = Welcome(window.jobs)
        self._reading = CampaignReading(lambda: self.games, window.jobs, self.welcome)
        self.pages.addWidget(self.welcome)
        self.welcome.new_wanted.connect(self.new_campaign)
        self.welcome.guided_wanted.connect(self.first_turn)
        self.welcome.open_wanted.connect(self.open_campaign)
        self.welcome.chosen.connect(self.open_path)
        self.welcome.changed.connect(self.look_for_campaigns)
        self._campaign_commands = CampaignCommands(window, self, lambda: self.campaign_view)
        self._make_commands()
        self.welcome.tell_keys(window.commands)
        self._follow()

    # -- the workspace as the window sees it

    def middle(self) -> QWidget:
        return self._middle

    def docks(self) -> Iterable[QDockWidget]:
        return self.campaign_view.docks.values() if self.campaign_view is not None else ()

    def arrange(self) -> None:
        if self.campaign_view is not None:
            self.campaign_view.arrange()

    def come_forward(self) -> None:
        self._follow()

    def undo(self) -> None:
        if self.campaign_view is not None and self.campaign_view.campaign.may_undo:
            self.campaign_view.council.undo()

    def redo(self) -> None:
        if self.campaign_view is not None and self.campaign_view.campaign.may_redo:
            self.campaign_view.council.redo()

    def why_not(self, command: str) -> str:
        if self.campaign_view is None:
            return f"No campaign is open, so there is nothing to {command}."
        if self.campaign_view.campaign.view is None:
            return "The screen is covered: uncover it first."
        nothing = {"undo": "Nothing has been answered yet", "redo": "Nothing was undone"}[command]
        return f"{nothing}, so there is nothing to {command}."

    def escape(self) -> None:
        campaign_view = self.campaign_view
        if campaign_view is not None and campaign_view.middle.page is not None:
            campaign_view.middle.leave()
        elif campaign_view is not None:
            campaign_view.draft.put_down()

    def find(self, text: str) -> Iterable[SearchHit]:
        campaign_view = self.campaign_view
        if campaign_view is None or campaign_view.board is None or campaign_view.campaign.view is None:
            return []
        view, in_play = campaign_view.board.view, campaign_view.draft.places.is_in_play
        found: dict[SpaceId, str] = {}
        for space, name in view.find(text):
            found.setdefault(space, name)  # the best of its names
        hexes = view.geography.hexes is not None
        return [
            SearchHit(
                name, _other_name(name, space if hexes else view.geography.name(space)), partial(self._go_to, space)
            )
            for space, name in sorted(found.items(), key=lambda one: _nearness(text, one[1], in_play(one[0])))
        ]

    def _go_to(self, space: SpaceId) -> None:
        if self.campaign_view is not None and self.campaign_view.board is not None:
            self.campaign_view.board.view.centre_on(space)
            self.campaign_view.look_at(space)

    def may_close(self) -> bool:
        """Close the campaign first where its file is gone: what came of it must be read."""
        campaign_view = self.campaign_view
        if campaign_view is None or campaign_view.campaign.sitting.file.is_safe:
            return True
        self.close_campaign()
        return False

    def release_files(self) -> None:
        take_back()
        if self.campaign_view is not None:
            self.campaign_view.campaign.close()
        self.trial.forget()

    # -- commands

    def _make_commands(self) -> None:
        add, keys = partial(self.window.commands.add, within=self.key), QKeySequence.StandardKey
        add("new_campaign", "Campaign", "&New campaign…", self.new_campaign, keys.New, hint="Start a new campaign")
        add(
            "first_turn", "Campaign", "Play a &guided first turn…", self.first_turn,
            hint="Learn a game: bots play the others, and a guide explains every question",
        )  # fmt: skip
        add("open_campaign", "Campaign", "&Open…", self.open_campaign, keys.Open, hint="Open a campaign file")
        add(
            "save_copy",
            "Campaign",
            "Save a &copy…",
            self.save_copy,
            keys.SaveAs,
            hint="Save the campaign to another file",
        )
        add(
            "close_campaign",
            "Campaign",
            "&Close",
            self.close_campaign,
            (keys.Close, "Ctrl+W"),
            hint="Close the campaign; everything is already saved",
        )
        add("draw_map", "Campaign", "&Draw on the map", self.draw_map, hint="Open the map in the Map workspace")
        add(
            "trial_back", "Campaign", "&Back to the scenario", self.trial.back, "F5",
            hint="Throw the campaign that is tried out away, and go on laying the scenario out",
        )  # fmt: skip
        add(
            "trial_take_over", "Campaign", "&Take this position over", self.trial.take_over, "Shift+F5",
            hint="Make the position that was reached the set-up of the scenario that is tried out",
        )  # fmt: skip
        self.trial.strip.name_keys(self.window.commands)
        self._campaign_commands.add()

    def follow(self) -> None:
        """Look again at what can be done now."""
        self._follow()

    def forget_open(self) -> None:
        """Let the campaign on the table not be opened again when the window is."""
        self.window.settings.forget(OPEN)
        self.window.settings.write()

    def try_out(self, start: Start) -> None:
        """Play a scenario that is under work, in a campaign that is thrown away."""
        self.trial.begin(start)

    def _follow(self) -> None:
        """Let be done what can be done now; tell what has happened to the file."""
        for says in self.campaign_view.campaign.sitting.news() if self.campaign_view is not None else ():
            self._warn("Campaign file", says)
        for key in ("close_campaign", "save_copy", "draw_map"):
            self.window.commands[key].setEnabled(self.campaign_view is not None)
        for key in ("trial_back", "trial_take_over"):
            self.window.commands[key].setEnabled(self.trial.is_on)
        self._campaign_commands.follow()
        self._say()

    def _say(self) -> None:
        """Say in the title and at the foot of the window where we are and what a click does."""
        campaign_view, status = self.campaign_view, self.window.status
        if self.window.workspace not in (None, self):
            return
        if campaign_view is None:
            self.window.setWindowTitle("Sandtable")
            status.say_where("")
            status.hint.clear()
            return
        sitting = campaign_view.campaign.sitting
        title = campaign_view.campaign.sitting.header.title
        view = campaign_view.campaign.view
        self.window.setWindowTitle(fit(f"{title} — Sandtable"))
        if view is None:
            status.say_where("")
            campaign_view.say_hint()
            return
        safe = "saved" if sitting.file.is_safe else "its file is missing"
        ply = f"ply {campaign_view.campaign.referee.journal.head} · {safe}"
        status.say_where(ply, f"Every answer is saved at once, in this file:\n{sitting.path}")
        campaign_view.say_hint()

    # -- beginning and opening

    def look_for_campaigns(self) -> None:
        """List the campaigns of the user on the first page; an older look that is still under way counts no more."""
        self._reading.look()

    def continue_open(self) -> None:
        """Open the campaign that was on the table when the window was last there, if one was."""
        path = self.window.settings.text(OPEN)
        if path and Path(path).exists():
            self.open_path(path)

    def new_campaign(self) -> None:
        """Show the dialog that begins a campaign."""
        self.window.jobs.run("Looking for games", lambda _: self.games.starts(), self._show_dialog)

    def _show_dialog(self, starts: list[Start]) -> None:
        from sandtable_editor.play.begin.new_campaign import NewCampaign

        if self.dialog is not None:
            return
        self.dialog = NewCampaign(starts, self.games, self.window.jobs, self.window)
        self.dialog.finished.connect(self._dialog_over)
        self.dialog.open()

    def _dialog_over(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.deleteLater()
            if dialog.sitting is not None:
                self.show_sitting(dialog.sitting)

    def first_turn(self) -> None:
        """Ask whom somebody plays who has never played."""

        def look(_: object) -> list[FirstTurn]:
            from sandtable.play.guide.first_turns import first_turns  # brings the referee along, which takes its time

            return first_turns(self.games.starts())

        self.window.jobs.run("Looking for games", look, self._show_first_turns)

    def _show_first_turns(self, turns: list[FirstTurn]) -> None:
        from sandtable_editor.play.guide.first_turn_dialog import FirstTurnDialog

        dialog = FirstTurnDialog(turns, self.window.jobs, self.window)

        def over() -> None:
            dialog.deleteLater()
            if dialog.sitting is not None:
                self.show_sitting(dialog.sitting)
                self._guide_me()

        dialog.finished.connect(over)
        dialog.open()

    def _guide_me(self) -> None:
        if self.campaign_view is not None:
            self.campaign_view.guide_me()

    def open_campaign(self) -> None:
        """Ask for a campaign's file."""
        from sandtable.play.begin.starts import campaigns_folder

        ask_which(self.window, "Open a campaign", str(campaigns_folder()), CAMPAIGNS, self.open_path)

    def open_path(self, path: str) -> None:
        """Open a campaign where it stands."""
        self._opening.open_path(path)

    def reopen(self) -> None:
        """Open the campaign on the table anew, where it stands, under its rules as they are now."""
        view = self.campaign_view
        if view is not None:
            path = str(view.campaign.sitting.path)
            self.close_campaign()
            self.open_path(path)

    def open_scenario(self, name: str) -> None:
        """Go on with the last campaign of a scenario, or begin one."""
        self._opening.open_scenario(name)

    def play_on_map(self, library: Path, key: str) -> None:
        """Begin a scenario of a library on its map as it is now there."""
        self._opening.play_on_map(library, key)

    def draw_map(self) -> None:
        """Have the map that is played on be drawn on."""
        view = self.campaign_view
        if view is not None and view.board is not None:
            self.map_wanted.emit(view.board.view.geography.map.key)

    def accept(self, sitting: Sitting) -> None:
        """Show a campaign that was opened, once the table accepts rules that have changed."""
        self._opening.accept(sitting)

    def show_sitting(self, sitting: Sitting) -> None:
        """Put a campaign on the table."""
        from sandtable.play.table.watch import Watch
        from sandtable_editor.play.campaign_view import CampaignView

        self.close_campaign()
        self._reading.stop()
        if self.window.workspace is not None:
            self.window.show_workspace(self)
        campaign_view = self.campaign_view = CampaignView(sitting, self.window)
        campaign_view.campaign.watch = Watch(sitting.referee, sitting.path, breaks=True).start()
        self.pages.addWidget(campaign_view.middle)
        self.pages.setCurrentWidget(campaign_view.middle)
        self.window.settings.put(OPEN, str(sitting.path))
        self.window.settings.write()
        self.window.restore_layout()
        campaign_view.campaign.changed.connect(self._follow)
        campaign_view.draft.changed.connect(self._say)
        campaign_view.campaign.message.connect(self._tell)
        self._campaign_commands.take_up()
        campaign_view.curtain.alone_wanted.connect(lambda: self.window.commands["alone"].setChecked(True))
        campaign_view.begin()
        campaign_view.take_focus()
        QTimer.singleShot(0, campaign_view, set_aside)
        for notice in sitting.notices:
            self._tell(notice)
        if sitting.warnings:
            self._warn("Campaign file", "\n".join(sitting.warnings))

    def _tell(self, says: str) -> None:
        if self.window.workspace in (None, self):
            self.window.status.hint.setText(fit(says))

    def _warn(self, title: str, says: str) -> None:
        """Tell something that must be read, and wait for nothing."""
        box = QMessageBox(QMessageBox.Icon.Warning, fit(title), fit(says), QMessageBox.StandardButton.Ok, self.window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.finished.connect(box.deleteLater)
        box.open()

    def save_copy(self) -> None:
        """Ask where a copy of the campaign goes, and write it there."""
        from sandtable.library.campaigns.campaigns import free_name

        campaign_view = self.campaign_view
        if campaign_view is None:
            return
        path = campaign_view.campaign.sitting.path
        beside = free_name(path, "copy")
        save = partial(self._save_copy, campaign_view.campaign)
        ask_where(self.window, "Save a copy", str(path.parent), CAMPAIGNS, "campaign", save, beside.name)

    def _save_copy(self, campaign: Campaign, target: str) -> None:
        """Write a copy; whether a file that is there may be replaced the dialog has asked."""
        try:
            campaign.sitting.save_copy(Path(target), replace=True)
        except SandtableError as error:
            self._warn("The copy was not saved", sentence(str(error)))
        else:
            self._tell(f"The copy was saved as {target}")

    def close_campaign(self) -> None:
        """Take the campaign off the table; all of it is kept."""
        campaign_view = self.campaign_view
        if campaign_view is None:
            return
        take_back()
        self.window.keep_layout()
        self.window.settings.forget(OPEN)
        self.campaign_view = None
        self.pages.removeWidget(campaign_view.middle)
        try:
            campaign_view.close()
        except SandtableError as error:  # the desk has gone all the same
            self._warn("Campaign file", sentence(str(error)))
        self.trial.forget()
        self._follow()
        self.look_for_campaigns()

    @property
    def campaign(self) -> Campaign | None:
        """The campaign on the table."""
        return self.campaign_view.campaign if self.campaign_view is not None else None


def _other_name(name: str, own: str) -> str:
    """Return the number of a hex, the own name of a space, where it says something that the name does not."""
    return "" if own.replace("_", " ").replace("-", " ").casefold() == name.casefold() else own


def _nearness(text: str, name: str, in_play: bool) -> int:
    """Sort places that were found: of those that begin so, where the game is played come first."""
    from sandtable_editor.canvas.widget.find import plain  # the canvas takes its time to load

    said, wanted = plain(name), plain(text)
    if said == wanted:
        return 0
    return (1 if in_play else 2) if said.startswith(wanted) else 3
