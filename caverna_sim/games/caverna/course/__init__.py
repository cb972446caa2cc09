"""The course of a game: spaces, the steps of the agenda, rounds; the only room that knows the base game and its expansion together."""
