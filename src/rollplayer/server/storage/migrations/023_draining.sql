-- A process that is to end hands its rooms over to the others first (storage/leases.py).
-- postgresql:
-- An operator wants it to.
ALTER TABLE nodes ADD COLUMN drain BOOLEAN NOT NULL DEFAULT false;
-- It says itself that it does: it takes no more rooms, and another one keeps house.
ALTER TABLE nodes ADD COLUMN drains BOOLEAN NOT NULL DEFAULT false;
-- both:
