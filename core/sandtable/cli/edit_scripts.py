"""Edits as commands are given them: one as an argument, a script of them in a file or on standard input."""

from __future__ import annotations

import sys
from pathlib import Path

import click

script_option = click.option(
    "--script", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True),
    help="Make the edits in this file, one in a line; - reads standard input.",
)  # fmt: skip


def script_text(script: Path) -> tuple[str, str, Path]:
    """Return the text of a script, what errors call it, and the folder that it names its images from."""
    from sandtable.interchange.foreign_files import foreign_bytes
    from sandtable.library.files.sqlite_errors import path_text

    if str(script) == "-":
        return sys.stdin.read(), "standard input", Path()
    return foreign_bytes(script).decode("utf-8", "replace"), path_text(script), script.parent
