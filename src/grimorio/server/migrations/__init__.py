"""How the schema came to be, step by step; run at every start."""
