"""Foreign words made fit to be shown: nothing in them moves a cursor, turns a line round or cannot be seen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, TypeVar, cast

import msgspec

T = TypeVar("T")

ESCAPES: Final = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]"  # colours, moves of the cursor
    "|(?:\x1b[\\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\\\|\x9c)"  # titles of windows and the like
)
"""Whole sequences of a terminal; of a broken one the first character is unfit, and the rest is shown."""

UNFIT: Final = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"  # control characters
    "\xad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"  # unseen
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"  # directions
    "|(?<!\U0001f3f4)(?<![\U000e0020-\U000e007e])[\U000e0000-\U000e007f]+"  # tags, but in the flag of a region
)
JOINERS: Final = re.compile("[\u200c\u200d]+")
BREAKS: Final = re.compile("\r\n|[\n\v\f\r\x85\u2028\u2029]")
HALVES: Final = re.compile("[\ud800-\udfff]")
"""Halves of a letter (unpaired surrogates), which no file and no terminal can take."""

SPECIAL: Final = re.compile("[^\n -~\xa1-\xac\xae-\u02ff]")
"""What has to be looked at: all but plain letters and signs of the West."""

SUSPECT: Final = re.compile(f"{UNFIT.pattern}|{JOINERS.pattern}|[\x85\u2028\u2029]|{HALVES.pattern}|\\\\[bfnrtu]")
"""What may stand in a document (JSON) that has something to be cleaned."""

VOWELS: Final = frozenset("aeio")
"""Letters before which one says "an"; "u" is none of them: a unit."""

NAME_OF_FILE: Final = re.compile(r"\S*[./\\_#=\d]\S")
"""How a text begins whose first word is a file, or a name in code: its letters are what they are."""

ONE_LINE: Final = frozenset({"id", "key", "name", "title"})
"""Fields of documents that are one line."""


def fit(text: str, *, lines: bool = False) -> str:
    """Return a text without what only a hostile file has; accents, every script and emoji stay.

    It becomes one line, or keeps its ``lines`` and tabs.
    """
    if not SPECIAL.search(text):
        return text if lines or "\n" not in text else text.replace("\n", " ")
    text = UNFIT.sub("", ESCAPES.sub("", text))
    text = HALVES.sub("\ufffd", JOINERS.sub(_joiner, text))
    return BREAKS.sub("\n", text) if lines else BREAKS.sub(" ", text).replace("\t", " ")


def sentence(text: str) -> str:
    """Return a text as it is shown by itself: it begins with a capital letter, but for a file or a name in code."""
    first = text[:1].upper()
    return text if text.startswith(first) or NAME_OF_FILE.match(text) else first + text[1:]


def key_title(key: str) -> str:
    """Return a key, or the name of a field, as a title: ``land_movement`` is "Land movement"."""
    return sentence(key.replace("_", " "))


def in_a_row(names: Iterable[str], joint: str = "and") -> str:
    """Return names, one at least, one after the other: "Spain"; "France, Great Britain and Spain".

    Where a name has a comma itself they are parted as a sentence parts such: "III Corps, cavalry; and Davout".
    """
    *others, last = names
    comma, end = ("; ", f"; {joint} ") if any(", " in name for name in (*others, last)) else (", ", f" {joint} ")
    return f"{comma.join(others)}{end}{last}" if others else last


def with_article(word: str) -> str:
    """Return a word, or what begins with a number as it is read, with its article: a corps, an army, an 18-2."""
    with_n = word[:1].lower() in VOWELS or re.match(r"8|1[18](?!\d)", word) is not None  # eight, eleven, eighteen
    return f"{'an' if with_n else 'a'} {word}"


def counted(number: int, thing: str) -> str:
    """Return a number of things: 1 unit, 3 units."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def doing(name: str, one: str, many: str) -> str:
    """Say what somebody does, with the verb that goes with the name: the 1st Foot marches, the Hussars march."""
    return f"the {name} {many if name.endswith('s') else one}"


def fit_all(thing: T, *, lines: bool = True) -> T:
    """Return plain data with all texts in it fit to be shown; names and titles are one line."""
    if isinstance(thing, str):
        return cast("T", fit(thing, lines=lines))
    if isinstance(thing, dict):
        pairs = cast("dict[Any, Any]", thing).items()
        return cast(
            "T",
            {
                fit(key) if isinstance(key, str) else key: fit_all(value, lines=key not in ONE_LINE)
                for key, value in pairs
            },
        )
    if isinstance(thing, list | tuple):
        those = [fit_all(one, lines=lines) for one in cast("list[Any]", thing)]
        return cast("T", tuple(those) if isinstance(thing, tuple) else those)
    return thing


def make_fit(declared: object, *fields: str) -> None:
    """Make fields of a thing that a game declares fit to be shown; for its ``__post_init__``, it may be frozen."""
    for name in fields:
        words = getattr(declared, name)
        if not words or (type(words) is str and words.isascii() and words.isprintable()):
            continue
        if not _is_plain(words) and (clean := fit_all(words, lines=name not in ONE_LINE)) != words:
            set_frozen(declared, name, clean)


def _is_plain(thing: object) -> bool:
    """Say whether all texts in plain data are one line of plain letters: most are, and this is quickly seen."""
    if type(thing) is str:
        return thing.isascii() and thing.isprintable()
    if type(thing) is tuple:
        return all(map(_is_plain, cast("tuple[object, ...]", thing)))
    return not isinstance(thing, str | dict | list | tuple)


def set_frozen(declared: object, name: str, value: object) -> None:
    """Set a field of a frozen struct or dataclass that is only just being made."""
    if isinstance(declared, msgspec.Struct):
        msgspec.structs.force_setattr(declared, name, value)
    else:
        object.__setattr__(declared, name, value)


def read(document: str | bytes, kind: type[T]) -> T:
    """Read a document (JSON) with its texts fit to be shown; what its seal is of is the document.

    Raises ``msgspec.ValidationError`` for one that is none of this kind.
    """
    if suspect(document):
        document = msgspec.json.encode(fit_all(msgspec.json.decode(document)))
    return msgspec.json.decode(document, type=kind)


def suspect(document: str | bytes) -> bool:
    """Say whether something in a document (JSON) may have to be cleaned."""
    text = document if isinstance(document, str) else document.decode("utf-8", "replace")
    return ("\\" in text or not text.isascii()) and SUSPECT.search(text) is not None


def _joiner(found: re.Match[str]) -> str:
    """Keep one joiner where it joins: letters of scripts that need it, and emoji."""
    text = found.string
    before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
    if _cursive(before) and _cursive(after):
        return found[0][0]
    return "\u200d" if "\u200d" in found[0] and _picture(before) and _picture(after) else ""


def _cursive(letter: str) -> bool:
    return "\u0600" <= letter <= "\u109f" or "\u1780" <= letter <= "\u18af"


def _picture(letter: str) -> bool:
    return "\u2190" <= letter <= "\u2bff" or letter == "\ufe0f" or "\U0001f000" <= letter <= "\U0001faff"
