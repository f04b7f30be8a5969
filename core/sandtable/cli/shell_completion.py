"""What the shell completes after Tab: scenarios, options of the scenario that is named, bots, rules, pages."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from sandtable.engine.discovery.modules import Plugins
    from sandtable.engine.running.installed_game import InstalledGame

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def beginning(names: Callable[[click.Context], Iterable[str]], kind: str = "plain") -> Completer:
    """Return what completes a word by the names that begin as it does; a shell hears of nothing that goes wrong.

    ``kind="file"``: where there are none the shell completes files.
    """

    def complete(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        try:
            found = [CompletionItem(name) for name in names(context) if name.startswith(typed)]
        except Exception:  # noqa: BLE001  # a broken plugin, a damaged file: the command itself will tell
            found = []
        return found or ([CompletionItem(typed, type=kind)] if kind != "plain" else [])

    return complete


def _plugins() -> Plugins:
    from sandtable.cli.installed import plugins

    return plugins()


def _scenarios(context: click.Context) -> list[str]:
    return sorted(one.key for family in _plugins().families().values() for one in family.system.scenarios)


def _families() -> list[InstalledGame]:
    """Return the game of the scenario that is on the line; all of them where none is.

    The line itself is asked: click stops reading one whose last option still has no value.
    """
    families, words = list(_plugins().families().values()), os.environ.get("COMP_WORDS", "").split()
    named = [family for family in families if any(one.key in words for one in family.system.scenarios)]
    return named or families


def _options(context: click.Context) -> list[str]:
    """Return the options of the scenario that stands on the line already; of all games where none does."""
    return sorted({key for family in _families() for key in family.options})


def _values(context: click.Context) -> list[str]:
    """Return ``OPTION.PARAMETER=`` for ``--set``."""
    return [
        f"{key}.{name}="
        for family in _families()
        for key, module in sorted(family.modules.items())
        for name in module.Parameters.__struct_fields__
    ]


def _rules(context: click.Context) -> list[str]:
    return sorted({id for family in _plugins().families().values() for id in family.texts})


def _bots(context: click.Context) -> list[str]:
    from sandtable.lab.bots import BOTS

    return sorted(BOTS)


def _games(context: click.Context) -> list[str]:
    return sorted(_plugins().games)


def _campaigns(context: click.Context) -> list[str]:
    """Return the campaigns in the user's folder; those that were deleted where one is taken back."""
    from sandtable.library.campaigns.campaign_files import DELETED, SUFFIX
    from sandtable.play.begin.starts import campaigns_folder

    folder = campaigns_folder() / DELETED if context.info_name == "restore" else campaigns_folder()
    return sorted(path.stem for path in folder.glob(f"*{SUFFIX}"))


def _pages(context: click.Context) -> list[str]:
    from sandtable.cli.guides import pages

    return list(pages())


BY_NAME: dict[str, Completer] = {
    "scenario": beginning(_scenarios, "file"),
    "on": beginning(_options),
    "off": beginning(_options),
    "values": beginning(_values),
    "bots": beginning(_bots),
    "rule": beginning(_rules),
    "game": beginning(_games),
    "page": beginning(_pages),
    "campaign": beginning(_campaigns, "file"),
    "library": beginning(lambda _: (), "file"),
    "a": beginning(lambda _: (), "file"),
    "b": beginning(lambda _: (), "file"),
}
"""Who completes the parameters of our commands, by their names: what they are called they are everywhere."""


def completer_of(parameter: Any) -> Completer | None:
    """Return who completes a parameter, if it is one of these and completes nothing by its type."""
    by_type = isinstance(parameter.type, click.Choice | click.Path)
    return None if by_type else BY_NAME.get(parameter.name)
