-- Whose number was called, as a carrier writes it: in full, or of one tenant also as at home, without the country and with a zero or two in
-- front. For other functions alone: it sees every tenant.
create or replace function tenant_with_number(called text[], of_tenant bigint) returns bigint
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select tenant_id from (
    select d.tenant_id from unnest(called) c join did_number d on d.number = c and d.enabled
    where of_tenant is null or d.tenant_id = of_tenant
    union all
    select d.tenant_id from unnest(called) c join did_number d on d.number like '%' || ltrim(c, '0') and d.enabled
    where d.tenant_id = of_tenant and length(ltrim(c, '0')) >= 7
  ) found limit 1
$$;
revoke all on function tenant_with_number(text[], bigint) from public;
