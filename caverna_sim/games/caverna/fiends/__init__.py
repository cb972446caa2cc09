"""Frantic Fiends: orcs, traps, bounties, friendly orcs, and what they change (F-)."""
