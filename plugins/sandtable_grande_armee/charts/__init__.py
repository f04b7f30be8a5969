"""The charts of the game, as data files beside this module; those without a source are house charts and say so."""

from functools import cache
from pathlib import Path

from sandtable.engine import Chart, read_charts

FOLDER = Path(__file__).parent


@cache
def charts() -> tuple[Chart, ...]:
    """Return every chart of the game."""
    return tuple(chart for path in sorted(FOLDER.glob("*.toml")) for chart in read_charts(path))
