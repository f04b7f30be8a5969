"""The words that are commands at the table, and what help says of them."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "NUMBER": "choose an offer (or say its name), then its fields; at once: march, Dupont, Madrid or march > Dupont",
    "all": "instead of one from a list: do it with each in turn; or name several, separated by commas",
    "?": "why not: ? 2 for an offer or a value that is not possible now, ? march > Dupont > Lisbon for a whole action; "
    "? fire also after a step that was passed over",
    "back": "leave a half-filled offer",
    "pass, end": "decline what is offered; end the step",
    "pass all": "end one step after the other until something needs an answer; says which, and asks first",
    "undo, redo": "undo the last answer; redo it",
    "goto N": "go to any ply of the log (undone ones too)",
    "odds [NAME] [N]": "the odds of the current battle, or of one that can be started, played out N times (400)",
    "story [N], story NAME": "what became of the last battle, or of another, round by round; story all lists them",
    "luck": "what each side has thrown, and what dice show on average",
    "log [N], log WORDS": "the last N plies (10); all plies with these words",
    "look, situation": "the situation again",
    "look N": "the situation as it was after ply N; the game stays where it stands",
    "recap [N]": "what has happened since your last move, or since ply N: the log, and which pieces have moved",
    "counts": "figures round by round, such as provinces and money",
    "score": "how to win, what each side has, and who leads",
    "place NAME": "what is known of a place of the map, what lies beside it, and who stands there",
    "track": "the sequence of play: where we are, what comes next, what was passed over",
    "guide, guide off": "be guided through a turn: what is asked, why, what one might type; leave the guide",
    "rules [ID], rules WORDS": "a rule in words; the rules that contain these words",
    "options": "what is on; options on X, options off X, options set X.P=V, options preset X propose a change",
    "adopt LIBRARY.db#MAP": "what another revision of the map would change; propose to play on it",
    "correct [NAME]": "what can be corrected; with NAME: its fields; correct NAME: FIELD = VALUE says what that would "
    "change and proposes it (of a chart: KEY, KEY = VALUE)",
    "agree, decline": "answer a proposal that is on the table",
    "overrule": "after a refusal: ask the table to allow it anyway",
    "withdraw [SIDE]": "take a sealed answer back before it is revealed",
    "pass always": "decline, or end the step, now and each time from now on: a standing answer",
    "standing": "standing answers; standing pass leaves one about what is asked now, standing pass KIND [about TOPIC] "
    "[below N] about another, standing pass End step about STEP; standing off N withdraws one",
    "save [FILE]": "where the campaign is saved (every step at once); with FILE: save a copy of it there",
    "quit": "leave; the same command continues from here",
}
COMMANDS: Final = frozenset(
    [
        "undo", "redo", "goto", "odds", "story", "luck", "log", "look", "situation", "recap", "counts",
        "score", "place", "track", "guide", "rules", "options", "adopt", "correct", "agree", "decline",
        "overrule", "withdraw", "standing", "save", "help", "quit", "exit",
    ]
)  # fmt: skip
