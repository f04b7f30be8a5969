"""What counts: rules modules, hooks and options, and the rulebook compiled from them."""
