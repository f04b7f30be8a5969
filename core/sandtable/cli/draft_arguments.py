"""Drafts as commands name them: all beside a library, that of a map in it, or the file of one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sandtable.cli.map_files import map_argument
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Sequence


class NamedDraft(NamedTuple):
    """A draft: where it lies, beside which library, of which map."""

    library: Path
    key: str
    path: Path


def named_drafts(text: str) -> list[NamedDraft]:
    """Return the drafts that are named; those of a whole library where no map of it is."""
    from sandtable.design.draft_places import draft_path, drafts_beside

    where = map_argument(text)
    if where.key:
        return [NamedDraft(where.path, where.key, draft_path(where.path, where.key))]
    whose = _by_its_file(where.path)
    if whose is not None:
        return [whose]
    return [NamedDraft(where.path, key, path) for key, path in drafts_beside(where.path)]


def one_draft(text: str) -> NamedDraft:
    """Return the one draft that is named; raises ``Invalid`` where there is none, or several."""
    found = named_drafts(text)
    ours = [one for one in found if one.path.exists()]
    if not ours:
        raise Invalid(f"there is no draft of {text}: nothing was done to it in the window, or that was discarded")
    if len(ours) > 1:
        raise Invalid(f"there are {len(ours)} drafts beside {text}: name one, from {_listed(ours)}")
    return ours[0]


def _listed(drafts: Sequence[NamedDraft]) -> str:
    names = [f"{one.library}#{one.key}" if one.path.suffix == ".draft" else str(one.path) for one in drafts]
    return ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")


def _by_its_file(path: Path) -> NamedDraft | None:
    """Return whose draft a file is, by its name; ``None`` for a file that is called otherwise."""
    from sandtable.design.draft_places import drafts_beside

    for end in range(len(path.name) - 1, 0, -1):
        library = path.with_name(path.name[:end])
        if path.name[end] == "." and library.is_file():
            for key, one in drafts_beside(library):
                if one.name == path.name:
                    return NamedDraft(library, key, path)
    return None
