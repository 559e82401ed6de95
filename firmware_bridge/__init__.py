"""The wire: messages, codec, links to a board, and a simulated board behind a real codec."""

import logging

logging.getLogger(__name__).addHandler(logging.NullHandler())  # who wants the log of a library asks for it
