"""``sandtable docs``: the guides that come with the program, where they lie, and what they say."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable.cli import show


@click.command("docs")
@click.argument("page", required=False)
@show.json_option
def command(page: str | None, as_json: bool) -> None:
    """List the guides that come with the program, with their files; with PAGE print that one.

    They are Markdown, with pictures and Twin Rivers, the example to begin a game or a rules module from, beside them.
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


def folder() -> Path:
    """Return where the guides lie: in the package, or at the root of a checkout."""
    package = Path(__file__).parents[2]
    inside = package / "handbook"
    return inside if inside.is_dir() else package.parents[1]


def pages() -> dict[str, Path]:
    """Return the pages by key: those of ``docs`` by their names, the example, and what has changed."""
    docs = folder() / "docs"
    guides = {path.stem: path for path in sorted(docs.glob("*.md")) if path.stem != "README"}
    return {
        **guides,
        "twin-rivers": docs / "examples" / "README.md",
        "changelog": folder() / "CHANGELOG.md",
    }


def title(path: Path) -> str:
    """Return a page's first heading."""
    lines = path.read_text("utf-8").splitlines()
    return next((line[2:] for line in lines if line.startswith("# ")), path.stem)
