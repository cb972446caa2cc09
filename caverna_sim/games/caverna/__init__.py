"""games/caverna"""
