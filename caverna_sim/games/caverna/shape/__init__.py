"""games/caverna/shape"""
