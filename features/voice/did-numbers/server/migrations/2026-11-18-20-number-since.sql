-- Since when calls for it are answered: where teams share a carrier, and rules of theirs read one number as several, the first has it.
alter table did_number add column claimed_at timestamptz not null default now();
