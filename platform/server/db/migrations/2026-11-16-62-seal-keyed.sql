-- Seals made with a key that is no part of the database; those before were plain hashes.
alter table operation_log_seal add column keyed boolean not null default false;
