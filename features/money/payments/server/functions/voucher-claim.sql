-- Takes a voucher for the tenant of the transaction; of two who hold the same code at one moment the second waits, and finds it used.
create or replace function voucher_claim(hash bytea, in_currency text, by_person bigint, moment timestamptz, out outcome text, out voucher_id bigint, out amount bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_one voucher;
begin
  select * into found_one from voucher where code_hash = hash for update;
  if not found or found_one.withdrawn_at is not null then outcome := 'unknown'; return; end if;
  if found_one.used_at is not null then outcome := 'used'; return; end if;
  if found_one.expires_at <= moment then outcome := 'expired'; return; end if;
  if found_one.currency <> in_currency then outcome := 'otherCurrency'; return; end if;
  update voucher set used_by_tenant = current_tenant(), used_by = by_person, used_at = moment where id = found_one.id;
  outcome := 'done';
  voucher_id := found_one.id;
  amount := found_one.amount_e4;
end $$;
revoke all on function voucher_claim(bytea, text, bigint, timestamptz) from public;
grant execute on function voucher_claim(bytea, text, bigint, timestamptz) to openseat_app;
