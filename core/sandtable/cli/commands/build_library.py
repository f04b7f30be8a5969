"""``sandtable build-library``: the library that ships, built from its text sources."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable.cli import show
from sandtable.cli.exit_status import FOUND, ExitWith


@click.command("build-library")
@click.argument("target", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--check", is_flag=True, help="Change nothing; say whether the file is up to date with its sources.")
@show.json_option
def command(target: Path | None, check: bool, as_json: bool) -> None:
    """Build the library that ships from the text sources of its maps and scenarios.

    TARGET is by default the library that ships. With --check, exit status 1 means that it is out of date.
    """
    from tempfile import TemporaryDirectory

    from sandtable.library import shipped
    from sandtable.library.store import build

    path = target or shipped.shipped_path()
    things = list(build.contents(build.sources()))
    if check:
        with TemporaryDirectory(prefix="sandtable-") as folder:
            fresh = build.build(Path(folder) / shipped.NAME, things)
        there = build.content_hash(path)
        _tell(path, fresh, as_json, same=fresh == there)
        if fresh != there:
            raise ExitWith(FOUND)
        return
    _tell(path, build.build(path, things), as_json)


def _tell(path: Path, hash_: str, as_json: bool, *, same: bool | None = None) -> None:
    if as_json:
        facts = {"library": str(path), "content_hash": hash_}
        show.as_json_text(facts if same is None else {**facts, "same": same})
    elif same is None:
        click.echo(f"{path} is built: content {hash_}")
    else:
        click.echo(f"{path} {'matches' if same else 'does not match'} its sources: content {hash_}")
