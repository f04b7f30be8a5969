"""The commands of the campaign that is open: what each does, and when it can be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QActionGroup

if TYPE_CHECKING:
    from sandtable_editor.play.campaign_view import CampaignView
    from sandtable_editor.play.map.play_map import PlayMap
    from sandtable_editor.shell.commands import Keys
    from sandtable_editor.shell.workspace import Workbench, Workspace

ALONE: Final = "play/alone"
"""The setting that names the campaign that one person plays for all sides."""
WHAT_IS_NEW: Final = "What is new"
"""The tool bar's text for what others have done since one's last move."""


class CampaignCommands:
    """The commands of the campaign that ``shown`` gives: adds them to the window's, and follows the game."""

    def __init__(self, window: Workbench, play: Workspace, shown: Callable[[], CampaignView | None]) -> None:
        self._window, self._play = window, play
        self._shown = shown

    def add(self) -> None:
        """Add the commands in the order of the menus, then the switches."""
        for one in COMMANDS:
            self._window.commands.add(
                one.key, one.menu, one.text, partial(self._do, one), one.keys, hint=one.hint, within=self._play.key
            )
        self._add_switches()

    def _do(self, command: CampaignCommand) -> None:
        campaign_view = self._shown()
        if campaign_view is not None:
            command.act(campaign_view)

    def follow(self) -> None:
        """Let be done what can be done now."""
        commands, campaign_view = self._window.commands, self._shown()
        for one in COMMANDS:
            commands[one.key].setEnabled(campaign_view is not None and one.may(campaign_view))
        commands["bots_wait"].setEnabled(campaign_view is not None)
        commands["alone"].setEnabled(campaign_view is not None and len(campaign_view.campaign.people()) > 1)
        if self._window.workspace in (None, self._play):
            self._follow_shared(campaign_view)
        news = campaign_view.middle.news if campaign_view is not None and _is_in_view(campaign_view) else 0
        commands["recap"].setIconText(f"{WHAT_IS_NEW} ({news})" if news else WHAT_IS_NEW)

    def _follow_shared(self, campaign_view: CampaignView | None) -> None:
        """Let be done what can be done of what every workspace has."""
        commands = self._window.commands
        commands["undo"].setEnabled(campaign_view is not None and campaign_view.campaign.may_undo)
        commands["redo"].setEnabled(campaign_view is not None and campaign_view.campaign.may_redo)
        commands["find"].setEnabled(campaign_view is not None and _has_map(campaign_view) and _is_seated(campaign_view))

    # -- switches

    def _add_switches(self) -> None:
        switch, settings = partial(self._window.commands.add_switch, within=self._play.key), self._window.settings
        switch("bots_wait", "Table", "Pause &bots", self._bots_wait, "Ctrl+P", hint="Make the bots wait")
        switch(
            "alone", "Table", "One person plays &all sides", self._alone,
            hint="Never hand the screen over, in this campaign",
        )  # fmt: skip
        always = switch(
            "always", "Table", "Always hand &over", self._always, hint="Hand over even when nothing is hidden"
        )
        always.setChecked(settings.flag("play/always_hand_over", default=True))
        self._add_paces()

    def _add_paces(self) -> None:
        from sandtable_editor.play.campaign.pace import PACES, USUAL

        group = QActionGroup(self._window)
        kept = self._window.settings.text("play/pace", USUAL)
        for pace in PACES:
            action = self._window.commands.add_switch(
                f"pace_{pace}", "Table/Bot speed", pace.capitalize(), partial(self._pace, pace), within=self._play.key
            )
            group.addAction(action)
            action.setChecked(pace == kept)

    def _bots_wait(self, waiting: bool) -> None:
        campaign_view = self._shown()
        if campaign_view is not None:
            campaign_view.pace.wait(waiting)

    def _alone(self, on: bool) -> None:
        campaign_view = self._shown()
        if campaign_view is not None:
            path = str(campaign_view.campaign.sitting.path)
            self._window.settings.put(ALONE, path) if on else self._window.settings.forget(ALONE)
            campaign_view.campaign.play_alone(on)

    def take_up(self) -> None:
        """Take up how the campaign was played that is put on the table: by one person for all sides, or not."""
        campaign_view = self._shown()
        if campaign_view is not None:
            alone = self._window.settings.text(ALONE) == str(campaign_view.campaign.sitting.path)
            campaign_view.campaign.alone = alone
            self._show_switch("alone", on=alone)
            campaign_view.pace.changed.connect(self._follow_pace)
            self._follow_pace()

    def _follow_pace(self) -> None:
        """Show whether bots wait: a button in the prompt and one on the curtain have them go on too."""
        campaign_view = self._shown()
        self._show_switch("bots_wait", on=campaign_view is not None and campaign_view.pace.waiting)

    def _show_switch(self, command: str, *, on: bool) -> None:
        action = self._window.commands[command]
        action.blockSignals(True)
        action.setChecked(on)
        action.blockSignals(False)

    def _always(self, on: bool) -> None:
        self._window.settings.put("play/always_hand_over", on)
        campaign_view = self._shown()
        if campaign_view is not None:
            campaign_view.campaign.always = on

    def _pace(self, pace: str, on: bool) -> None:
        if on:
            self._window.settings.put("play/pace", pace)
            campaign_view = self._shown()
            if campaign_view is not None:
                campaign_view.pace.choose(pace)


