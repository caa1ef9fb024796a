-- A number somebody types in is shown once a code that was sent or spoken to it came back; null until then. What is there
-- already, and what the product itself puts in, counts as proven: the one door that takes a number from a person writes null.
alter table external_number add column verified_at timestamptz default now();
