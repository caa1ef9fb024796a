import { sql } from 'kysely';
import type { FirstStep, Founding } from '#platform/server/contributions.ts';

const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;

/** In the smallest unit of what a new tenant counts in, which is the US dollar: a hundred of them. */
const COST_A_DAY = 10_000;

/** Enough for a day of honest work; a program that got hold of a phone comes to its end soon. */
const limits = [
  ['failure', 5, DAY_SEC, 'tenant'],
  ['perNumber', 5, HOUR_SEC, 'agent'],
  ['callsPerSecond', 5, 1, 'tenant'],
  ['concurrent', 30, 1, 'tenant'],
  ['costPerDay', COST_A_DAY, DAY_SEC, 'tenant'],
] as const;

/** What a new tenant may call: its own country, in measure. Where its country is not known the guide asks. */
export const layOutLimits: Founding = async (tx, { tenantId, country }) => {
  for (const [kind, max, windowSec, scope] of limits)
    await sql`insert into call_limit (tenant_id, kind, max, window_sec, scope) values (${tenantId}, ${kind}, ${max}, ${windowSec}, ${scope})`.execute(
      tx.as(),
    );
  if (country !== null)
    await sql`insert into allowed_country (tenant_id, iso2) values (${tenantId}, ${country})`.execute(tx.as());
};

/** Done once somebody, or the zone of whoever founded the tenant, said which countries may be called. */
export const countriesStep: FirstStep = {
  key: 'countries',
  order: 65,
  text: 'call-limits.firstStep',
  path: '/settings/limits',
  access: 'call-limits.edit',
  optional: true,
  isDone: async (tx) => (await sql`select from allowed_country limit 1`.execute(tx.as())).rows.length > 0,
};
