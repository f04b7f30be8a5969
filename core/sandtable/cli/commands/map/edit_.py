"""``sandtable map edit``: a map changed in place, by the same edits as in the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandtable.cli import show
from sandtable.cli.draft_arguments import map_draft_notices
from sandtable.cli.edit_scripts import script_option, script_text
from sandtable.cli.map_files import load_map, replace_map, tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId
    from sandtable.design.document import DesignDocument
    from sandtable.design.edits.edit import MapEdit

    Pairs = Sequence[tuple[str, str]]


@click.command("edit")
@click.argument("sheet", metavar="MAP")
@click.argument("edit", metavar="[EDIT]", required=False)
@script_option
@click.option(
    "--terrain", "painted", metavar="WORD PLACES", nargs=2, multiple=True,
    help="Give these spaces or hexes, with commas between them, this terrain and no other.",
)  # fmt: skip
@click.option("--forbid", metavar="A B", nargs=2, multiple=True, help="Say that there is no way between two spaces.")
@click.option(
    "--confirm", metavar="A B", nargs=2, multiple=True, help="Say that the way between two spaces is as it should be."
)
@click.option(
    "--undecide", metavar="A B", nargs=2, multiple=True, help="Take back what was said of the way between two spaces."
)
@show.json_option
def command(
    sheet: str, edit: str | None, script: Path | None, painted: Pairs, forbid: Pairs, confirm: Pairs, undecide: Pairs,
    as_json: bool,
) -> None:  # fmt: skip
    """Change a map by an edit, a line of JSON (docs/edits.md lists them), or by a script of them.

    MAP is changed in place; all of it is done, or nothing. In the options spaces and hexes are named by their ids,
    their numbers or their names, in edits by ids and numbers. A scenario goes on with the map as it was until it is
    bound to what it is now: `sandtable check` says what that changes, and how.
    """
    from sandtable.design.document import DesignDocument

    if edit is None and script is None and not (painted or forbid or confirm or undecide):
        raise click.UsageError(
            "say what to change with an EDIT, --script, --terrain, --forbid, --confirm or --undecide"
        )
    was = load_map(sheet)
    document = DesignDocument.of(was)
    document.do_all(list(_written(edit, script)))
    _do_by_name(document, painted, {"forbidden": forbid, "confirmed": confirm, "derived": undecide})
    notices = [note for entry in document.history for note in entry.notes]
    if not document.history:
        notices.append("nothing has changed: the map was already so")
    notices += map_draft_notices(sheet, was.key)
    done = [entry.says for entry in document.history]
    tell(replace_map(sheet, was, document.map), document.map, notices, as_json=as_json, done=done)


def _written(edit: str | None, script: Path | None) -> Iterator[MapEdit]:
    """Yield the edits that are given as JSON."""
    from sandtable.design.script import read_edit, read_script, with_image

    if edit is not None:
        yield with_image(read_edit(edit), Path())
    if script is not None:
        yield from read_script(*script_text(script))


def _do_by_name(document: DesignDocument, painted: Pairs, said: dict[str, Pairs]) -> None:
    """Do what the options say, whose places go by names; what is so already is passed over."""
    from sandtable.design.edits.edges import SayEdge
    from sandtable.design.edits.edit import NothingChanges

    def attempt(edit: MapEdit) -> None:
        try:
            document.do(edit)
        except NothingChanges:
            return

    for word, places in painted:
        for edit in _paint(document.map, word, places.split(",")):
            attempt(edit)
    for status, pairs in said.items():
        for a, b in pairs:
            one, other = _ends(document.map, a, b)
            attempt(SayEdge(one, other, status))  # type: ignore[arg-type]


def _ends(sheet: Map, *named: str) -> list[SpaceId]:
    """Return the spaces of these ids or names; raises ``Invalid`` naming the nearest for one that is not there."""
    from sandtable.board.spaces import SpaceId
    from sandtable.library.text.place_names import PlaceNames

    names = PlaceNames(sheet)
    return [SpaceId(names.space(name.strip())) for name in named]


def _paint(sheet: Map, word: str, named: Sequence[str]) -> Iterator[MapEdit]:
    """Yield what gives spaces and hexes one terrain."""
    from sandtable.design.edits.fields import SetFields
    from sandtable.design.edits.hexes import PaintHexes

    found = _ends(sheet, *named)
    hexes = tuple(id for id in found if sheet.has_hex(id))
    spaces = tuple(id for id in found if id not in hexes)
    if spaces:
        yield SetFields(spaces, attributes={"terrain": word})
    if hexes:
        yield PaintHexes(hexes, (word,))
