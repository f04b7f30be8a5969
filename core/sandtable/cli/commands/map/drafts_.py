"""``sandtable map drafts``: what was drawn and not saved, and the histories of what was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sandtable.cli import show

if TYPE_CHECKING:
    from sandtable.design.draft_shelf import KeptDraft


@click.command("drafts")
@click.argument("target", metavar="[TARGET]", required=False)
@click.option("--discard", is_flag=True, help="Remove the one draft that TARGET names, with its history.")
@click.option("--aside", is_flag=True, help="Put the one draft that TARGET names aside: its map opens as it was saved.")
@show.json_option
def command(target: str | None, discard: bool, aside: bool, as_json: bool) -> None:
    """List the drafts beside a library: what was done to its maps in the window, saved or not.

    TARGET is LIBRARY.db, LIBRARY.db#KEY, or the file of a draft (default: your own library).
    """
    from sandtable.cli.draft_arguments import named_drafts, one_draft
    from sandtable.design.draft_places import put_aside, remove_draft
    from sandtable.design.draft_shelf import look_at
    from sandtable.library.own import own_library_path

    if discard and aside:
        raise click.UsageError("--discard and --aside cannot be used together: choose one")
    if discard or aside:
        if target is None:
            raise click.UsageError("name the draft as LIBRARY.db#KEY, or by its file")
        draft = one_draft(target)
        told = look_at(*draft)
        if discard:
            remove_draft(draft.path)
            says = f"removed {draft.path}: {told.words}"
            show.answer({"removed": str(draft.path), "draft": told}, says, as_json=as_json)
        else:
            away = put_aside(draft.path)
            show.answer({"aside": str(away), "draft": told}, f"{draft.path} is {away} now", as_json=as_json)
        return
    found = [look_at(*one) for one in named_drafts(target or str(own_library_path())) if one.path.exists()]
    if as_json:
        show.as_json_text({"drafts": found})
    elif found:
        show.columns([("map", "draft", "file"), *map(_cells, found)], indent="")
    else:
        click.echo("there are no drafts")


def _cells(draft: KeptDraft) -> tuple[str, ...]:
    return draft.key, f"{draft.words} ({draft.wrong})" if draft.wrong else draft.words, draft.path
