"""The properties of what is selected: a form for each kind of thing, of which every field is an edit."""
