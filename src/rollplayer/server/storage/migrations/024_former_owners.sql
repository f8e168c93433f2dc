-- Rooms return to a process that was away and is back (storage/leases.py).
-- postgresql:
-- Who gave it back last.
ALTER TABLE leases ADD COLUMN was TEXT COLLATE "C";
-- both:
