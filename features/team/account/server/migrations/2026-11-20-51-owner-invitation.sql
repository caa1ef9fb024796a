-- Whoever accepts it owns the tenant: it was founded for them by an operator.
alter table invitation add column makes_owner boolean not null default false;
