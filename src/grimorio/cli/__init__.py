"""The command line: games in the terminal, simulation, scenarios, checks."""
