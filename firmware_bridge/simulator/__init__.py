"""The board as a thing: stacks, magnets, grams, bounce and drift, and the hands that play on it.

It is a model of physics for tests, demonstrations and people without a board, and is never chosen silently.
"""
