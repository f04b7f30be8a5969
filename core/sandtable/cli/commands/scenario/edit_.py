"""``sandtable scenario edit``: a scenario changed by the same edits as in the window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandtable.cli import show
from sandtable.cli.edit_scripts import script_option, script_text
from sandtable.cli.file_arguments import parse_argument
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.design.scenario.scenario_edits import ScenarioEdit
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.documents import ScenarioDocument


@click.command("edit")
@click.argument("scenario", metavar="SCENARIO")
@click.argument("edit", metavar="[EDIT]", required=False)
@script_option
@show.json_option
def command(scenario: str, edit: str | None, script: Path | None, as_json: bool) -> None:
    """Change a scenario by an edit, a line of JSON (docs/edits.md lists them), or by a script of them.

    SCENARIO is LIBRARY.db#KEY and is changed in place; all of it is done, or nothing. What differs is told in words.
    A scenario of a game is copied into a library first: `sandtable scenario export KEY LIBRARY.db`.
    """
    from sandtable.cli.draft_arguments import draft_notices
    from sandtable.cli.installed import plugins
    from sandtable.design.document import DesignDocument
    from sandtable.design.draft_sorts import SCENARIO_DRAFTS
    from sandtable.design.scenario_draft import open_design
    from sandtable.library.diff import scenario_changes
    from sandtable.library.store.library_file import Library

    if edit is None and script is None:
        raise click.UsageError("say what to change with an EDIT or with --script")
    where = parse_argument(scenario)
    if not where.key:
        raise Invalid(
            f"{scenario} is not a scenario of a library: name LIBRARY.db#KEY; `sandtable scenario export` makes one"
        )
    with Library.open(where.path) as library:
        game = library.scenario(where.key).game
    family = plugins().family(game)
    was = open_design(where.path, where.key, family)
    document = DesignDocument({"scenario": was})
    document.do_all(list(_written(edit, script)))
    now: ScenarioDocument = document.subjects["scenario"].document.written(family)
    _put(where.path, was.document, now, family)
    notices = [note for entry in document.history for note in entry.notes]
    notices += draft_notices(where.path, where.key, SCENARIO_DRAFTS)
    done = [entry.says for entry in document.history]
    maps = () if was.map is None else (was.map,)
    differences = [one.words for one in scenario_changes(was.document, now, family, maps)]
    for note in () if as_json else notices:
        click.echo(note, err=True)
    facts = {"key": now.key, "game": now.game, "digest": now.digest}
    told = {"written": scenario, "scenario": facts, "notices": notices, "done": done, "differences": differences}
    show.answer(told, "\n".join((f"{scenario}: {now.title}", *(f"  {one}" for one in differences))), as_json=as_json)


def _put(path: Path, was: ScenarioDocument, now: ScenarioDocument, family: InstalledGame) -> None:
    """Keep what has become of a scenario; raises ``Invalid`` where another program has changed it since it was read."""
    from sandtable.library.store.library_file import Library

    with Library.open(path, writing=True) as library:
        if library.scenario(was.key).upgrade(family).digest != was.digest:
            raise Invalid(f"{path}#{was.key} was changed by another program in the meantime: try again")
        library.put_scenario(now)


def _written(edit: str | None, script: Path | None) -> Iterator[ScenarioEdit]:
    """Yield the edits that are given as JSON."""
    from sandtable.design.scenario.scenario_script import read_edit, read_script, with_picture

    if edit is not None:
        yield with_picture(read_edit(edit), Path())
    if script is not None:
        yield from read_script(*script_text(script))
