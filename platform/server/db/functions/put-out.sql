-- Tells browsers what a transaction did: its last act, as it holds the tenant's numbers until it commits. Whoever finds nobody before
-- them numbers for themselves, and pages hear of it with the commit. Where something waits, or somebody is numbering, it goes behind
-- them into the outbox: nobody waits here for anybody. Rules: `platform/server/realtime/sequencer.ts`. Answers the last number, if any.
create or replace function put_out_rows(users bigint[], accesses text[], kinds text[], bodies jsonb[]) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  whose bigint := current_tenant();
  many int := cardinality(kinds);
  last bigint;
begin
  with numbered as (
    update realtime_cursor set seq = seq + many where tenant_id = (
      select tenant_id from realtime_cursor where tenant_id = whose and not exists (select from outbox where tenant_id = whose) for update skip locked) returning seq
  ), told as (
    insert into realtime_event (tenant_id, seq, user_id, access, kind, body)
    select whose, n.seq - many + r.place, r.user_id, r.access, r.kind, r.body
    from numbered n, unnest(users, accesses, kinds, bodies) with ordinality as r (user_id, access, kind, body, place)
  )
  select n.seq, pg_notify('realtime', whose || ':' || n.seq) into last from numbered n;
  if last is null then
    insert into outbox (tenant_id, user_id, access, kind, body)
    select whose, r.user_id, r.access, r.kind, r.body from unnest(users, accesses, kinds, bodies) as r (user_id, access, kind, body);
    perform pg_notify('outbox', '');
  end if;
  return last;
end $$;
revoke all on function put_out_rows(bigint[], text[], text[], jsonb[]) from public;
grant execute on function put_out_rows(bigint[], text[], text[], jsonb[]) to openseat_app;

-- The same of rows as the product sends them.
create or replace function put_out(told jsonb) returns bigint language sql as $$
  select put_out_rows(array_agg(user_id), array_agg(access), array_agg(kind), array_agg(body))
  from jsonb_to_recordset(told) as r (user_id bigint, access text, kind text, body jsonb)
$$;
