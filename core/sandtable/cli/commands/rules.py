"""``sandtable rules``: a rule with all that bears on it."""

from __future__ import annotations

import click

from sandtable.cli import show


@click.command("rules")
@click.argument("rule", metavar="[ID]", required=False)
@click.option("--game", metavar="G", help="Only the rules of this game.")
@click.option("--search", metavar="WORDS", default="", help="Only rules with these words, the best first.")
@show.json_option
def command(rule: str | None, game: str | None, search: str, as_json: bool) -> None:
    """Show a rule: title, text, module, where it is implemented, what changes it, what cites it.

    Without ID, list all rules, or those with the words of --search.
    """
    from sandtable.cli.installed import plugins
    from sandtable.engine.errors import Invalid, unknown
    from sandtable.play.rules.rule_bearings import rule_lines
    from sandtable.play.rules.rule_words import rule_facts
    from sandtable.play.words.word_search import rules_of

    if rule is not None and search:
        raise Invalid(f"{rule} is one rule: leave it out, or leave out --search")
    found = plugins()
    families = {game: found.family(game)} if game else found.families()
    if rule is None:
        listed = [rule_facts(family, id) for family in families.values() for id in rules_of(family).find(search)]
        if as_json:
            show.as_json_text(listed)
        elif not listed:
            click.echo(f"no rule contains {search!r}")
        else:
            show.columns((one["id"], one["title"], ", ".join(one["modules"])) for one in listed)
        return
    holders = [family for family in families.values() if rule in family.texts]
    if not holders:
        known = sorted({id for family in families.values() for id in family.texts})
        raise unknown("rule", rule, known, "`sandtable rules --search WORDS` finds them by their words")
    if as_json:
        show.as_json_text(
            [rule_facts(family, rule) for family in holders] if len(holders) > 1 else rule_facts(holders[0], rule)
        )
        return
    for family in holders[:1] if rule.startswith("CORE-") else holders:
        for line in rule_lines(family, rule_facts(family, rule), code=True):
            show.paragraph(line)
