"""The live server under load: how many sockets it serves in time, at what cost."""
