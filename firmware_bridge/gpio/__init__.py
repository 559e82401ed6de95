"""A reed matrix, buttons and a buzzer on a Raspberry Pi's own pins."""
