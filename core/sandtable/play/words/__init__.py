"""A game in words: values and their names, reasons, numbers, where we are."""
