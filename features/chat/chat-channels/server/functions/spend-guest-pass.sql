-- Uses a visitor's pass up for the edge of the exchange and says whose call it is; no row where it was used, ran out or never was.
create or replace function edge.spend_guest_pass(name text) returns table (tenant text, shard text)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update chat_call_pass p set used_at = now() where p.guest = name and p.used_at is null and p.expires_at > now()
  returning p.tenant_id::text, (p.tenant_id % 64)::text
$$;
revoke all on function edge.spend_guest_pass(text) from public;
grant execute on function edge.spend_guest_pass(text) to openseat_edge;
