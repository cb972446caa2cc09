"""games/caverna/home"""
