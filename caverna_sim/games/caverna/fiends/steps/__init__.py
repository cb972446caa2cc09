"""Kinds of steps of Frantic Fiends: a module for each, as in course/steps/."""
