"""The terminal screen of `duskfall dungeon explore`, and the window on the map that it shows."""
