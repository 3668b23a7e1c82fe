"""Starts the reference model of the lending rules: lending.py [FLAGS]; see lending_model/__main__.py."""

import sys

from lending_model.__main__ import main

sys.exit(main())
