"""The rules by id, each with a title and a sentence of ours, as data files beside this module."""

from pathlib import Path

from sandtable.engine import RuleText, read_texts

FOLDER = Path(__file__).parent


def texts() -> dict[str, RuleText]:
    """Return every rule of the game by id."""
    return {id: text for path in sorted(FOLDER.glob("*.toml")) for id, text in read_texts(path).items()}
