"""Kinds of parts of Frantic Fiends: a module for each, as in course/parts/."""
