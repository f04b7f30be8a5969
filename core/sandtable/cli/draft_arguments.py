"""Drafts as commands name them: all beside a library, that of a map or scenario in it, or the file of one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from sandtable.cli import show
from sandtable.cli.file_arguments import parse_argument
from sandtable.cli.map_files import is_library, map_argument
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.design.draft_shelf import KeptDraft
    from sandtable.design.draft_sorts import DraftSort


class NamedDraft(NamedTuple):
    """A draft: where it lies, beside which library, of what."""

    library: Path
    key: str
    path: Path


def named_drafts(text: str, sort: DraftSort) -> list[NamedDraft]:
    """Return the drafts of a sort that are named; those of a whole library where nothing in it is."""
    from sandtable.design.draft_places import drafts_beside

    where = map_argument(text) if sort.what == "map" else parse_argument(text)
    if where.key:
        return [NamedDraft(where.path, where.key, sort.path(where.path, where.key))]
    whose = _by_its_file(where.path, sort)
    if whose is not None:
        return [whose]
    return [NamedDraft(where.path, key, path) for key, path in drafts_beside(where.path, sort.end)]


def one_draft(text: str, sort: DraftSort) -> NamedDraft:
    """Return the one draft that is named; raises ``Invalid`` where there is none, or several."""
    found = named_drafts(text, sort)
    ours = [one for one in found if one.path.exists()]
    if not ours:
        raise Invalid(f"there is no draft of {text}: nothing was done to it in the window, or that was discarded")
    if len(ours) > 1:
        raise Invalid(f"there are {len(ours)} drafts beside {text}: name one, from {_listed(ours, sort)}")
    return ours[0]


def answer_drafts(sort: DraftSort, target: str | None, *, discard: bool, aside: bool, as_json: bool) -> None:
    """List the drafts that are named, by default those beside the user's own library, or do away with the one named."""
    from sandtable.design.draft_places import put_aside, remove_draft
    from sandtable.design.draft_shelf import look_at
    from sandtable.library.own import own_library_path

    if discard and aside:
        raise click.UsageError("--discard and --aside cannot be used together: choose one")
    if (discard or aside) and target is None:
        raise click.UsageError("name the draft as LIBRARY.db#KEY, or by its file")
    if target is not None and (discard or aside):
        draft = one_draft(target, sort)
        told = look_at(*draft, sort)
        if discard:
            remove_draft(draft.path)
            says = f"removed {draft.path}: {told.words}"
            show.answer({"removed": str(draft.path), "draft": told}, says, as_json=as_json)
        else:
            away = put_aside(draft.path)
            show.answer({"aside": str(away), "draft": told}, f"{draft.path} is {away} now", as_json=as_json)
        return
    named = named_drafts(target or str(own_library_path()), sort)
    found = [look_at(*one, sort) for one in named if one.path.exists()]
    if as_json:
        show.as_json_text({"drafts": found})
    elif found:
        show.columns([(sort.what, "draft", "file"), *map(_cells, found)], indent="")
    else:
        click.echo("there are no drafts")


def draft_notices(library: Path, key: str, sort: DraftSort) -> list[str]:
    """Say what becomes of the draft of what is changed here: it is in the window, or waits to be opened there."""
    from sandtable.design.draft_shelf import draft_of

    draft, what = draft_of(library, key, sort), sort.what
    if draft is None:
        return []
    if draft.wrong:
        return [draft.wrong]
    if draft.unsaved:
        return [f"{draft.path} is a draft of this {what} that is not saved: it will be compared with this"]
    return [f"{draft.path} holds the history of this {what}: it is put aside when the {what} is opened in the window"]


def map_draft_notices(target: str, key: str) -> list[str]:
    """Say what becomes of the draft of a map in a library; of a map in a file of its own there is none."""
    from sandtable.design.draft_sorts import MAP_DRAFTS

    where = map_argument(target)
    return draft_notices(where.path, key, MAP_DRAFTS) if is_library(where) else []


def _cells(draft: KeptDraft) -> tuple[str, ...]:
    return draft.key, f"{draft.words} ({draft.wrong})" if draft.wrong else draft.words, draft.path


def _listed(drafts: Sequence[NamedDraft], sort: DraftSort) -> str:
    names = [f"{one.library}#{one.key}" if one.path.name.endswith(sort.end) else str(one.path) for one in drafts]
    return ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")


def _by_its_file(path: Path, sort: DraftSort) -> NamedDraft | None:
    """Return whose draft a file is, by its name; ``None`` for a file that is called otherwise."""
    from sandtable.design.draft_places import drafts_beside

    for end in range(len(path.name) - 1, 0, -1):
        library = path.with_name(path.name[:end])
        if path.name[end] == "." and library.is_file():
            for key, one in drafts_beside(library, sort.end):
                if one.name == path.name:
                    return NamedDraft(library, key, path)
    return None
