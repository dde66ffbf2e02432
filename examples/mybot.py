"""A bot of one's own: reads one message a line, and answers what it does (docs/protocol.md, bots from outside)."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["kind"] == "decide":
        chosen = max(message["legal"], key=len)  # your idea goes here; message["view"] is what your seat sees
        print(json.dumps({"do": chosen}), flush=True)
