"""games/caverna/fiends/study"""
