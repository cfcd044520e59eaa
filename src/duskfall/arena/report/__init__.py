"""The report of a tournament: one HTML file with tables, plots and every match."""

from duskfall.arena.report.page import report_page

__all__ = ["report_page"]
