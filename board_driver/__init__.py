"""The brain: observation, inference, session, journal, presenter, daemon and command line."""
