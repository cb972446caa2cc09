"""What is kept of many games: tables in Parquet files, and a manifest that says what they are. Knows no game in particular."""
