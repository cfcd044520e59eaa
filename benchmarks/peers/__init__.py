"""Peers: for each a pinned requirements file and the script that measures it, of one name."""
