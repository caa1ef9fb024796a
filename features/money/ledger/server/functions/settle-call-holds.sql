-- What so many seconds cost by a price (core/money/held-price.ts): whole steps of time, the amount rounded half up.
create or replace function money_cost(price jsonb, seconds bigint) returns bigint
  language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
declare
  first_sec bigint := greatest(1, coalesce((price ->> 'firstSec')::bigint, 60));
  next_sec bigint := greatest(1, coalesce((price ->> 'nextSec')::bigint, 60));
  billed bigint;
begin
  if seconds <= 0 then return 0; end if;
  billed := first_sec;
  if seconds > first_sec then billed := first_sec + (seconds - first_sec + next_sec - 1) / next_sec * next_sec; end if;
  return coalesce((price ->> 'setupE4')::bigint, 0) + (coalesce((price ->> 'minuteE4')::bigint, 0) * billed * 2 + 60) / 120;
end $$;

-- What a call keeps at its beginning: its setup and its first minute, or its first step when that is longer.
create or replace function money_reservation(price jsonb) returns bigint
  language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp
  as $$ select money_cost(price, greatest(60, coalesce((price ->> 'firstSec')::bigint, 60))) $$;

-- Charges what a call that is over has held, and gives the rest back. A late top-up may let a call cost more than it held: no account
-- falls below its limit by more than one reservation for that, and what is forgiven stands in the entry.
create or replace function money_settle(of_tenant bigint, of_call text, over_at timestamptz) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  account money_account;
  hold money_hold;
  seconds bigint;
  cost bigint;
  most bigint;
begin
  if not exists (select from money_hold where tenant_id = of_tenant and call_id = of_call) then return; end if;
  select * into account from money_account where tenant_id = of_tenant for update;
  for hold in delete from money_hold where tenant_id = of_tenant and call_id = of_call returning * loop
    seconds := case when hold.answered_at is null then 0
      else greatest(0, ceil(extract(epoch from coalesce(hold.ended_at, over_at) - hold.answered_at)))::bigint end;
    cost := money_cost(hold.price, seconds);
    most := hold.amount_e4 + greatest(0, account.balance_e4 + account.credit_e4 - account.held_e4 + money_reservation(hold.price));
    update money_account set held_e4 = held_e4 - hold.amount_e4 where tenant_id = of_tenant;
    perform money_book(of_tenant, coalesce(hold.price ->> 'service', 'call'), 'balance', 'revenue', least(cost, most), hold.ref,
      (hold.price - 'number') || jsonb_build_object('callId', of_call, 'seconds', seconds)
        || case when cost > most then jsonb_build_object('forgivenE4', cost - most) else '{}' end, null, false);
    select * into account from money_account where tenant_id = of_tenant;
  end loop;
end $$;
revoke all on function money_settle(bigint, text, timestamptz) from public;

create or replace function settle_call_holds() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform money_settle(new.tenant_id, new.call_id, new.ended_at);
  return null;
end $$;
revoke all on function settle_call_holds() from public;

create or replace function settle_new_records() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Each is looked up by the index: what other calls hold is not read.
  perform money_settle(n.tenant_id, n.call_id, n.ended_at)
  from (select * from new_rows where ended_at is not null order by tenant_id, call_id) n
  cross join lateral (select from money_hold h where h.tenant_id = n.tenant_id and h.call_id = n.call_id limit 1) held;
  return null;
end $$;
revoke all on function settle_new_records() from public;
