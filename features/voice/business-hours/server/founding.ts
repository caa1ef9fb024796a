import { sql } from 'kysely';
import type { FirstStep, Founding } from '#platform/server/contributions.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
const NINE = 9 * 60;
const SIX = 18 * 60;

/** Office hours to begin with. Nobody follows them yet: the first caller is not told that everybody is away. */
export const layOutHours: Founding = async (tx, { tenantId, timeZone, say }) => {
  const weekly = WORKDAYS.map((day) => ({ day, from: NINE, to: SIX }));
  await sql`
    insert into business_calendar (tenant_id, name, time_zone, weekly, holidays, closed_kind)
    values (${tenantId}, ${say('business-hours.first')}, ${timeZone}, ${JSON.stringify(weekly)}::jsonb, '[]'::jsonb, 'voicemail')`.execute(
    tx.as(),
  );
};

/** Done once a calendar closes somebody: as the usual one, or for a group or number that follows it. */
export const hoursStep: FirstStep = {
  key: 'hours',
  order: 60,
  text: 'business-hours.firstStep',
  path: '/settings/hours',
  access: 'business-hours.edit',
  optional: true,
  async isDone(tx) {
    const { rows } = await sql<{ done: boolean }>`
      select exists (select from business_calendar where is_default) or exists (select from business_calendar_group) or exists (select from business_calendar_number) done`.execute(
      tx.as(),
    );
    return rows[0]!.done;
  },
};
