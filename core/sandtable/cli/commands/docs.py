"""``sandtable docs``: the guides that come with the program, where they lie, and what they say."""

from __future__ import annotations

import click

from sandtable.cli import show
from sandtable.cli.guides import folder, pages, title


@click.command("docs")
@click.argument("page", required=False)
@show.json_option
def command(page: str | None, as_json: bool) -> None:
    """List the guides that come with the program, and where they are; with PAGE, print that one.

    They are Markdown files. Their pictures, and Twin Rivers, an example game to start from, are in the same folder.
    """
    from sandtable.engine.errors import unknown

    found = pages()
    if page is None:
        if as_json:
            facts = [{"page": key, "title": title(path), "path": str(path)} for key, path in found.items()]
            show.as_json_text({"folder": str(folder()), "pages": facts})
            return
        show.columns((key, title(path)) for key, path in found.items())
        click.echo(f"They lie in {folder()}; `sandtable docs PAGE` prints one.")
        return
    if page not in found:
        raise unknown("page", page, found, "`sandtable docs` lists them")
    text = found[page].read_text("utf-8")
    if as_json:
        show.as_json_text({"page": page, "title": title(found[page]), "path": str(found[page]), "text": text})
    else:
        click.echo(text, nl=False)
