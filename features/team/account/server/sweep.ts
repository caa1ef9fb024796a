import { sql } from 'kysely';
import { forgetRows } from '#platform/server/db/forget-rows.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

import { FORGOTTEN_AFTER_DAYS } from './known-devices.ts';

const DAY_MS = 24 * 3_600_000;
const KEEP_SESSIONS_MS = 30 * DAY_MS;

/** Deletes what can never be used again: hourly, in small steps. */
export const sweepJob = ({ db, clock }: Pick<World, 'db' | 'clock'>): Job => ({
  task: 'account.sweep',
  cron: '17 * * * *',
  async run() {
    const now = new Date(clock.nowMs());
    const dayAgo = new Date(clock.nowMs() - DAY_MS);
    const longAgo = new Date(clock.nowMs() - KEEP_SESSIONS_MS);
    const dead = [
      ['captcha', sql`expires_at < ${now}`],
      ['contact_proof', sql`expires_at < ${now}`],
      ['registration', sql`expires_at < ${now}`],
      ['organisation_invitation', sql`expires_at < ${now}`],
      // A day of codes is what the daily limit is counted by.
      ['verify_code', sql`created_at < ${dayAgo}`],
      ['known_device', sql`last_used_at < ${new Date(clock.nowMs() - FORGOTTEN_AFTER_DAYS * DAY_MS)}`],
      ['sign_in_guard', sql`since < ${dayAgo}`],
      ['sign_in_step', sql`expires_at < ${now}`],
      ['ticket', sql`expires_at < ${now}`],
      ['session', sql`ended_at < ${longAgo}`],
      ['session', sql`ended_at is null and expires_at < ${longAgo}`],
    ] as const;
    for (const [table, where] of dead)
      await forgetRows(db, 'rows of people, not of tenants', { from: sql.table(table), where });
  },
});
