"""``sandtable scenario history``: what was done to a scenario in the window, as a script that does it again."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable.cli import show


@click.command("history")
@click.argument("target", metavar="TARGET")
@click.option(
    "--output", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False), help="Write the script into a file."
)
@show.json_option
def command(target: str, output: Path | None, as_json: bool) -> None:
    """Print the history of a scenario as a script for `sandtable scenario edit --script`, an edit in a line.

    TARGET is LIBRARY.db#KEY, or the file of a draft. The history begins with the scenario as it was when it was opened
    first in the window; what was taken back is left out. A damaged draft is read as far as it goes, and stays as it is.
    """
    from sandtable.cli.draft_arguments import one_draft
    from sandtable.design.draft_shelf import kept_history
    from sandtable.design.draft_sorts import SCENARIO_DRAFTS
    from sandtable.design.scenario.scenario_script import write_edit
    from sandtable.interchange.foreign_files import write_text
    from sandtable.library.files.report_words import count_of

    history, wrong = kept_history(*one_draft(target, SCENARIO_DRAFTS), SCENARIO_DRAFTS)
    if wrong:
        click.echo(wrong, err=True)
    lines = [write_edit(one.edit) for one in history]
    script = "".join(f"{line}\n" for line in lines)
    if output is not None:
        write_text(output, script)
        says = f"{output}: {count_of(len(lines), 'edit')}"
        show.answer({"written": [str(output)], "edits": len(lines)}, says, as_json=as_json)
    elif as_json:
        edits = [{"says": one.says, "notes": one.notes, "edit": line} for one, line in zip(history, lines, strict=True)]
        show.as_json_text({"edits": edits})
    else:
        click.echo(script, nl=False)
