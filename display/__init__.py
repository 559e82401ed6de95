"""What people see: the scene, the lights, the picture, and the window that shows it."""

import os

# pygame greets on stdout when it is imported; our commands print there what programs read.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
