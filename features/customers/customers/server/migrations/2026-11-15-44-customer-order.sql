-- Customers nobody has spoken with come last, so that a page can go on from a row as in every other order; the column comes
-- along so that skipping rows reads the index alone.
drop index customer_contact;
create index customer_contact on customer (tenant_id, coalesce(last_contact_at, '-infinity'::timestamptz), id) include (last_contact_at) where deleted_at is null;

-- Filters that may find nobody must not read everybody to say so.
create index customer_uncalled on customer (tenant_id, id) where deleted_at is null and do_not_call;
create index customer_country on customer (tenant_id, country) where deleted_at is null;
create index customer_language on customer (tenant_id, language) where deleted_at is null;
create index customer_source on customer (tenant_id, source) where deleted_at is null;
create index customer_created on customer (tenant_id, created_at) where deleted_at is null;
