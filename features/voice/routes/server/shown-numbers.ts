import { sql } from 'kysely';
import type { ShownNumber } from '#core/call/plan-facts.ts';
import { typesFor } from '#core/call/choose-routes.ts';
import type { CallPurpose } from '#core/call/route-choices.ts';
import { groupMembers } from '#features/team/agent-groups/server/index.ts';

// The two kinds of numbers that can be shown; of a number that is both the external one counts.
const externalNumbers = sql`(
  select id, 'external' kind, number, remark, country_iso2, router_id from external_number where enabled)`;
const didNumbers = sql`(
  select id, 'did' kind, number, remark, country_iso2, null::bigint router_id from did_number d
  where enabled and not exists (select from external_number e where e.number = d.number))`;

/** Every number that can be shown: id, kind, number, remark, country_iso2, router_id. */
export const showableNumbers = sql`(select * from ${externalNumbers} e union all select * from ${didNumbers} d)`;

/** SQL: the day it is by the clock of the tenant. */
export const tenantDay = (now: Date) => sql`(${now}::timestamptz at time zone (select default_zone from tenant))::date`;

// SQL, of number `p` in the pool of route `r`.
/** Until when it rests; null where it does not. */
export const restsUntil = sql`case when r.rest_after is not null and p.unanswered >= r.rest_after then p.last_ended_at + make_interval(mins => r.rest_minutes) end`;
export const shownOn = (day: ReturnType<typeof sql>) => sql`case when p.shown_on = ${day} then p.shown else 0 end`;
/** The number itself, where it can be shown; a lateral join to `n`. */
export const ofPlace = sql`(
  select * from ${externalNumbers} e where e.id = p.external_number_id union all select * from ${didNumbers} d where d.id = p.did_number_id)`;

/** As json has it. */
export interface ShownRow extends Omit<ShownNumber, 'country' | 'pools'> {
  countryIso2: string | null;
  pools: ShownNumber['pools'] | null;
}

export const shownNumberOf = ({ countryIso2, pools, ...row }: ShownRow): ShownNumber => ({
  ...row,
  country: countryIso2,
  pools: pools ?? [],
});

const POOL_SHORTLIST = 3;

export interface ShownAsk {
  userId: number;
  /** With its country's code; empty for what is no number. */
  number: string;
  country: string | null;
  routerId: number | null;
  shown: string;
  purpose: CallPurpose;
  nowMs: number;
}

/** Selects whether the groups of somebody show numbers of their own, and which. */
export const numbersOfGroups = (userId: number) => sql`
  select coalesce(array_agg(g.did_number_id) filter (where g.did_number_id is not null), '{}') dids,
    coalesce(array_agg(g.external_number_id) filter (where g.external_number_id is not null), '{}') externals,
    count(*) > 0 has
  from agent_group_number g join ${groupMembers} m on m.group_id = g.group_id where m.user_id = ${userId}`;

/**
 * Selects the numbers that decide which is shown: the one asked for, the first of each pool in the order of `poolOrder`
 * (`core/call/choose-number.ts`, which decides), and the first that is bound to no route. Two thousand numbers stay where
 * they are: a call waits for this.
 */
export function selectShownNumbers({ userId, number, country, routerId, shown, purpose, nowMs }: ShownAsk) {
  const now = new Date(nowMs);
  const prefixes = Array.from({ length: number.length }, (_, index) => number.slice(0, index + 1));
  const isOfGroup = sql`case n.kind when 'did' then n.id = any(mine.dids) else n.id = any(mine.externals) end`;
  const isMine = sql`(not mine.has or ${isOfGroup})`;
  const columns = sql`n.id, n.kind, n.number, n.country_iso2, n.router_id, ${isOfGroup} of_group`;
  return sql`
    with mine as materialized (${numbersOfGroups(userId)}),
    today as materialized (select ${tenantDay(now)} as day),
    usable as materialized (
      select r.*, exists (select from router_number p where p.router_id = r.id) has_pool from router r
      where r.enabled and r.type = any(${typesFor[purpose]}::int[]) and (r.countries = '{}' or ${country}::text = any(r.countries))
        and (${routerId}::bigint = 0 or r.id = ${routerId}::bigint)),
    candidate as (
      select ${columns} from ${showableNumbers} n, mine where n.number = ${shown}
      union
      select x.* from usable r cross join mine cross join lateral (
        select ${columns} from (
          select p.* from router_number p where p.router_id = r.id
          order by coalesce(${restsUntil} > ${now}, false), case when ${restsUntil} > ${now} then ${restsUntil} end,
            case when r.number_strategy in ('sameCountry', 'sameArea') then p.country_iso2 is distinct from ${country}::text end,
            case when r.number_strategy = 'sameArea' then (select -count(*) from unnest(${prefixes}::text[]) x where starts_with(p.number, x)) end,
            case when r.number_strategy = 'leastUsed' then ${shownOn(sql`(select day from today)`)} end,
            case when r.number_strategy <> 'fixed' then coalesce(p.last_shown_at, 'epoch') end,
            p.position offset 0) p cross join lateral ${ofPlace} n
        where ${isMine} limit ${POOL_SHORTLIST}) x
      union
      select x.* from usable r cross join mine cross join lateral (
        select ${columns} from ${externalNumbers} n where n.router_id = r.id and ${isMine} order by n.id limit 1) x
      union
      (select ${columns} from ${showableNumbers} n, mine
        where n.router_id is null and ${isMine} and (not exists (select from router) or exists (select from usable where not has_pool))
        order by n.country_iso2 is not distinct from ${country}::text desc, n.kind desc, n.id limit 1)
    )
    select c.number, c.country_iso2 "countryIso2", c.router_id "routerId", c.of_group "isOfGroup",
      (select json_agg(json_build_object('routerId', p.router_id, 'position', p.position, 'shownToday', ${shownOn(sql`(select day from today)`)},
          'lastShownMs', (extract(epoch from p.last_shown_at) * 1000)::float8, 'restsUntilMs', (extract(epoch from ${restsUntil}) * 1000)::float8))
        from router_number p join router r on r.id = p.router_id
        where (c.kind = 'did' and p.did_number_id = c.id) or (c.kind = 'external' and p.external_number_id = c.id)) pools
    from candidate c order by c.kind desc, c.id`;
}
