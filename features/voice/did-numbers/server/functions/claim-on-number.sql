-- Whose number was called and since when it is answered there, as a carrier writes it: in full, or of one tenant also as at home, without the
-- country and with a zero or two in front. For other functions alone: it sees every tenant.
create or replace function claim_on_number(called text[], of_tenant bigint) returns table (tenant_id bigint, claimed_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select found.tenant_id, found.claimed_at from (
    select d.tenant_id, d.claimed_at from unnest(called) c join did_number d on d.number = c and d.enabled
    where of_tenant is null or d.tenant_id = of_tenant
    union all
    select d.tenant_id, d.claimed_at from unnest(called) c join did_number d on d.number like '%' || ltrim(c, '0') and d.enabled
    where d.tenant_id = of_tenant and length(ltrim(c, '0')) >= 7
  ) found order by found.claimed_at limit 1
$$;
revoke all on function claim_on_number(text[], bigint) from public;
