-- Books a movement in the running transaction. For the owner's handle and the functions here: it is told whose money it is.
-- Answers 'done'; 'again' when it was booked before; 'short' when it would need more than there is; 'free' where no money is counted.
create or replace function money_book(
  of_tenant bigint, of_kind text, from_account text, to_account text, amount bigint, of_ref text, about jsonb, by_person bigint, covered boolean
) returns text language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  account money_account;
begin
  if (from_account = 'balance') = (to_account = 'balance') then raise exception 'one side of an entry is the balance'; end if;
  if amount < 0 then raise exception 'an amount is never negative'; end if;
  -- Whoever books waits here for whoever books: what follows sees all there is.
  select * into account from money_account where tenant_id = of_tenant for update;
  if not found then return 'free'; end if;
  if exists (select from money_entry where tenant_id = of_tenant and kind = of_kind and ref = of_ref) then return 'again'; end if;
  if amount = 0 then return 'done'; end if;
  if covered and from_account = 'balance' and account.balance_e4 + account.credit_e4 - account.held_e4 < amount then return 'short'; end if;
  insert into money_entry (tenant_id, debit, credit, amount_e4, kind, ref, detail, by_user)
  values (of_tenant, from_account, to_account, amount, of_kind, of_ref, coalesce(about, '{}'), by_person);
  update money_account set balance_e4 = balance_e4 + case when to_account = 'balance' then amount else -amount end where tenant_id = of_tenant;
  return 'done';
end $$;
revoke all on function money_book(bigint, text, text, text, bigint, text, jsonb, bigint, boolean) from public;

-- The same for the tenant of the transaction.
create or replace function money_post(of_kind text, from_account text, to_account text, amount bigint, of_ref text, about jsonb, by_person bigint, covered boolean)
  returns text language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$ select money_book(current_tenant(), of_kind, from_account, to_account, amount, of_ref, about, by_person, covered) $$;
revoke all on function money_post(text, text, text, bigint, text, jsonb, bigint, boolean) from public;
grant execute on function money_post(text, text, text, bigint, text, jsonb, bigint, boolean) to openseat_app;

-- From now on the tenant's money is counted. One that has an account keeps it as it is.
create or replace function money_open(of_tenant bigint, in_currency text) returns boolean
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into money_account (tenant_id, currency) values (of_tenant, in_currency) on conflict (tenant_id) do nothing;
  return found;
end $$;
revoke all on function money_open(bigint, text) from public;

-- Below what its owners want to be told.
create or replace function money_warn_below(amount bigint) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$ update money_account set warn_below_e4 = amount where tenant_id = current_tenant() $$;
revoke all on function money_warn_below(bigint) from public;
grant execute on function money_warn_below(bigint) to openseat_app;

-- How far below nothing it may go.
create or replace function money_set_credit(amount bigint) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$ update money_account set credit_e4 = amount where tenant_id = current_tenant() $$;
revoke all on function money_set_credit(bigint) from public;
grant execute on function money_set_credit(bigint) to openseat_app;
