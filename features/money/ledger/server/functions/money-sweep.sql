-- Holds nobody held on to: those of calls that are over are charged, of those that have no record the money is given back. What belongs to a call
-- the book has open stays: whoever closes it settles. A record may come late, after the database was away: what a hold without money knows of its
-- leg is kept three days longer, and charged when the record comes. Answers how many it saw, and of how many the money was given back.
create or replace function money_sweep(moment timestamptz, most int, out seen int, out given int)
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  found_late record;
  late money_hold;
  record_of record;
begin
  seen := 0;
  given := 0;
  -- One account after the other, in one order; the account before what is held of it, as everybody takes them.
  for found_late in
    select * from (select h.tenant_id, h.ref from money_hold h where h.expires_at < moment order by h.expires_at limit most) l order by tenant_id, ref
  loop
    seen := seen + 1;
    perform from money_account where tenant_id = found_late.tenant_id for update;
    select * into late from money_hold where tenant_id = found_late.tenant_id and ref = found_late.ref and expires_at < moment;
    continue when not found;
    select * into record_of from call_in_book(late.tenant_id, late.call_id);
    if record_of.over_at is not null then
      perform money_settle(late.tenant_id, late.call_id, record_of.over_at);
    elsif record_of.is_there then
      -- Others have their turn before it is looked at again.
      update money_hold set expires_at = moment + interval '10 minutes' where tenant_id = late.tenant_id and ref = late.ref;
    elsif late.amount_e4 > 0 then
      update money_hold set amount_e4 = 0, expires_at = moment + interval '3 days' where tenant_id = late.tenant_id and ref = late.ref;
      update money_account set held_e4 = held_e4 - late.amount_e4 where tenant_id = late.tenant_id;
      given := given + 1;
    else
      delete from money_hold where tenant_id = late.tenant_id and ref = late.ref;
    end if;
  end loop;
end $$;
revoke all on function money_sweep(timestamptz, int) from public;

-- Accounts whose balance is not the sum of their entries, or whose holds are not what they hold.
create or replace function money_differences() returns table (tenant_id bigint, balance_e4 bigint, entries_e4 bigint, held_e4 bigint, holds_e4 bigint)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select a.tenant_id, a.balance_e4, e.sum, a.held_e4, h.sum
  from money_account a
  cross join lateral (select coalesce(sum(case when credit = 'balance' then amount_e4 else -amount_e4 end), 0)::bigint from money_entry where money_entry.tenant_id = a.tenant_id) e (sum)
  cross join lateral (select coalesce(sum(amount_e4), 0)::bigint from money_hold where money_hold.tenant_id = a.tenant_id) h (sum)
  where a.balance_e4 <> e.sum or a.held_e4 <> h.sum
$$;
revoke all on function money_differences() from public;
