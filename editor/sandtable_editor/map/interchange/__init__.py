"""Maps in and out of files, as the dialogs of the Map workspace ask for it."""
