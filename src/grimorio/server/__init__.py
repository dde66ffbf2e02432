"""Friends and bots at one table over the network. Everything about a table is its `Room`; no game is known here."""
