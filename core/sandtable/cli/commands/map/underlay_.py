"""``sandtable map underlay``: an image under a map."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from sandtable.cli import show
from sandtable.cli.map_files import load_map, save_map, tell


class BoxType(click.ParamType[tuple[float, float, float, float]]):
    """Four numbers: left, top, width, height."""

    name = "box"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float, float, float]:
        try:
            left, top, width, height = (float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"{value!r} is not a box: write LEFT,TOP,WIDTH,HEIGHT in map units", param, ctx)
        if not (0 < width < 1e12 and 0 < height < 1e12 and abs(left) < 1e12 and abs(top) < 1e12):
            self.fail(f"{value!r} is not a box: its width and height must be above 0", param, ctx)
        return left, top, width, height


@click.command("underlay")
@click.argument("sheet", metavar="MAP")
@click.argument("image", metavar="[IMAGE]", type=click.Path(path_type=Path), required=False)
@click.option(
    "--box",
    type=BoxType(),
    metavar="L,T,W,H",
    help="Where to put it: upper left corner, width, height (default: over all of the map).",
)
@click.option("--opacity", type=click.IntRange(0, 100), default=100, show_default=True, help="Opacity in percent.")
@click.option("--id", "name", metavar="ID", help="The image's id (default: the file's name).")
@click.option("--remove", metavar="ID", help="Remove the image with this id instead.")
@show.json_option
def command(
    sheet: str,
    image: Path | None,
    box: tuple[float, float, float, float] | None,
    opacity: int,
    name: str | None,
    remove: str | None,
    as_json: bool,
) -> None:
    """Put an image under a map: PNG, JPEG, WEBP or GIF, stored unchanged.

    MAP is changed in place. An image with the same id is replaced. How to place one that is turned or skewed, by
    points that are known: the edits PlaceUnderlay, PlaceByHexes and BoardFromScan of `sandtable map edit`.
    """
    from sandtable.design.document import DesignDocument
    from sandtable.design.edits.edit import NothingChanges
    from sandtable.design.edits.underlays import LayUnderlay, RemoveUnderlay
    from sandtable.interchange.foreign_files import foreign_bytes
    from sandtable.interchange.geojson import slug
    from sandtable.interchange.images import checked_image
    from sandtable.library.files.sqlite_errors import path_text

    if (remove is None) == (image is None):
        raise click.UsageError("name an IMAGE to add, or one to take away with --remove")
    document = DesignDocument.of(load_map(sheet))
    facts: dict[str, object] = {}
    if remove is not None:
        document.do(RemoveUnderlay(remove))
    elif image is not None:
        data = foreign_bytes(image)
        picture = checked_image(data, what=path_text(image))
        id = name or slug(image.stem) or "underlay"
        with suppress(NothingChanges):
            document.do(LayUnderlay(id, image.name, box, opacity=opacity, content=data))
        facts = {"underlay": id, "media": picture.media, "pixels": [picture.width, picture.height]}
    tell(save_map(sheet, document.map, anew=True), document.map, [], as_json=as_json, **facts)
