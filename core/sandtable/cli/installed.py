"""What the commands share: the games that are installed, scenarios by name, the switches for options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from sandtable.engine.discovery.modules import Plugins
    from sandtable.play.begin.starts import Start

F = TypeVar("F", bound=Callable[..., Any])


def plugins() -> Plugins:
    """Return what is installed, as the ``--safe-mode`` of this call wants it."""
    from sandtable.engine.discovery.modules import Plugins
    from sandtable.library.own import sound_own_rules

    context = click.get_current_context(silent=True)
    shared: Mapping[str, Any] = (context.obj if context is not None else None) or {}
    return Plugins(safe=bool(shared.get("safe")), kept=sound_own_rules)


def find_scenario(name: str, found: Plugins | None = None) -> Start:
    """Return the scenario of a name: ``SCENARIO``, ``GAME/SCENARIO`` or ``LIBRARY.db#SCENARIO``.

    What else is damaged in its library is said on standard error. Raises ``Invalid`` naming the nearest ones.
    """
    from sandtable.play.begin import starts

    start = starts.find_scenario(name, found or plugins())
    for one in start.harm:
        tell_harm(one)
    return start


def tell_harm(says: str) -> None:
    """Say on standard error what is damaged in a library, once in a call."""
    told: set[str] = click.get_current_context().meta.setdefault("sandtable.harm", set())
    if says not in told:
        told.add(says)
        click.echo(says, err=True)


def typed_options(names: Collection[str]) -> list[str]:
    """Return those options of the command that somebody has typed, as they are typed."""
    context = click.get_current_context()
    typed = click.core.ParameterSource.COMMANDLINE
    return [
        one.opts[0]
        for one in context.command.params
        if one.name in names and context.get_parameter_source(one.name) is typed
    ]


def option_options(command: F) -> F:
    """Give a command ``--preset``, ``--on``, ``--off`` and ``--set``."""
    command = click.option(
        "--set", "values", metavar="OPT.PARAM=V", multiple=True, help="Set a parameter of an option (may be repeated)."
    )(command)
    command = click.option("--off", metavar="OPT", multiple=True, help="Switch an option off (may be repeated).")(
        command
    )
    command = click.option("--on", metavar="OPT", multiple=True, help="Switch an option on (may be repeated).")(command)
    return click.option(
        "--preset",
        metavar="KEY",
        default="",
        help="Start from the options of a preset of the game or of a library (KEY or LIBRARY.db#KEY).",
    )(command)
