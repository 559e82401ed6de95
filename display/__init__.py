"""What people see: the scene, the lights, the picture, and the window that shows it."""
