-- What living calls keep of the balance. A tenant without an account holds nothing and is refused nothing.

-- False when there is not so much. Asked again with the same ref it holds no more than before.
create or replace function money_hold_take(of_ref text, of_call text, amount bigint, at_price jsonb, until timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account money_account;
begin
  select * into account from money_account where tenant_id = current_tenant() for update;
  if not found then return true; end if;
  if exists (select from money_hold where tenant_id = account.tenant_id and ref = of_ref) then return true; end if;
  if amount > 0 and account.balance_e4 + account.credit_e4 - account.held_e4 < amount then return false; end if;
  insert into money_hold (tenant_id, ref, call_id, amount_e4, price, expires_at) values (account.tenant_id, of_ref, of_call, amount, at_price, until);
  update money_account set held_e4 = held_e4 + amount where tenant_id = account.tenant_id and amount > 0;
  return true;
end $$;
revoke all on function money_hold_take(text, text, bigint, jsonb, timestamptz) from public;
grant execute on function money_hold_take(text, text, bigint, jsonb, timestamptz) to openseat_app;

-- More of it, for a call that goes on; it is kept longer in any case. False when there is not so much, null when nothing is held.
create or replace function money_hold_more(of_ref text, amount bigint, until timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account money_account;
  has_so_much boolean;
begin
  select * into account from money_account where tenant_id = current_tenant() for update;
  if not found then return null; end if;
  has_so_much := amount = 0 or account.balance_e4 + account.credit_e4 - account.held_e4 >= amount;
  update money_hold set amount_e4 = amount_e4 + case when has_so_much then amount else 0 end, expires_at = greatest(expires_at, until)
  where tenant_id = account.tenant_id and ref = of_ref;
  if not found then return null; end if;
  if has_so_much and amount > 0 then update money_account set held_e4 = held_e4 + amount where tenant_id = account.tenant_id; end if;
  return has_so_much;
end $$;
revoke all on function money_hold_more(text, bigint, timestamptz) from public;
grant execute on function money_hold_more(text, bigint, timestamptz) to openseat_app;

-- The outside line was answered; what is charged counts from here.
create or replace function money_hold_answered(of_ref text, moment timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from money_account where tenant_id = current_tenant() for update;
  update money_hold set answered_at = coalesce(answered_at, moment) where tenant_id = current_tenant() and ref = of_ref;
end $$;
revoke all on function money_hold_answered(text, timestamptz) from public;
grant execute on function money_hold_answered(text, timestamptz) to openseat_app;

-- It ended before its call did, or at another moment than the record will say.
create or replace function money_hold_ended(of_ref text, moment timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from money_account where tenant_id = current_tenant() for update;
  update money_hold set ended_at = coalesce(ended_at, moment) where tenant_id = current_tenant() and ref = of_ref;
end $$;
revoke all on function money_hold_ended(text, timestamptz) from public;
grant execute on function money_hold_ended(text, timestamptz) to openseat_app;

-- Nothing came of it.
create or replace function money_hold_release(of_ref text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone money_hold;
begin
  perform from money_account where tenant_id = current_tenant() for update;
  delete from money_hold where tenant_id = current_tenant() and ref = of_ref returning * into gone;
  if found then update money_account set held_e4 = held_e4 - gone.amount_e4 where tenant_id = gone.tenant_id; end if;
end $$;
revoke all on function money_hold_release(text) from public;
grant execute on function money_hold_release(text) to openseat_app;
