"""games/caverna/show"""
