"""``sandtable map history``: what was done to a map in the window, as a script that does it again."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable.cli import show


@click.command("history")
@click.argument("target", metavar="TARGET")
@click.option(
    "--output", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
    help="Write the script into a file, and the images that it lays beside it.",
)  # fmt: skip
@show.json_option
def command(target: str, output: Path | None, as_json: bool) -> None:
    """Print the history of a map as a script for `sandtable map edit --script`, an edit in a line.

    TARGET is LIBRARY.db#KEY, or the file of a draft. The history begins with the map as it was when it was opened
    first in the window; what was taken back is left out. A damaged draft is read as far as it goes, and stays as it is.
    """
    from sandtable.cli.draft_arguments import one_draft
    from sandtable.design.draft_shelf import kept_history
    from sandtable.design.draft_sorts import MAP_DRAFTS
    from sandtable.design.script import lays_images, save_script, write_edit, write_script
    from sandtable.library.files.report_words import count_of

    history, wrong = kept_history(*one_draft(target, MAP_DRAFTS))
    if wrong:
        click.echo(wrong, err=True)
    if output is not None:
        written = [str(path) for path in save_script(output, history)]
        says = f"{' and '.join(written[:2])}{' and more' if len(written) > 2 else ''}: {count_of(len(history), 'edit')}"
        show.answer({"written": written, "edits": len(history)}, says, as_json=as_json)
        return
    if lays_images(history):
        click.echo("the script lays images: with --output FILE it is written with them", err=True)
    if as_json:
        edits = [{"says": one.says, "notes": one.notes, "edit": write_edit(one.edit)} for one in history]
        show.as_json_text({"edits": edits})
    else:
        click.echo(write_script(history), nl=False)
