-- Whose trunk a carrier calls over. By the name we registered, else by where it sends from: of several teams there the one that had number and
-- trunk first, so that whoever comes later with a number that reads alike draws nobody's calls; where none has the number, the first. What the
-- installation lends leads to whoever has the number, if it is lent to them, and comes before what teams have: who runs it said so before
-- anybody else could.
create or replace function edge.line_of_call(source inet, asked text, addressed text)
  returns table (line text, tenant text, shard text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with way as (
    select w.line, w.tenant_id, w.since, w.lent_to, 0 turn from edge.trunk_way w where w.token = asked
    union all
    select w.line, w.tenant_id, w.since, w.lent_to, 1 from edge.trunk_source s join edge.trunk_way w using (line) where source <<= s.network
  ), called as (
    select array_agg(distinct regexp_replace(said, '\D', '', 'g')) digits from unnest(array[asked, addressed]) said
  )
  select w.line, coalesce(w.tenant_id, n.tenant_id, 0)::text, (coalesce(w.tenant_id, n.tenant_id, 0) % 64)::text
  from way w cross join called c
    left join lateral claim_on_number(c.digits, w.tenant_id) n on w.tenant_id is not null or w.lent_to is null or n.tenant_id = any (w.lent_to)
    left join sip_trunk t on t.id = substring(w.line from '^sip-([0-9]+)$')::bigint and t.tenant_id = w.tenant_id
  order by w.turn, n.tenant_id is null, case when w.tenant_id is null then '-infinity' else greatest(coalesce(t.claims_since, w.since), n.claimed_at) end, w.since limit 1
$$;
revoke all on function edge.line_of_call(inet, text, text) from public;
grant execute on function edge.line_of_call(inet, text, text) to openseat_edge;
