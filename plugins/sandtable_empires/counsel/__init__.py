"""What the guide recommends to somebody who has never played, and why: rules of thumb, no rules."""
