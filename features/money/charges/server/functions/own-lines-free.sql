-- Whether calls over lines the tenant of the transaction set up itself cost nothing; so it is where nobody said otherwise.
create or replace function own_lines_free() returns boolean language sql stable as $$
  select coalesce((select p.own_lines_free from tenant_plan p where p.tenant_id = current_tenant()), true)
$$;
