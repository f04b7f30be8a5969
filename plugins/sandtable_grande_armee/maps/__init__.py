"""The maps of Grande Armée, hexes of 15 km. ``README.md`` here says what the text files hold and how to change them."""
