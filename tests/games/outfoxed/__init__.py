"""The rulebook of Outfoxed, as tests: docs/rules/outfoxed.md has the numbers."""
