"""The engine, specified by its tests."""
