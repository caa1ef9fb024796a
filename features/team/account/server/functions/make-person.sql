-- Somebody new, inside a transaction of the tenant they come into: they and their place in it are made together or not at
-- all. Null when the address has an account already, which nobody but its person changes. `pg_temp` is named last, so that
-- a caller's temporary tables cannot stand in for ours. The password is somebody else's until they chose their own.
create or replace function make_person(address text, hash text, speaks text) returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into user_account (email, password_hash, language, password_is_first) values (lower(address), hash, speaks, true) on conflict do nothing returning id
$$;
revoke all on function make_person(text, text, text) from public;
grant execute on function make_person(text, text, text) to openseat_app;
