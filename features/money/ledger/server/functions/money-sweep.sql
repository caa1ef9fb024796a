-- Holds nobody held on to: those of calls that are over are charged, those of calls that never became a record are given back. What
-- belongs to a call the book has open stays: whoever closes it settles. Answers how many it saw, and how many were given back.
create or replace function money_sweep(moment timestamptz, most int, out seen int, out given int)
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  late money_hold;
  record_of record;
begin
  seen := 0;
  given := 0;
  for late in select h.* from money_hold h where h.expires_at < moment order by h.expires_at limit most loop
    seen := seen + 1;
    select * into record_of from call_in_book(late.tenant_id, late.call_id);
    if not record_of.is_there then
      perform from money_account where tenant_id = late.tenant_id for update;
      delete from money_hold where tenant_id = late.tenant_id and ref = late.ref and expires_at < moment returning * into late;
      if found then
        update money_account set held_e4 = held_e4 - late.amount_e4 where tenant_id = late.tenant_id;
        given := given + 1;
      end if;
    elsif record_of.over_at is not null then
      perform money_settle(late.tenant_id, late.call_id, record_of.over_at);
    else
      -- Others have their turn before it is looked at again.
      update money_hold set expires_at = moment + interval '10 minutes' where tenant_id = late.tenant_id and ref = late.ref;
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
