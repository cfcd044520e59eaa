"""`python -m duskfall` is the command `duskfall`."""

from duskfall.cli import main

if __name__ == "__main__":
    main()
