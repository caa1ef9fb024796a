-- Whose trunk a carrier calls over. By the name we registered, else by where it sends from: of several teams there the one that has the
-- number, then the first. What is lent leads to whoever has the number.
create or replace function edge.line_of_call(source inet, asked text, addressed text)
  returns table (line text, tenant text, shard text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with way as (
    select w.line, w.tenant_id, w.since, 0 turn from edge.trunk_way w where w.token = asked
    union all
    select w.line, w.tenant_id, w.since, 1 from edge.trunk_source s join edge.trunk_way w using (line) where source <<= s.network
  ), called as (
    select distinct regexp_replace(said, '\D', '', 'g') digits from unnest(array[asked, addressed]) said
  )
  select w.line, coalesce(w.tenant_id, n.tenant_id, 0)::text, (coalesce(w.tenant_id, n.tenant_id, 0) % 64)::text
  from way w left join lateral (
    select d.tenant_id from called c join did_number d on d.number = c.digits and d.enabled
    where w.tenant_id is null or d.tenant_id = w.tenant_id
    union all
    -- Written as at home: without the country, with a zero or two in front.
    select d.tenant_id from called c join did_number d on d.number like '%' || ltrim(c.digits, '0') and d.enabled
    where d.tenant_id = w.tenant_id and length(ltrim(c.digits, '0')) >= 7
    limit 1
  ) n on true
  order by w.turn, n.tenant_id is null, w.since limit 1
$$;
revoke all on function edge.line_of_call(inet, text, text) from public;
grant execute on function edge.line_of_call(inet, text, text) to openseat_edge;