# -- when something can be done


def _is_in_view(campaign_view: CampaignView) -> bool:
    """Tell whether the game is shown: somebody is at the screen."""
    return campaign_view.campaign.view is not None


def _is_seated(campaign_view: CampaignView) -> bool:
    return campaign_view.campaign.seat is not None


def _has_map(campaign_view: CampaignView) -> bool:
    return campaign_view.board is not None


def _plays_on_map(campaign_view: CampaignView) -> bool:
    return _is_seated(campaign_view) and campaign_view.played_map is not None


def _has_next(campaign_view: CampaignView) -> bool:
    return campaign_view.campaign.turn_state == "next"


def _may_be_covered(campaign_view: CampaignView) -> bool:
    return _is_in_view(campaign_view) and bool(campaign_view.campaign.people())


# -- what is done


def _on_map(act: Callable[[PlayMap], object]) -> Callable[[CampaignView], None]:
    """Make of something to be done with the map something to be done with a campaign that is shown on one."""

    def do(campaign_view: CampaignView) -> None:
        if campaign_view.board is not None:
            act(campaign_view.board)

    return do


def _options(campaign_view: CampaignView) -> None:
    from sandtable_editor.play.table.options_dialog import OptionsDialog

    window = campaign_view.window
    OptionsDialog(campaign_view.campaign, campaign_view.council, window.jobs, window).open()


def _adopt(campaign_view: CampaignView) -> None:
    from sandtable_editor.play.table.adoption_dialog import AdoptionDialog

    window = campaign_view.window
    AdoptionDialog(campaign_view.campaign, campaign_view.council, window.jobs, window).open()


def _correct(campaign_view: CampaignView) -> None:
    from sandtable_editor.play.table.correction import Correction

    window = campaign_view.window
    Correction(campaign_view.campaign, campaign_view.council, window.jobs, window).open()


def _proposals(campaign_view: CampaignView) -> None:
    from sandtable_editor.play.table.table_dialogs import Proposals

    Proposals(campaign_view.campaign, campaign_view.council, campaign_view.window).open()


def _standing(campaign_view: CampaignView) -> None:
    from sandtable_editor.play.table.table_dialogs import StandingAnswers

    StandingAnswers(campaign_view.campaign, campaign_view.window).open()


def _verify(campaign_view: CampaignView) -> None:
    from sandtable_editor.play.campaign.verifying import verify

    verify(campaign_view.campaign, campaign_view.window)


def _statistics(campaign_view: CampaignView) -> None:
    from sandtable_editor.play.record.statistics_window import StatisticsWindow

    StatisticsWindow(campaign_view.campaign, campaign_view.window).show()


def _report(campaign_view: CampaignView) -> None:
    from sandtable_editor.play.record.report_dialog import ask_for_report

    ask_for_report(campaign_view.campaign, campaign_view.window)


@dataclass(frozen=True, slots=True)
class CampaignCommand:
    """A command with what it does to the campaign on the table, and whether it can be done there."""

    key: str
    menu: str
    text: str
    act: Callable[[CampaignView], object]
    keys: Keys = ()
    hint: str = ""
    may: Callable[[CampaignView], bool] = lambda _: True


