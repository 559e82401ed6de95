"""The pages around the game: which is open, what it shows, and what an input means there. All pure."""
