-- What something costs a tenant at a moment: by its own list in force before the installation's, in each by the longest beginning of the
-- number, then a country over none, a kind over any, a variant over any. No row: no list has a price for it. A call that comes in is asked
-- for by the kind `inbound`, which only rows of that kind answer. core/money/choose-price.ts says the same.
-- Sees what its caller sees: for whoever is a tenant, rows of its own and of the installation.
create or replace function price_of(of_tenant bigint, of_currency text, of_service text, of_kind text, of_variant text, of_country text, of_number text, at_moment timestamptz)
  returns setof price_row language sql stable as $$
  select found.* from (
    (select 1 turn, l.id from price_list l where coalesce(l.tenant_id, 0) = of_tenant and l.currency = of_currency and l.begins_at <= at_moment order by l.begins_at desc limit 1)
    union all
    (select 2, l.id from price_list l where coalesce(l.tenant_id, 0) = 0 and l.currency = of_currency and l.begins_at <= at_moment order by l.begins_at desc limit 1)
  ) asked cross join lateral (
    select r.* from price_row r
    where r.list_id = asked.id and r.service = of_service
      and r.kind = any (case when of_service = 'call' and of_kind = 'inbound' then array['inbound'] else array['', of_kind] end)
      and r.prefix = any (array(select left(of_number, n) from generate_series(0, 15) n))
      and r.country = any (array['', of_country]) and r.variant = any (array['', of_variant])
    order by length(r.prefix) desc, r.country = '', r.kind = '', r.variant = '' limit 1
  ) found order by asked.turn limit 1
$$;
