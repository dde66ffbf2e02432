"""A table with its chairs, its clock and its viewers: what terminal, server and page stand on. No sockets here."""
