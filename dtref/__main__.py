"""`python -m dtref` is the command `dtref`."""

from dtref.cli import main

if __name__ == "__main__":
    main()
