"""A group of commands that are imported when they are called: each has a module ``NAME_`` in the group's package."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import cast

import click


class LazyGroup(click.Group):
    """``inside`` says in a line what each of its commands does; ``package`` is where they are."""

    def __init__(self, name: str, package: str, inside: Mapping[str, str], says: str) -> None:
        super().__init__(name, help=says)
        self._package, self._inside = package, inside

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._inside)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._inside:
            return None
        return cast("click.Command", import_module(f"{self._package}.{cmd_name}_").command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._inside.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from sandtable.engine.errors import unknown

        if args[0] not in self._inside and not args[0].startswith("-"):
            lists = f"`sandtable {self.name} --help` lists them"
            raise unknown(f"command of `sandtable {self.name}`", args[0], self._inside, lists)
        return super().resolve_command(ctx, args)