COMMANDS: Final[tuple[CampaignCommand, ...]] = (
    CampaignCommand(
        "verify", "Campaign", "&Verify the journal…", _verify,
        hint="Replay every answer and compare the results",
    ),
    CampaignCommand(
        "report", "Campaign", "Save a &turn report…", _report,
        hint="Write what happened in a round as a page, with its map", may=_is_in_view,
    ),
    CampaignCommand("fit", "View", "Whole &map", _on_map(lambda board: board.view.fit()), "Ctrl+0", may=_has_map),
    CampaignCommand(
        "zoom_in", "View", "Zoom &in", _on_map(lambda board: board.view.zoom_by(1.25)), ("Ctrl++", "Ctrl+="),
        may=_has_map,
    ),
    CampaignCommand(
        "zoom_out", "View", "Zoom &out", _on_map(lambda board: board.view.zoom_by(0.8)), "Ctrl+-",
        may=_has_map,
    ),
    CampaignCommand(
        "map_colours", "View", "&Colours of the map", _on_map(lambda board: board.pieces.ask_mode()), "Ctrl+M",
        hint="Choose what the colours of the map show", may=_has_map,
    ),
    CampaignCommand(
        "recap", "View", "Since your last &move", lambda view: view.middle.recap(), "Ctrl+R",
        hint="See what the others have done", may=_is_in_view,
    ),
    CampaignCommand(
        "look_back", "View", "Look &back", lambda view: view.middle.look(), "Ctrl+Shift+B",
        hint="Look at earlier positions", may=_is_in_view,
    ),
    CampaignCommand(
        "earlier", "View", "One step &earlier", lambda view: view.middle.step(-1), "Alt+Left",
        hint="Look one step back", may=_is_in_view,
    ),
    CampaignCommand(
        "later", "View", "One step &later", lambda view: view.middle.step(1), "Alt+Right",
        hint="Look one step forward", may=_is_in_view,
    ),
    CampaignCommand(
        "guide", "Help", "&Guide me", lambda view: view.guide_me(), "Ctrl+G",
        hint="Be guided through a turn: what is asked, why, and what one might do", may=_is_in_view,
    ),
    CampaignCommand(
        "score", "View", "How to &win", lambda view: view.score.unfold(), "Ctrl+E",
        hint="See how to win and what each side has",
    ),
    CampaignCommand(
        "statistics", "View", "Statistics over &time", _statistics, "Ctrl+Shift+G",
        hint="See what is counted round by round, as a chart", may=_is_in_view,
    ),
    CampaignCommand(
        "next_piece", "View", "&Not moved yet", _on_map(lambda board: board.round.go(1)), "N",
        hint="Go to the next piece to move", may=_has_map,
    ),
    CampaignCommand(
        "piece_before", "View", "Not moved yet, &back", _on_map(lambda board: board.round.go(-1)), "Shift+N",
        hint="Go back one", may=_has_map,
    ),
    CampaignCommand(
        "to_question", "View", "Go to the &question", _on_map(lambda board: board.question_look.go()), "Ctrl+J",
        hint="Show what the question is about", may=_has_map,
    ),
    CampaignCommand(
        "from_question", "View", "Back from the question", _on_map(lambda board: board.question_look.back()),
        "Ctrl+Shift+J", hint="Return to what you were looking at", may=_has_map,
    ),
    CampaignCommand(
        "battle", "View", "&Battle window", lambda view: view.battle.toggle(), "Ctrl+B",
        hint="Show the battle that is being fought, or what became of the last one; put it away",
        may=lambda view: view.battle.has_something,
    ),
    CampaignCommand(
        "do_it", "Table", "&Do it", lambda view: view.prompt.go_on(), ("Ctrl+Return", "Ctrl+Enter"),
        hint="Carry out the action", may=_is_seated,
    ),
    CampaignCommand(
        "pass_on", "Table", "&Pass on", lambda view: view.idle.pass_on(), ("Ctrl+Shift+Return", "Ctrl+Shift+Enter"),
        hint="End one step after the other, until something needs an answer", may=_is_seated,
    ),
    CampaignCommand(
        "hand_over", "Table", "&Hand over", lambda view: view.campaign.hand_over(), "Ctrl+H",
        hint="Hand the screen to the next player", may=_has_next,
    ),
    CampaignCommand(
        "leave_screen", "Table", "Cover the &screen", lambda view: view.campaign.leave_screen(), "Ctrl+L",
        hint="Hide the game from passers-by", may=_may_be_covered,
    ),
    CampaignCommand(
        "options", "Table", "&Options…", _options,
        hint="See the options in force, and propose changes", may=_is_seated,
    ),
    CampaignCommand(
        "adopt", "Table", "&Adopt another map…", _adopt,
        hint="See what another revision of the map would change, and propose to play on it", may=_plays_on_map,
    ),
    CampaignCommand(
        "correct", "Table", "Make a &correction…", _correct,
        hint="Correct a mistake by agreement", may=_is_seated,
    ),
    CampaignCommand(
        "proposals", "Table", "&Proposals…", _proposals,
        hint="See what waits for agreement", may=_is_seated,
    ),
    CampaignCommand(
        "standing", "Table", "&Standing answers…", _standing,
        hint="Pass automatically when you need not be asked", may=_is_seated,
    ),
)  # fmt: skip
