"""``sandtable map``: maps in and out, as pictures and tables, hexes from geography."""

from __future__ import annotations

from importlib import import_module
from typing import Final, cast

import click

COMMANDS: Final = {
    "adjacency": "Show which spaces are adjacent, as a table.",
    "enlarge": "Add columns and rows of hexes around a map.",
    "export": "Write a map as GeoJSON, or into another library.",
    "hexify": "Make a hex map from GeoJSON by rules.",
    "import": "Import a GeoJSON file as a map.",
    "render": "Draw a map as SVG.",
    "underlay": "Put an image under a map, or remove one.",
}


class MapCommands(click.Group):
    """The group of what is done with maps; commands are imported when called."""

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
            raise unknown("command of `sandtable map`", args[0], COMMANDS, "`sandtable map --help` lists them")
        return super().resolve_command(ctx, args)


command = MapCommands(
    "map",
    help="Import, export and draw maps; list adjacency; make hex maps.\n\n"
    "MAP is a file, FILE.geojson, or a map in a library: LIBRARY.db#KEY, or LIBRARY.db where it holds just one.",
)
