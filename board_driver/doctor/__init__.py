"""`tavreli-board doctor`: what is wrong with machine, link, sensors, lights and screen, and its cure."""
