"""What those need who run a server: settings, figures, a log, and a hand on its tables."""
