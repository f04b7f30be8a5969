"""The options: modules that count only while they are on."""
