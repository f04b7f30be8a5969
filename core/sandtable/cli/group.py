"""The command ``sandtable``: commands found by name and imported when called, errors told in one sentence.

Further commands come by entry point (``sandtable.commands``: a click command each); ``workbench`` is what
runs when ``sandtable`` is called without a command.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import click

from sandtable.cli.exit_status import FINE
from sandtable.cli.plain_streams import plain_output
from sandtable.distribution import install_hint, is_ours

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from click.shell_completion import CompletionItem

COMMANDS: Final = {
    "build-library": "Build the library that ships from its text sources.",
    "campaign": "List, rename, copy and delete campaigns.",
    "check": "Find faults in maps, scenarios and presets, and fix them.",
    "completion": "Print what a shell needs to complete commands with Tab.",
    "desktop": "Put Sandtable into the desktop's menu, or remove it.",
    "diff": "Describe the differences between two maps, scenarios or libraries.",
    "docs": "List the guides, or print one.",
    "list": "Show what can be played: scenarios and campaigns.",
    "map": "Import, change, export and draw maps; list adjacency; make hex maps.",
    "odds": "Estimate the odds of the current battle of a campaign.",
    "options": "Show the options of a scenario, or try a set of them.",
    "play": "Play a scenario in the terminal.",
    "plugins": "Show which plugins were found, are trusted or are broken, and why.",
    "preset": "Write presets as text, and read them back.",
    "replay": "Replay a campaign's journal, and verify it.",
    "report": "Write a round of a campaign as a page, with its map.",
    "rule": "Make house rules, check them, and take them in and out as texts.",
    "rules": "Show a rule, or list them.",
    "scenario": "Make scenarios, write them as text and read them back.",
    "simulate": "Let bots play games, and report the results.",
}
GROUP: Final = "sandtable.commands"
WORKBENCH: Final = "workbench"
COMPLETE: Final = "_SANDTABLE_COMPLETE"
"""By this a shell asks for what may follow."""
SAFE: Final = "--safe-mode"
VERBOSE: Final = "--verbose"
ANYWHERE: Final = (SAFE, VERBOSE)
"""Switches that may stand behind the command, too."""


class Sandtable(click.Group):
    """The group of all commands."""

    def __init__(self) -> None:
        safe = click.Option(
            [SAFE], is_flag=True, help="Leave out all third-party games, rules and commands (may stand anywhere)."
        )
        super().__init__(
            "sandtable",
            callback=click.pass_context(_start),
            params=[
                safe,
                click.Option(
                    ["--headless"],
                    is_flag=True,
                    help="Without a command: play some turns with bots and write a picture, without a display.",
                ),
                click.Option(
                    [VERBOSE], is_flag=True, help="Report on standard error what is being done (may stand anywhere)."
                ),
                click.Option(
                    ["--log"],
                    metavar="FILE",
                    type=click.Path(dir_okay=False, path_type=Path),
                    help="Append the report of --verbose to a file.",
                ),
                click.Option(
                    ["--version"],
                    is_flag=True,
                    is_eager=True,
                    expose_value=False,
                    callback=_version,
                    help="Show the version.",
                ),
            ],
            invoke_without_command=True,
            help="A workbench for historical board wargames: draw the map, choose the rules, play.",
            subcommand_metavar="[COMMAND [ARGS]... | FILE | SCENARIO]",
            epilog="A campaign, a library or a scenario named alone is opened, in the window if there is one.",
            context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        )

    # -- commands, found by name

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*COMMANDS, *_others(ctx)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS:
            found = import_module(f"sandtable.cli.commands.{cmd_name.replace('-', '_')}").command
            return _with_completion(cast("click.Command", found))
        point = _others(ctx).get(cmd_name)
        return _with_completion(_load(point)) if point is not None else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing one."""
        others = {
            name: f"From {point.dist.name}." if point.dist else point.value for name, point in _others(ctx).items()
        }
        if WORKBENCH in others:
            others[WORKBENCH] = "Open the workbench: what runs without a command."
        with formatter.section("Commands"):
            formatter.write_dl(sorted({**others, **COMMANDS}.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from sandtable.engine.errors import unknown

        if self.get_command(ctx, args[0]) is None:
            if args[0].startswith("-"):
                return super().resolve_command(ctx, args)
            from sandtable.cli.installed import plugins
            from sandtable.cli.opening import call_for, has_display

            call = call_for(args[0], plugins, window=WORKBENCH in _others(ctx) and has_display())
            if call is not None:
                return super().resolve_command(ctx, [*call, *args[1:]])
            raise unknown("command", args[0], self.list_commands(ctx), "`sandtable --help` lists them")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a command; where none begins so, a scenario or a file, which are opened."""
        from sandtable.cli import shell_completion

        found = super().shell_complete(ctx, incomplete)
        return found or shell_completion.BY_NAME["scenario"](ctx, self.params[0], incomplete)

    # -- running

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and exit with its status; whatever goes wrong is told in one sentence on standard error."""
        given = list(sys.argv[1:] if args is None else args)
        end = given.index("--") if "--" in given else len(given)
        for switch in ANYWHERE:
            if switch in given[:end]:
                given = [switch, *(one for at, one in enumerate(given) if one != switch or at >= end)]
        if not standalone_mode:
            return super().main(given, prog_name or "sandtable", complete_var, False, **extra)
        _fill_streams()
        with plain_output():
            try:
                status = super().main(given, prog_name or "sandtable", complete_var, False, **extra)
                sys.stdout.flush()
            except BaseException as error:  # noqa: BLE001  # the edge of the program
                from sandtable.cli.errors import report_error

                status = report_error(error)
        sys.exit(status if isinstance(status, int) else FINE)


def _fill_streams() -> None:
    """Put something in the place of standard streams that are closed, lest a file be opened there."""
    if sys.stdin is not None and sys.stdout is not None and sys.stderr is not None:
        return
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    sys.stdin = sys.stdin or os.fdopen(os.open(os.devnull, os.O_RDONLY))
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _start(ctx: click.Context, /, safe_mode: bool, headless: bool, verbose: bool, log: Path | None) -> None:
    if verbose or log is not None:
        _listen(verbose, log)
    ctx.obj = {"safe": safe_mode or bool(os.environ.get("SANDTABLE_SAFE_MODE"))}
    if ctx.invoked_subcommand is not None:
        return
    point = _others(ctx).get(WORKBENCH)
    if point is not None:
        ctx.invoke(_load(point), **({"headless": True} if headless else {}))
        return
    click.echo(f"The workbench is not installed ({install_hint('editor')} brings it); the command line is:", err=True)
    click.echo(ctx.get_help())


def _listen(aloud: bool, file: Path | None) -> None:
    """Have it told what is done, beginning with what a report would say of the program."""
    from sandtable.engine.errors import Invalid
    from sandtable.log import listen, note
    from sandtable.versions import report_lines

    try:
        listen(aloud=aloud, file=file)
    except OSError as error:
        raise Invalid(f"{file} cannot be written: {error.strerror}; name another file with --log") from error
    for line in report_lines():
        note("%s", line)
    note("called: %s", " ".join(sys.argv[1:]))


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from sandtable import __version__

        click.echo(f"sandtable {__version__}")
        ctx.exit()


def _with_completion(command: click.Command) -> click.Command:
    """Tell who completes its parameters, where it is a shell that asks."""
    if COMPLETE in os.environ:
        from sandtable.cli import shell_completion

        for parameter in command.params:
            if (completer := shell_completion.completer_of(parameter)) is not None:
                parameter._custom_shell_complete = completer  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    return command


def _others(ctx: click.Context) -> dict[str, EntryPoint]:
    """Return the commands that other packages bring; in safe mode only ours."""
    from importlib.metadata import entry_points

    safe = bool(ctx.params.get("safe_mode")) or bool(ctx.obj and ctx.obj["safe"])
    points = [point for point in entry_points(group=GROUP) if point.name not in COMMANDS]
    ours = {point.name: point for point in points if point.dist is not None and is_ours(point.dist.name)}
    return ours if safe else {**{point.name: point for point in points}, **ours}


def _load(point: EntryPoint) -> click.Command:
    from sandtable.engine.discovery.modules import place, try_loading
    from sandtable.engine.errors import Broken

    found = try_loading(point.load)
    if isinstance(found, click.Command):
        return found
    fault = found if isinstance(found, str) else f"{point.value} is not a command"
    raise Broken(f"command {point.name} ({place(point)}) cannot be used: {fault}; update or uninstall the package")
