"""Tests of studies: real games at small sizes, with effects that are planted and effects that cannot be there."""
