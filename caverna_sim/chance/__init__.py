"""chance"""
