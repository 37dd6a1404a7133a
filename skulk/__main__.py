"""`python -m skulk` is `skulk`."""

from skulk.cli import main

if __name__ == "__main__":
    main()
