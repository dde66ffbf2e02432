"""What each command does: a file for each, named after it, loaded only when it is asked for."""
