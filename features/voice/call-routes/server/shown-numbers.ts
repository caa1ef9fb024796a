import { sql } from 'kysely';
import type { ShownNumber } from '#core/call/plan-facts.ts';
import { typesFor } from '#core/call/choose-routes.ts';
import type { CallPurpose } from '#core/call/route-choices.ts';
import { groupMembers } from '#features/team/agent-groups/server/index.ts';

/** SQL: the day it is by the clock of the tenant. */
export const tenantDay = (now: Date) => sql`(${now}::timestamptz at time zone (select default_zone from tenant))::date`;

// SQL, of number `p` in the pool of route `r`.
/** Until when it rests; null where it does not. */
export const restsUntil = sql`case when r.rest_after is not null and p.unanswered >= r.rest_after then p.last_ended_at + make_interval(mins => r.rest_minutes) end`;
export const shownOn = (day: ReturnType<typeof sql>) => sql`case when p.shown_on = ${day} then p.shown else 0 end`;
/** The number itself, where it can be shown: joins `n`. */
export const ofPlace = sql`
  join showable_number n on n.id = coalesce(p.did_number_id, p.external_number_id) and n.kind = case when p.did_number_id is null then 'external' else 'did' end`;

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

/** An ask, as the statement has it. */
export interface ShownValues extends Pick<ShownAsk, 'userId' | 'number' | 'country' | 'shown'> {
  routerId: number;
  types: readonly number[];
  now: Date;
}

export const shownValues = ({ userId, number, country, routerId, shown, purpose, nowMs }: ShownAsk): ShownValues => ({
  userId,
  number,
  country,
  routerId: routerId ?? -1,
  shown,
  types: typesFor[purpose],
  now: new Date(nowMs),
});

/** SQL: the numbers that decide which is shown, as ShownRows, and whether only those of the caller's groups may be (`functions/shown-numbers.sql`). */
export const shownNumbers = ({ userId, number, country, routerId, shown, types, now }: ShownValues) => sql`
  shown_numbers(array(select m.group_id from ${groupMembers} m where m.user_id = ${userId}), ${number}, ${country}, ${routerId}, ${shown}, ${types}::int[], ${now})`;
