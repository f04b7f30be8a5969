"""House rules by form: their documents, the words they are made of, conditions, sentences."""
