"""The fields of a class of rows, actions or parts of them: worked out once, for many ask and every answer compiles.

What a field is declared as stands there as text, and to read it is to compile it: a tenth of a start went into reading
the same classes three and four times.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import FieldInfo, fields


@lru_cache(maxsize=4096)
def fields_of(kind: type[Struct]) -> tuple[FieldInfo, ...]:
    """Return the fields of a class with their declared types and defaults."""
    return fields(kind)


@lru_cache(maxsize=4096)
def hints_of(kind: type[Struct]) -> Mapping[str, Any]:
    """Return the declared types of the fields of a class, with what is annotated there."""
    return {field.name: field.type for field in fields_of(kind)}
