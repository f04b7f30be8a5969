"""Draw the shapes of the map again, after a change of the recipe: ``scripts/europe``."""

import click

from sandtable_empires.maps.europe_1805 import drawing, sources


def redraw() -> None:
    """Write ``areas.topojson``."""
    path = sources.HERE / "areas.topojson"
    text = drawing.draw_map().text()
    path.write_text(text, encoding="utf-8")
    click.echo(f"{path.name}: {len(text):,} characters")


if __name__ == "__main__":
    redraw()
