"""Many games at once: simulation on one core, on all cores, on a GPU."""
