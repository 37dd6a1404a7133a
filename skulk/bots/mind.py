"""The name that `searcher` had before: whoever imports it finds the same module."""

import sys

from . import searcher

sys.modules[__name__] = searcher
