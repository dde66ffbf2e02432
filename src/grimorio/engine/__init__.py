"""What every game stands on: kernels, layouts, chance, tables, records, scenarios, laws."""
