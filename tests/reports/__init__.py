"""Published studies and what is said about them."""
