"""What is shown of a run: one self-contained page. Never needs the engine, so old runs can be looked at without compiling."""
