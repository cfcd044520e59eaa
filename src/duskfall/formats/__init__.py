"""Pictures, exports, importers and map files: reads and writes what the rules work on."""
