-- The last entry of the tenant so far. Whoever is booking is waited for, so that none with a lower number comes later.
create or replace function last_entry_booked() returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from money_account where tenant_id = current_tenant() for update;
  return coalesce((select max(id) from money_entry where tenant_id = current_tenant()), 0);
end $$;
revoke all on function last_entry_booked() from public;
grant execute on function last_entry_booked() to openseat_app;
