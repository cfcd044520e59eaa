"""The screen of `duskfall dungeon explore`: its window, walking on foot, and the terminal in front of both."""
