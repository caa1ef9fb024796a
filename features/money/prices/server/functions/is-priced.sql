-- Whether any list in force for a tenant names prices of a service at all: where none does, it costs nothing, and where one does, what has no
-- price is refused. Calls that come in count by themselves. Each kind is looked up by itself, in the order of the index: a list of many
-- thousands has its first price at once, or none.
create or replace function is_priced(of_tenant bigint, of_currency text, of_service text, of_kind text, at_moment timestamptz)
  returns boolean language sql stable as $$
  select exists (
    select from (
      (select l.id from price_list l where coalesce(l.tenant_id, 0) = of_tenant and l.currency = of_currency and l.begins_at <= at_moment order by l.begins_at desc limit 1)
      union all
      (select l.id from price_list l where coalesce(l.tenant_id, 0) = 0 and l.currency = of_currency and l.begins_at <= at_moment order by l.begins_at desc limit 1)
    ) asked
    cross join unnest(case when of_service = 'call' and of_kind = 'inbound' then array['inbound'] else array['', 'manual', 'task', 'ai'] end) wanted
    cross join lateral (select from price_row r where r.list_id = asked.id and r.service = of_service and r.kind = wanted order by r.prefix limit 1) found
  )
$$;
