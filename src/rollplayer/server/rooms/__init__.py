"""Games with the people around them: who may do what, what happens, and who is notified."""
