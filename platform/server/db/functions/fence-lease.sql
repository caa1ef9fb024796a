-- True while nobody has taken the lease since; and nobody takes it before the transaction that asked is over.
create or replace function fence_lease(held_name text, held_epoch bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
begin
  perform from lease where name = held_name and epoch = held_epoch for share;
  return found;
end $$;
revoke all on function fence_lease(text, bigint) from public;
grant execute on function fence_lease(text, bigint) to openseat_app;

-- The same where nobody waits for the answer: what was sent along is undone.
create or replace function hold_lease(held_name text, held_epoch bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
  as $$
begin
  if not fence_lease(held_name, held_epoch) then
    raise exception 'the lease % is held by somebody else', held_name using errcode = 'OS421';
  end if;
end $$;
revoke all on function hold_lease(text, bigint) from public;
grant execute on function hold_lease(text, bigint) to openseat_app;
