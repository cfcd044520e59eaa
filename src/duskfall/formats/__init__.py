"""Pictures, exports, importers and map files: what stands between the rules and the disk."""
