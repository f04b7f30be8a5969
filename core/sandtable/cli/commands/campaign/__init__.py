"""``sandtable campaign``: the campaigns that are kept, listed, renamed, copied, deleted and taken back."""

from __future__ import annotations

from importlib import import_module
from typing import Final, cast

import click

COMMANDS: Final = {
    "copy": "Copy a campaign.",
    "delete": "Move a campaign to the deleted ones.",
    "list": "Show the campaigns, who plays them and how they stand.",
    "rename": "Give a campaign another name.",
    "restore": "Take a deleted campaign back.",
}


class CampaignGroup(click.Group):
    """The group of what is done with campaigns; commands are imported when called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return cast("click.Command", import_module(f"{__name__}.{cmd_name}_").command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from sandtable.engine.errors import unknown

        if args[0] not in COMMANDS and not args[0].startswith("-"):
            known = "`sandtable campaign --help` lists them"
            raise unknown("command of `sandtable campaign`", args[0], COMMANDS, known)
        return super().resolve_command(ctx, args)


command = CampaignGroup(
    "campaign",
    help="List, rename, copy and delete campaigns, and take deleted ones back.\n\n"
    "CAMPAIGN is a file, or the name of one in your folder of campaigns.",
)
