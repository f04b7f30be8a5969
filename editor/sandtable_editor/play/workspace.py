"""The Play workspace: the first page, and the desk of the campaign that is open; its commands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup, QKeySequence
from PySide6.QtWidgets import QDockWidget, QFileDialog, QMessageBox, QStackedWidget, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable.play.begin.games import Games
from sandtable_editor.play.begin.damaged_library import tell_harm
from sandtable_editor.play.begin.welcome import Welcome
from sandtable_editor.shell.finder import SearchHit
from sandtable_editor.shell.pieces import fit
from sandtable_editor.shell.workspace import Workspace

if TYPE_CHECKING:
    from sandtable.board.spaces import SpaceId
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.play.begin.starts import Start
    from sandtable.play.table.sitting import Sitting
    from sandtable_editor.play.begin.new_campaign import NewCampaign
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.campaign_view import CampaignView
    from sandtable_editor.shell.jobs import BackgroundJob
    from sandtable_editor.shell.workspace import Workbench

OPEN = "play/open"
"""The setting that names the campaign on the table: after a crash it is opened where it stood."""
NEEDS_CAMPAIGN = (
    "close_campaign", "save_copy", "fit", "zoom_in", "zoom_out", "do_it", "hand_over", "leave_screen", "options",
    "adopt", "correct", "proposals", "standing", "bots_wait", "battle", "verify",
    "recap", "look_back", "earlier", "later", "score",
    "next_piece", "piece_before", "to_question", "from_question",
)  # fmt: skip


class PlayWorkspace(Workspace):
    """Play: a campaign's journal is its undo history."""

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
        self._listing: BackgroundJob | None = None
        self._opening: tuple[str, BackgroundJob] | None = None
        self.pages = QStackedWidget()
        self.welcome = Welcome()
        self.pages.addWidget(self.welcome)
        self.welcome.new_wanted.connect(self.new_campaign)
        self.welcome.open_wanted.connect(self.open_campaign)
        self.welcome.chosen.connect(self.open_path)
        self._make_commands()
        self._follow()

    # -- the workspace as the window sees it

    def middle(self) -> QWidget:
        return self.pages

    def docks(self) -> Iterable[QDockWidget]:
        return self.campaign_view.docks.values() if self.campaign_view is not None else ()

    def arrange(self) -> None:
        if self.campaign_view is not None:
            self.campaign_view.arrange()

    def undo(self) -> None:
        if self.campaign_view is not None and self.campaign_view.campaign.may_undo:
            self.campaign_view.council.undo()

    def redo(self) -> None:
        if self.campaign_view is not None and self.campaign_view.campaign.may_redo:
            self.campaign_view.council.redo()

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
        if self.campaign_view is not None:
            self.campaign_view.campaign.close()

    # -- commands

    def _make_commands(self) -> None:
        add, switch, keys = self.window.commands.add, self.window.commands.add_switch, QKeySequence.StandardKey
        add("new_campaign", "Campaign", "&New campaign…", self.new_campaign, keys.New, hint="Start a new campaign")
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
        add(
            "verify",
            "Campaign",
            "&Verify the journal…",
            self._verify,
            hint="Replay every answer and compare the results",
        )
        add("fit", "View", "Whole &map", partial(self._map, "fit"), "Ctrl+0")
        add("zoom_in", "View", "Zoom &in", partial(self._map, "in"), ("Ctrl++", "Ctrl+="))
        add("zoom_out", "View", "Zoom &out", partial(self._map, "out"), "Ctrl+-")
        add("recap", "View", "Since your last &move", self._recap, "Ctrl+R", hint="See what the others have done")
        add("look_back", "View", "Look &back", self._look_back, "Ctrl+Shift+B", hint="Look at earlier positions")
        add("earlier", "View", "One step &earlier", partial(self._step, -1), "Alt+Left", hint="Look one step back")
        add("later", "View", "One step &later", partial(self._step, 1), "Alt+Right", hint="Look one step on")
        add("score", "View", "How one &wins", self._score, "Ctrl+E", hint="See how one wins and what each side has")
        add(
            "next_piece", "View", "&Not moved yet", partial(self._go_round, 1), "N", hint="Go to the next piece to move"
        )
        add("piece_before", "View", "Not moved yet, &back", partial(self._go_round, -1), "Shift+N", hint="Go back one")
        add("to_question", "View", "Go to the &question", self._to_question, "Ctrl+J", hint="Show what is asked about")
        add(
            "from_question", "View", "Back from the question", self._from_question, "Ctrl+Shift+J",
            hint="Look again where you looked before",
        )  # fmt: skip
        add("battle", "View", "&Battle window", self._battle, "Ctrl+B", hint="Show the current battle")
        add("do_it", "Table", "&Do it", self._do, ("Ctrl+Return", "Ctrl+Enter"), hint="Carry out the action")
        add("hand_over", "Table", "&Hand over", self._hand_over, "Ctrl+H", hint="Hand the screen to the next player")
        add(
            "leave_screen",
            "Table",
            "Cover the &screen",
            self._leave_screen,
            "Ctrl+L",
            hint="Hide the game from passers-by",
        )
        add("options", "Table", "&Options…", self._options, hint="See the options in force, and propose changes")
        add(
            "adopt",
            "Table",
            "&Adopt another map…",
            self._adopt,
            hint="See what another revision of the map would change, and propose to play on it",
        )
        add("correct", "Table", "Make a &correction…", self._correct, hint="Correct a mistake by agreement")
        add("proposals", "Table", "&Proposals…", self._proposals, hint="See what waits for agreement")
        add(
            "standing",
            "Table",
            "&Standing answers…",
            self._standing,
            hint="Pass automatically on what you need not be asked",
        )
        switch("bots_wait", "Table", "Pause &bots", self._bots_wait, "Ctrl+P", hint="Make the bots wait")
        always = switch(
            "always", "Table", "Always hand &over", self._always, hint="Hand over even when nothing is hidden"
        )
        always.setChecked(self.window.settings.flag("play/always_hand_over", default=True))
        self._make_paces()

    def _make_paces(self) -> None:
        from sandtable_editor.play.campaign.pace import PACES, USUAL

        group = QActionGroup(self)
        kept = self.window.settings.text("play/pace", USUAL)
        for pace in PACES:
            action = self.window.commands.add_switch(
                f"pace_{pace}", "Table/Bot speed", pace.capitalize(), partial(self._pace, pace)
            )
            group.addAction(action)
            action.setChecked(pace == kept)

    def _follow(self) -> None:
        """Let be done what can be done now; tell what has happened to the file."""
        for says in self.campaign_view.campaign.sitting.news() if self.campaign_view is not None else ():
            self._warn("Campaign file", says)
        commands, campaign_view = self.window.commands, self.campaign_view
        campaign = campaign_view.campaign if campaign_view is not None else None
        for key in NEEDS_CAMPAIGN:
            commands[key].setEnabled(campaign_view is not None)
        seated = campaign is not None and campaign.seat is not None
        commands["undo"].setEnabled(campaign is not None and campaign.may_undo)
        commands["redo"].setEnabled(campaign is not None and campaign.may_redo)
        news = campaign_view.middle.news if campaign_view is not None and campaign is not None and campaign.view else 0
        commands["recap"].setIconText(f"What is new ({news})" if news else "What is new")
        for key in ("recap", "look_back", "earlier", "later"):
            commands[key].setEnabled(campaign is not None and campaign.view is not None)
        for key in ("options", "correct", "proposals", "standing", "do_it"):
            commands[key].setEnabled(seated)
        commands["adopt"].setEnabled(seated and campaign_view is not None and campaign_view.played_map is not None)
        for key in ("fit", "zoom_in", "zoom_out", "next_piece", "piece_before", "to_question", "from_question"):
            commands[key].setEnabled(campaign_view is not None and campaign_view.board is not None)
        commands["find"].setEnabled(campaign_view is not None and campaign_view.board is not None and seated)
        commands["hand_over"].setEnabled(campaign is not None and campaign.turn_state == "next")
        commands["leave_screen"].setEnabled(seated and campaign is not None and len(campaign.people()) > 1)
        commands["battle"].setEnabled(campaign_view is not None and campaign_view.battle.has_something)
        self._say()

    def _say(self) -> None:
        """Say in the title and at the foot of the window where we are and what a click does."""
        campaign_view, status = self.campaign_view, self.window.status
        if campaign_view is None:
            self.window.setWindowTitle("Sandtable")
            status.where.clear()
            status.hint.clear()
            return
        title = campaign_view.campaign.sitting.header.title
        view = campaign_view.campaign.view
        self.window.setWindowTitle(fit(f"{title} — Sandtable"))
        if view is None:
            status.where.clear()
            status.hint.clear()
            return
        safe = "saved" if campaign_view.campaign.sitting.file.is_safe else "its file is missing"
        status.where.setText(f"ply {campaign_view.campaign.referee.journal.head} · {safe}")
        campaign_view.say_hint()

    # -- beginning and opening

    def look_for_campaigns(self) -> None:
        """List the campaigns of the user on the first page; an older look that is still under way counts no more."""
        if self._listing is not None:
            self._listing.cancel()
        self._listing = self.window.jobs.run(
            "Looking for campaigns", lambda _: self.games.campaigns(), self.welcome.show_campaigns
        )

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

    def open_campaign(self) -> None:
        """Ask for a campaign's file."""
        from sandtable.play.begin.starts import campaigns_folder

        dialog = QFileDialog(self.window, "Open a campaign", str(campaigns_folder()), "Campaigns (*.campaign);;All (*)")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.open_path)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def open_path(self, path: str, *, last_good: bool = False) -> None:
        """Open a campaign where it stands."""
        if self._stands(path) or self._is_being_opened(path):
            return

        def look(_: object) -> InstalledGame:
            from sandtable.library.campaigns.opening import read_header

            return self.games.family(read_header(Path(path), damaged=True).game)

        def take_up(family: InstalledGame) -> None:
            from sandtable.library.campaigns.opening import open_campaign
            from sandtable.play.table.sitting import resume_sitting

            self.accept(resume_sitting(open_campaign(family, Path(path), last_good=last_good)))

        def take_up_safely(family: InstalledGame) -> None:
            try:
                take_up(family)
            except SandtableError as error:
                say_why(error)

        def say_why(error: BaseException) -> None:
            if not self._stands(path):  # else it was asked for twice, by another name
                self._cannot_open(error)

        self._opening = path, self.window.jobs.run("Opening", look, take_up_safely, say_why)

    def _is_being_opened(self, path: str) -> bool:
        """Tell whether a campaign is the one that was asked for last, and nothing has come of that yet."""
        return self._opening is not None and self._opening[0] == path and self._opening[1].running

    def _stands(self, path: str) -> bool:
        """Tell whether a campaign is on the table, by whatever name."""
        if self.campaign_view is None:
            return False
        own = self.campaign_view.campaign.sitting.path
        return own == Path(path) or (own.exists() and Path(path).exists() and own.samefile(path))

    def open_scenario(self, name: str) -> None:
        """Go on with the last campaign of a scenario, or begin one."""

        def take_up(start: Start) -> None:
            from sandtable.play.table.sitting import Wishes, sit_down

            if start.library is not None and start.harm:
                tell_harm(start.library, start.harm, self.window.jobs, self.window)
            try:
                self.accept(sit_down(start, Wishes(), file=None, new=False, last_good=False))
            except SandtableError as error:
                self._cannot_open(error)

        self.window.jobs.run("Opening", lambda _: self.games.start(name), take_up, self._cannot_open)

    def _cannot_open(self, error: BaseException) -> None:
        from sandtable.library.campaigns.opening import OpenLastGood

        self.window.settings.forget(OPEN)
        if not isinstance(error, SandtableError):
            self.window.reporter.report(error)
            return
        remedy = error.remedy if isinstance(error.remedy, OpenLastGood) else None
        says = str(error) if remedy is None else error.with_advice("")  # the button says what can be done
        box = QMessageBox(QMessageBox.Icon.Warning, "Cannot be opened", sentence(says), parent=self.window)
        box.addButton(QMessageBox.StandardButton.Close)
        good = None
        if remedy is not None:
            good = box.addButton("Open a copy at the last good position", QMessageBox.ButtonRole.AcceptRole)

        def on_answer() -> None:
            wanted = remedy if good is not None and box.clickedButton() is good else None
            box.deleteLater()
            if wanted is not None:
                self.open_path(str(wanted.path), last_good=True)

        box.finished.connect(on_answer)
        box.open()

    def accept(self, sitting: Sitting) -> None:
        """Show a campaign that was opened, once the table accepts rules that have changed."""
        from sandtable_editor.play.table.failure_dialog import ask_about_changes, ask_about_unended

        shown = partial(ask_about_unended, sitting, self.window, partial(self.show_sitting, sitting))
        ask_about_changes(sitting, self.window, shown, sitting.referee.sink.close)

    def show_sitting(self, sitting: Sitting) -> None:
        """Put a campaign on the table."""
        from sandtable.play.table.watch import Watch
        from sandtable_editor.play.campaign_view import CampaignView

        self.close_campaign()
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
        campaign_view.begin()
        campaign_view.take_focus()
        for notice in sitting.notices:
            self._tell(notice)
        if sitting.warnings:
            self._warn("Campaign file", "\n".join(sitting.warnings))

    def _tell(self, says: str) -> None:
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
        dialog = QFileDialog(self.window, "Save a copy", str(path.parent), "Campaigns (*.campaign);;All (*)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("campaign")
        dialog.selectFile(beside.name)
        dialog.fileSelected.connect(partial(self._save_copy, campaign_view.campaign))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

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
        self.window.keep_layout()
        self.window.settings.forget(OPEN)
        self.campaign_view = None
        self.pages.removeWidget(campaign_view.middle)
        try:
            campaign_view.close()
        except SandtableError as error:  # the desk has gone all the same
            self._warn("Campaign file", sentence(str(error)))
        self._follow()
        self.look_for_campaigns()

    # -- doing what the commands say

    @property
    def campaign(self) -> Campaign | None:
        """The campaign on the table."""
        return self.campaign_view.campaign if self.campaign_view is not None else None

    def _map(self, what: str) -> None:
        board = self.campaign_view.board if self.campaign_view is not None else None
        if board is not None:
            if what == "fit":
                board.view.fit()
            else:
                board.view.zoom_by(1.25 if what == "in" else 0.8)

    def _recap(self) -> None:
        if self.campaign_view is not None:
            self.campaign_view.middle.recap()

    def _look_back(self) -> None:
        if self.campaign_view is not None:
            self.campaign_view.middle.look()

    def _step(self, plies: int) -> None:
        if self.campaign_view is not None:
            self.campaign_view.middle.step(plies)

    def _go_round(self, way: int) -> None:
        board = self.campaign_view.board if self.campaign_view is not None else None
        if board is not None:
            board.round.go(way)

    def _to_question(self) -> None:
        board = self.campaign_view.board if self.campaign_view is not None else None
        if board is not None:
            board.question_look.go()

    def _from_question(self) -> None:
        board = self.campaign_view.board if self.campaign_view is not None else None
        if board is not None:
            board.question_look.back()

    def _score(self) -> None:
        if self.campaign_view is not None:
            self.campaign_view.score.unfold()

    def _battle(self) -> None:
        if self.campaign_view is not None:
            self.campaign_view.battle.bring()

    def _do(self) -> None:
        if self.campaign_view is not None:
            self.campaign_view.prompt.go_on()

    def _hand_over(self) -> None:
        if self.campaign_view is not None:
            self.campaign_view.campaign.hand_over()

    def _leave_screen(self) -> None:
        if self.campaign_view is not None:
            self.campaign_view.campaign.leave_screen()

    def _options(self) -> None:
        from sandtable_editor.play.table.options_dialog import OptionsDialog

        campaign_view = self.campaign_view
        if campaign_view is not None:
            OptionsDialog(campaign_view.campaign, campaign_view.council, self.window.jobs, self.window).open()

    def _adopt(self) -> None:
        from sandtable_editor.play.table.adoption_dialog import AdoptionDialog

        campaign_view = self.campaign_view
        if campaign_view is not None:
            AdoptionDialog(campaign_view.campaign, campaign_view.council, self.window.jobs, self.window).open()

    def _correct(self) -> None:
        from sandtable_editor.play.table.correction import Correction

        if self.campaign_view is not None:
            Correction(self.campaign_view.campaign, self.campaign_view.council, self.window).open()

    def _proposals(self) -> None:
        from sandtable_editor.play.table.table_dialogs import Proposals

        if self.campaign_view is not None:
            Proposals(self.campaign_view.campaign, self.campaign_view.council, self.window).open()

    def _standing(self) -> None:
        from sandtable_editor.play.table.table_dialogs import StandingAnswers

        if self.campaign_view is not None:
            StandingAnswers(self.campaign_view.campaign, self.window).open()

    def _bots_wait(self, waiting: bool) -> None:
        if self.campaign_view is not None:
            self.campaign_view.pace.wait(waiting)

    def _pace(self, pace: str, on: bool) -> None:
        if on:
            self.window.settings.put("play/pace", pace)
            if self.campaign_view is not None:
                self.campaign_view.pace.choose(pace)

    def _always(self, on: bool) -> None:
        self.window.settings.put("play/always_hand_over", on)
        if self.campaign_view is not None:
            self.campaign_view.campaign.always = on

    def _verify(self) -> None:
        from sandtable_editor.play.campaign.verifying import verify

        if self.campaign_view is not None:
            verify(self.campaign_view.campaign, self.window)


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
