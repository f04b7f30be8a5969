"""What is told of the draft of a scenario without opening it to be worked on."""

from __future__ import annotations

from pathlib import Path

from sandtable.design.draft_rows import read_standing
from sandtable.design.scenario_draft import scenario_draft_path
from sandtable.engine.errors import Invalid
from sandtable.library.files.file import File
from sandtable.library.files.report_words import count_of
from sandtable.library.files.schema import SCENARIO_DRAFT


def words_of_draft(library: Path, key: str) -> str:
    """Return how the draft of a scenario stands, in words; ``""`` where there is none."""
    path = scenario_draft_path(library, key)
    if not path.exists():
        return ""
    try:
        with File.open(path, SCENARIO_DRAFT) as file, file.reading() as db:
            standing = read_standing(file)
            (many,) = db.execute("SELECT count(*) FROM edits").fetchone()
    except Invalid:
        return "a draft that cannot be read now"
    done, unsaved = count_of(min(many, standing.position), "edit"), min(many, standing.unsaved)
    if not unsaved:
        return f"{done}, all saved"
    return f"{done}, not saved" if unsaved == standing.position else f"{done}, {unsaved:,} not saved"
