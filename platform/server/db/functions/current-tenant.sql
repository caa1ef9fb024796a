-- The tenant of the running transaction. Null outside of one, so nothing is visible by accident: every policy asks it.
create or replace function current_tenant() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant', true), '')::bigint $$;
