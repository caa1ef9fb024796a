-- Whether the tenant of the transaction has lines it set up itself.
create or replace function has_own_lines() returns boolean language sql stable as $$
  select exists (select from trunk t where t.tenant_id = current_tenant() and t.enabled and t.carrier ~ '^sip-')
$$;
