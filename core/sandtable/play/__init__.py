"""Playing a campaign, whoever shows it: what can be begun, sittings, words, reasons. No terminal, no window."""
