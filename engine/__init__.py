"""Rules only: the games, their records and their texts. Imports nothing else of this project."""
