"""``sandtable map underlay``: an image under a map."""

from __future__ import annotations

from dataclasses import replace
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
@click.option("--box", type=BoxType(), metavar="L,T,W,H", help="Where to put it: upper left corner, width, height.")
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

    MAP is changed in place. An image with the same id is replaced.
    """
    from sandtable.board.maps import Underlay
    from sandtable.engine.errors import unknown
    from sandtable.interchange.foreign_files import foreign_bytes
    from sandtable.interchange.geojson import slug
    from sandtable.interchange.images import checked_image
    from sandtable.library.files.sqlite_errors import path_text

    if (remove is None) == (image is None):
        raise click.UsageError("name an IMAGE to add, or one to take away with --remove")
    whole = load_map(sheet)
    kept = {one.id: one for one in whole.underlays}
    facts: dict[str, object] = {}
    if remove is not None:
        if remove not in kept:
            raise unknown("underlay", remove, kept)
        del kept[remove]
    elif image is not None:
        if box is None:
            raise click.UsageError("use --box to say where the image lies")
        data = foreign_bytes(image)
        picture = checked_image(data, what=path_text(image))
        id = name or slug(image.stem) or "underlay"
        kept[id] = Underlay(id, picture.media, data, *box, opacity)
        facts = {"underlay": id, "media": picture.media, "pixels": [picture.width, picture.height]}
    whole = replace(whole, underlays=tuple(kept.values()))
    tell(save_map(sheet, whole, anew=True), whole, [], as_json=as_json, **facts)
