"""The guides that come with the program, and where they lie."""

from __future__ import annotations

from pathlib import Path


def folder() -> Path:
    """Return where the guides lie: in the package, or at the root of a checkout."""
    package = Path(__file__).parents[1]
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
