"""What libraries and campaigns stand on: one SQLite file with a gate, migrations, copies and seals."""
