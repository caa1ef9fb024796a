-- The numbers that decide which is shown to a called person, and whether the caller's groups have numbers of their own: the one
-- asked for, the first of each pool in the order of `poolOrder` (core/call/choose-number.ts, which decides), one that is bound to
-- each route, and the first that is bound to none. Thousands of numbers stay where they are: a call waits for this. A function,
-- because its plan is made once for a connection and not for every call.
create or replace function shown_numbers(groups bigint[], called text, called_country text, wanted_router bigint, wanted text, types int[], at timestamptz)
returns json language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  shortlist constant int := 3;
  prefixes constant text[] := array(select left(called, n) from generate_series(1, length(called)) n);
  today constant date := (at at time zone (select default_zone from tenant))::date;
  dids bigint[];
  externals bigint[];
  only_mine boolean;
  found json;
begin
  select coalesce(array_agg(g.did_number_id) filter (where g.did_number_id is not null), '{}'),
    coalesce(array_agg(g.external_number_id) filter (where g.external_number_id is not null), '{}'), count(*) > 0
  into dids, externals, only_mine from agent_group_number g where g.group_id = any(groups);

  with usable as materialized (
    select r.id, r.number_strategy, r.rest_after, r.rest_minutes, exists (select from router_number p where p.router_id = r.id) has_pool
    from router r
    where r.enabled and r.type = any(types) and (r.countries = '{}' or called_country = any(r.countries)) and (wanted_router = 0 or r.id = wanted_router)),
  candidate as (
    select n.kind, n.id, n.number, n.country_iso2, n.router_id from showable_number n where n.number = wanted
    union
    select x.* from usable r cross join lateral (
      select n.kind, n.id, n.number, n.country_iso2, n.router_id from (
        select p.did_number_id, p.external_number_id from router_number p where p.router_id = r.id and (not only_mine or p.did_number_id = any(dids) or p.external_number_id = any(externals))
        order by coalesce(case when p.unanswered >= r.rest_after then p.last_ended_at + make_interval(mins => r.rest_minutes) end > at, false),
          case when p.unanswered >= r.rest_after and p.last_ended_at + make_interval(mins => r.rest_minutes) > at then p.last_ended_at end,
          case when r.number_strategy in ('sameCountry', 'sameArea') then p.country_iso2 is distinct from called_country end,
          case when r.number_strategy = 'sameArea' then (select -count(*) from unnest(prefixes) x where starts_with(p.number, x)) end,
          case when r.number_strategy = 'leastUsed' then case when p.shown_on = today then p.shown else 0 end end,
          case when r.number_strategy <> 'fixed' then coalesce(p.last_shown_at, 'epoch') end,
          p.position offset 0) p
        cross join lateral (
          select n.* from showable_number n where n.kind = 'did' and n.id = p.did_number_id
          union all
          select n.* from showable_number n where n.kind = 'external' and n.id = p.external_number_id) n
      limit shortlist) x
    where r.has_pool
    union
    (select distinct on (n.router_id) n.kind, n.id, n.number, n.country_iso2, n.router_id from showable_number n
      where n.kind = 'external' and n.router_id in (select id from usable) and (not only_mine or n.id = any(externals)) order by n.router_id, n.id)
    union
    -- The first of each kind, by its index: of the called country, else of any. The tables themselves, because a view hides their order.
    (select x.kind, x.id, x.number, x.country_iso2, null::bigint from (
        (select 'external' kind, e.id, e.number, e.country_iso2, true of_country from external_number e
          where e.enabled and e.verified_at is not null and e.router_id is null and e.country_iso2 is not distinct from called_country and (not only_mine or e.id = any(externals)) order by e.tenant_id, e.id limit 1)
        union all
        (select 'did', d.id, d.number, d.country_iso2, true from did_number d
          where d.enabled and d.country_iso2 is not distinct from called_country and (not only_mine or d.id = any(dids))
            and not exists (select from external_number e where e.tenant_id = d.tenant_id and e.number = d.number and e.verified_at is not null) order by d.tenant_id, d.id limit 1)
        union all
        (select 'external', e.id, e.number, e.country_iso2, false from external_number e
          where e.enabled and e.verified_at is not null and e.router_id is null and (not only_mine or e.id = any(externals)) order by e.tenant_id, e.id limit 1)
        union all
        (select 'did', d.id, d.number, d.country_iso2, false from did_number d
          where d.enabled and (not only_mine or d.id = any(dids))
            and not exists (select from external_number e where e.tenant_id = d.tenant_id and e.number = d.number and e.verified_at is not null) order by d.tenant_id, d.id limit 1)) x
      where not exists (select from router) or exists (select from usable where not has_pool)
      order by x.of_country desc, x.kind desc, x.id limit 1)
  )
  select json_agg(json_build_object('number', c.number, 'countryIso2', c.country_iso2, 'routerId', c.router_id,
    'isOfGroup', case c.kind when 'did' then c.id = any(dids) else c.id = any(externals) end,
    'pools', (
      select json_agg(json_build_object('routerId', p.router_id, 'position', p.position,
        'shownToday', case when p.shown_on = today then p.shown else 0 end,
        'lastShownMs', (extract(epoch from p.last_shown_at) * 1000)::float8,
        'restsUntilMs', (extract(epoch from case when p.unanswered >= r.rest_after then p.last_ended_at + make_interval(mins => r.rest_minutes) end) * 1000)::float8))
      from router_number p join router r on r.id = p.router_id
      where (c.kind = 'did' and p.did_number_id = c.id) or (c.kind = 'external' and p.external_number_id = c.id)))
    order by c.kind desc, c.id)
  into found from candidate c;
  return json_build_object('groupNumbersOnly', only_mine, 'numbers', coalesce(found, '[]'));
end $$;
