"""Published studies: pages, tables, and what makes them (`python -m reports.publish`)."""
