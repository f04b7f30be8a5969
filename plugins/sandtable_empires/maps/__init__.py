"""The maps that ship with Empires, each built from text sources beside it."""
