"""The history of a draft as a script: written into a file with the files that it names, or told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sandtable.cli import show

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable.design.draft_sorts import DraftSort
    from sandtable.design.script import Scripts


def tell_history(target: str, sort: DraftSort, scripts: Scripts, output: Path | None, *, as_json: bool) -> None:
    """Write the history of a draft as a script, or tell it; a damaged one as far as it goes."""
    from sandtable.cli.draft_arguments import one_draft
    from sandtable.design.draft_shelf import kept_history
    from sandtable.library.files.report_words import count_of

    history, wrong = kept_history(*one_draft(target, sort), sort)
    if wrong:
        click.echo(wrong, err=True)
    if output is not None:
        written = [str(path) for path in scripts.save_script(output, history)]
        says = f"{' and '.join(written[:2])}{' and more' if len(written) > 2 else ''}: {count_of(len(history), 'edit')}"
        show.answer({"written": written, "edits": len(history)}, says, as_json=as_json)
        return
    if scripts.names_files(history):
        click.echo("the script names images: with --output FILE it is written with them", err=True)
    if as_json:
        edits = [{"says": one.says, "notes": one.notes, "edit": scripts.write_edit(one.edit)} for one in history]
        show.as_json_text({"edits": edits})
    else:
        click.echo(scripts.write_script(history), nl=False)
