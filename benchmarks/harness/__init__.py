"""Runs benchmarks: subjects are measured in turn, claims are judged, and results are printed, plotted and stored."""
