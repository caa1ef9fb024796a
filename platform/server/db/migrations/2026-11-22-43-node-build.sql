-- What exactly a process runs: versions are the same between two releases, and on a machine where one was checked out half-way.
alter table node add column build text not null default '';
