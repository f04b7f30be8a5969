"""Without a display: some turns played by bots, told in words, and a picture of the table as anybody may see it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from sandtable.board.maps import Map
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.begin.starts import Start

SIZE: Final = (1600, 1000)
REPORTED: Final = 12
"""So many of the last entries of the log are printed."""


def play_and_draw(scenario: str | None, *, turns: int, seed: str, picture: Path | None, safe: bool) -> None:
    """Play, print, draw; raises ``Invalid`` when there is nothing to play or the picture cannot be written."""
    from sandtable.engine.running.chance import SeededDice
    from sandtable.lab.bots import RandomBot, play_on
    from sandtable.present import presentation
    from sandtable_editor.application import application_to_draw

    application_to_draw()
    start = choose_start(scenario, safe=safe)
    for one in start.harm:
        click.echo(one, err=True)
    referee = start.begin(source=SeededDice(seed)).open()
    actions = play_on(referee, RandomBot(f"bot|{seed}"), rounds=turns)
    for line in report(start, referee, actions, turns):
        click.echo(line)
    path = picture or Path(f"{start.name}.png")
    view = referee.game.seen_by_sides(frozenset())
    write(draw(view, presentation.sheet(view)), path)
    click.echo(f"The picture was written to {path}.")


def choose_start(scenario: str | None, *, safe: bool) -> Start:
    """Return the scenario that was asked for; without a name the first with a map, or the first there is."""
    from sandtable.engine.errors import Invalid
    from sandtable.play.begin.games import Games
    from sandtable.present import PresentHooks

    games = Games(safe=safe)
    if scenario is not None:
        return games.start(scenario)
    starts = games.starts()
    if not starts:
        raise Invalid("no game with a scenario is installed; `sandtable plugins` says what was found")
    return next((one for one in starts if PresentHooks in one.family.hook_sets), starts[0])


def report(start: Start, referee: Referee, actions: int, turns: int) -> list[str]:
    """Tell how it went: the position, the end if there was one, and the last of the log."""
    from sandtable.play.record.log_lines import ply_lines
    from sandtable.play.words.where import describe_end, situation

    view = referee.game.seen_by_sides(frozenset())
    lines = [f"{start.scenario.title}: {actions} actions in {turns} rounds.", *situation(view)]
    lines += [describe_end(view)] if view.ended is not None else []
    lines.append("The end of the log:")
    for ply in referee.journal.line()[-REPORTED:]:
        lines += [f"  {line}" for line in ply_lines(view, referee.journal, ply, (), numbered=True)]
    return lines


def draw(view: RunningGame, board: Map | None) -> QImage:
    """Draw the table: the map with its counters, or the situation of a game without a map."""
    from sandtable_editor.application import application
    from sandtable_editor.shell.theme import Theme

    Theme(application(), "light")
    return _map(view, board) if board is not None else _words(view)


def _map(view: RunningGame, board: Map) -> QImage:
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.begin.preview import lay_out

    made = MapView()
    made.resize(*SIZE)
    there = lay_out(made, board, view)
    made.show()
    made.fit()
    made.look_at(there)
    made.settle()
    return made.grab().toImage()


def _words(view: RunningGame) -> QImage:
    from PySide6.QtWidgets import QVBoxLayout, QWidget

    from sandtable.play.words.where import situation
    from sandtable.present import presentation
    from sandtable_editor.play.map.situation import words_view
    from sandtable_editor.play.panels.stack import PanelStack

    made = QWidget()
    column = QVBoxLayout(made)
    words = words_view()
    words.setPlainText("\n".join(situation(view)))
    column.addWidget(words)
    if panels := presentation.panels(view, "side", "bottom"):
        stack = PanelStack(name="Sheets and tables")
        stack.put(panels)
        column.addWidget(stack)
    made.resize(*SIZE)
    made.show()
    return made.grab().toImage()


def write(image: QImage, path: Path) -> None:
    """Write a picture; raises ``Invalid`` where that cannot be done."""
    from PySide6.QtGui import QImageWriter

    from sandtable.engine.errors import Invalid

    if not QImageWriter(str(path), b"png").write(image):
        raise Invalid(f"{path} cannot be written: name a file in a folder that you may write to")
