"""`python -m grimorio` is `grimorio`."""

import sys

from grimorio.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
