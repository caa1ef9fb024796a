-- A range of moments is walked in its order, from its edge on.
drop index customer_created;
create index customer_created on customer (tenant_id, created_at, id) where deleted_at is null;
