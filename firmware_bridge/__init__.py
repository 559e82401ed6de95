"""The wire: messages, codec, links to a board, and a simulated board behind a real codec."""
