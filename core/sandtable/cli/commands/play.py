"""``sandtable play``: a campaign at the terminal."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import click

from sandtable.cli.exit_status import ExitWith
from sandtable.cli.installed import option_options

if TYPE_CHECKING:
    from sandtable.cli.terminal import ScriptLine
    from sandtable.play.table.sitting import Sitting
    from sandtable.play.table.watch import HangNote

BEGINS: Final = ("new", "seed", "dice", "preset", "on", "off", "values", "seats", "bots", "take_back")
"""What is said of a campaign when it begins."""


@click.command("play")
@click.argument("scenario")
@click.option(
    "--campaign",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The campaign file (default: one in the user's folder).",
)
@click.option(
    "--script",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Play the inputs in a file, one per line.",
)
@click.option("--new", is_flag=True, help="Start a new campaign even if there is one to continue.")
@click.option("--seed", metavar="S", help="The seed for the dice of a new campaign (default: random).")
@click.option(
    "--dice",
    type=click.Choice(["rolled", "typed"]),
    help="Let the program roll the dice, or roll real ones and type the results.",
)
@option_options
@click.option("--seats", metavar="PLAN", default="", help="Who sits where: one, each, or NAME=SIDE+SIDE,NAME=SIDE.")
@click.option("--bot", "bots", metavar="SIDE", multiple=True, help="Let a bot play a side (may be repeated).")
@click.option(
    "--take-back",
    type=click.Choice(["free", "agree", "never"]),
    help="Whether undo may go past a throw or another player's decision.",
)
@click.option("--guide", is_flag=True, help="Be guided through a turn: what is asked, why, and what one might do.")
@click.option("--last-good", is_flag=True, help="Open a copy of a damaged campaign at the last good position.")
def command(
    scenario: str,
    campaign: Path | None,
    script: Path | None,
    new: bool,
    seed: str | None,
    dice: Literal["rolled", "typed"] | None,
    preset: str,
    on: tuple[str, ...],
    off: tuple[str, ...],
    values: tuple[str, ...],
    seats: str,
    bots: tuple[str, ...],
    take_back: Literal["free", "agree", "never"] | None,
    guide: bool,
    last_good: bool,
) -> None:
    """Play a scenario in the terminal, continuing the last campaign of that scenario.

    SCENARIO may also be a campaign file, to continue that campaign.

    Every answer is saved before the next question: however you leave, the same command continues at the same question.
    A script without --campaign starts a new campaign. Type help at any question.
    """
    from sandtable.cli.installed import find_scenario, plugins, tell_harm, typed_options
    from sandtable.cli.terminal import read_script
    from sandtable.engine.errors import Invalid
    from sandtable.play.begin.presets import preset_choices
    from sandtable.play.table.sitting import Wishes, go_on, is_campaign, sit_down

    lines = read_script(script) if script is not None else []
    if dice == "typed" and seed is not None:
        raise Invalid("dice that are typed in do not depend on a seed: leave out --seed or --dice typed")
    if campaign is None and is_campaign(scenario):
        if begins := typed_options(BEGINS):
            raise Invalid(f"the campaign {scenario} has begun already: leave out {begins[0]}, or name a scenario")
        _at_the_table(go_on(Path(scenario), plugins(), last_good=last_good), lines, str(script), guided=guide)
        return
    start = find_scenario(scenario)
    options = preset_choices(preset, start.family, start.library, tell_harm) if preset else None
    wishes = Wishes(seed, dice == "typed", on, off, values, seats, take_back, bots, options)
    fresh = new or (script is not None and campaign is None)
    sitting = sit_down(start, wishes, file=campaign, new=fresh, last_good=last_good)
    _at_the_table(sitting, lines, str(script), guided=guide)


def _at_the_table(sitting: Sitting, lines: list[ScriptLine], script: str, *, guided: bool) -> None:
    """Play until the players leave."""
    from sandtable.cli.leaving import Leaving
    from sandtable.cli.talk.conversation import Conversation
    from sandtable.cli.terminal import converse
    from sandtable.play.table.watch import Watch

    conversation = Conversation(sitting, pauses=False)
    if guided:
        conversation.be_guided()
    conversation.watch = Watch(
        sitting.referee, sitting.path, tell=lambda note: _say_unended(note, sitting.path)
    ).start()
    with Leaving() as leaving:
        try:
            converse(conversation, lines, script)
        except KeyboardInterrupt:
            leaving.ignore_signals()
            with suppress(OSError):  # the terminal may be gone
                click.echo()
        finally:
            leaving.ignore_signals()
            conversation.watch.stop()
            _close(sitting)
    if leaving.by:
        raise ExitWith(128 + leaving.by)
    if not sitting.referee.game.ended:
        click.echo(
            f"Saved at ply {sitting.referee.journal.head} in {sitting.path}; the same command goes on.", err=True
        )


def _close(sitting: Sitting) -> None:
    """Close the campaign where it stands, whatever was broken off."""
    from sandtable.engine.errors import SandtableError

    with suppress(SandtableError):
        sitting.referee.recall()
    sitting.referee.sink.close()


def _say_unended(note: HangNote, path: Path) -> None:
    """Say what does not come to an end, while it does not."""
    kept = f"where that does not help, stop the program: the next start of {path.name} offers to leave it out"
    click.echo(f"{note}: Ctrl-C stops it ({kept}).", err=True)
