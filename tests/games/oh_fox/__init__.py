"""The rulebook of Oh, Fox!, as tests: docs/rules/oh_fox.md has the numbers."""
