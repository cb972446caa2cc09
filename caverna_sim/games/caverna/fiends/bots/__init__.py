"""games/caverna/fiends/bots"""
