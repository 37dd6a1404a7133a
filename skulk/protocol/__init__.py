"""What crosses the house, between tables, players and programs: messages, what a seat sees in them, and lines of them.

Server and laboratory speak it alike; it knows games, and neither of them.
"""
