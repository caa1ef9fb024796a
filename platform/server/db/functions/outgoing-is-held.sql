-- Whether outgoing work waits since the installation was restored. Campaigns of tenants ask it, who see no table of the installation.
create or replace function outgoing_is_held() returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$ select exists (select from public.outgoing_hold) $$;
revoke all on function outgoing_is_held() from public;
grant execute on function outgoing_is_held() to openseat_app;
