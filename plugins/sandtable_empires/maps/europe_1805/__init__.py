"""Europe in 1805: the house map of Empires. ``README.md`` here says what the text files hold and how to change them."""

from sandtable_empires.maps.europe_1805.build import europe_1805

__all__ = ["europe_1805"]
