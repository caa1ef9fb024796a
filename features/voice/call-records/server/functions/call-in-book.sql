-- Whether the book knows a call, and since when it is over. For functions of the database; the owner's handle asks it about any tenant.
create or replace function call_in_book(of_tenant bigint, of_call text) returns table (is_there boolean, over_at timestamptz)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select count(*) > 0, max(ended_at) from call_record where tenant_id = of_tenant and call_id = of_call
$$;
