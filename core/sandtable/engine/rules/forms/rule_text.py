"""A house rule by form as a text (TOML), and the texts that lie in a folder."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from sandtable.engine.errors import Invalid
from sandtable.engine.rules.forms.rule_document import HouseRules, house_rules

SUFFIX: Final = ".toml"
LARGEST: Final = 1_000_000
"""Bytes a text of rules may have."""


class FormFile(NamedTuple):
    """A text of rules in a folder: what it says, or why it says nothing."""

    path: Path
    rules: HouseRules | None
    fault: str = ""


def read_rules(text: str, name: str) -> HouseRules:
    """Return what a text says; raises ``Invalid`` naming file and line, or the rule and what is wrong with it."""
    try:
        said = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Invalid(f"{name} is not TOML: {error}") from error
    return house_rules(said, name)


def read_rules_file(path: Path) -> HouseRules:
    """Return the rules of a file; raises ``Invalid`` where it cannot be read."""
    try:
        content = path.read_bytes()
        if len(content) > LARGEST:
            raise Invalid(f"{path} is too large for a house rule: {len(content):,} bytes")
        return read_rules(content.decode(), path.name)
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Invalid(f"{path} is not a text in UTF-8: {error.reason} at byte {error.start}") from error


def form_files(folder: Path) -> Iterator[FormFile]:
    """Go through the rules in a folder, by name; the second of two with one key says so."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX and path.is_file())
    except OSError:
        return
    seen: dict[tuple[str, str], str] = {}
    for path in paths:
        try:
            rules = read_rules_file(path)
        except Invalid as error:
            yield FormFile(path, None, str(error))
            continue
        first = seen.setdefault((rules.game, rules.key), path.name)
        twice = f"{path.name} has the key {rules.key}, and so has {first}: give one of them another"
        yield FormFile(path, rules) if first == path.name else FormFile(path, None, twice)
