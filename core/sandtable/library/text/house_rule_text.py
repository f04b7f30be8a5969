"""House rules by form as a text: in a fixed layout, so that two versions can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import msgspec

from sandtable.library.text.toml_writing import line_text, table_text

if TYPE_CHECKING:
    from sandtable.engine.rules.forms.rule_document import HouseRules


def house_rule_text(rules: HouseRules) -> str:
    """Return rules as a text that is read back as the same."""
    return "\n".join(_lines(rules))


def _lines(rules: HouseRules) -> Iterator[str]:
    said: dict[str, Any] = msgspec.to_builtins(rules)
    tables = ("rule", "parameter")
    yield from (line_text(key, value) for key, value in said.items() if key not in tables)
    yield ""
    for name, fields in said.get("parameter", {}).items():
        yield from table_text(f"[parameter.{name}]", fields)
    for one in cast("list[dict[str, Any]]", said["rule"]):
        yield from table_text("[[rule]]", {key: value for key, value in one.items() if key != "example"})
        for example in one.get("example", ()):
            yield from table_text("[[rule.example]]", example)
