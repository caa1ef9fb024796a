import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { toWireTime } from '#shared/wire-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const problems = [
  {
    message: 'TypeError: Failed to fetch dynamically imported module: /assets/members-page.js',
    stack: [],
    path: '/organisation/members',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    version: 'Bq3xT1_a',
    days: [
      { ago: 2, count: 4 },
      { ago: 1, count: 2 },
    ],
  },
  {
    message: 'QuotaExceededError: The quota has been exceeded.',
    stack: ['at remember (/assets/session.js:1:2208)', 'at choose (/assets/zone-menu.js:1:914)'],
    path: '/home',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
    version: 'Bq3xT1_a',
    days: [{ ago: 3, count: 1 }],
  },
  {
    message: "TypeError: Cannot read properties of undefined (reading 'list')",
    stack: ['at ReaderList (/assets/announcements-page.js:2:6120)', 'at renderWithHooks (/assets/kit.js:8:48801)'],
    path: '/organisation/announcements',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    version: 'CwZ09kLm',
    days: [
      { ago: 6, count: 7 },
      { ago: 5, count: 12 },
    ],
  },
];

/** A few mistakes pages met in the last days; the same one on two days counts as one. */
export async function demoFrontLog(tx: Tx, { tenantId, people, nowMs, chance }: DemoTenant): Promise<void> {
  for (const { message, stack, path, userAgent, version, days } of problems) {
    const fingerprint = createHash('sha256').update(message).digest('hex').slice(0, 32);
    for (const { ago, count } of days) {
      const { userId } = people[Math.floor(chance() * people.length)]!;
      const lastMs = nowMs - ago * DAY_MS - Math.floor(chance() * 60_000);
      const lastSeen = toWireTime(lastMs);
      const firstSeen = toWireTime(count === 1 ? lastMs : lastMs - Math.floor(chance() * HOUR_MS));
      await sql`
        insert into front_log (tenant_id, fingerprint, day, count, message, stack, path, user_agent, version, user_id, first_seen, last_seen)
        values (${tenantId}, ${fingerprint}, ${lastSeen.slice(0, 10)}, ${count}, ${message}, ${[message, ...stack].join('\n')}, ${path}, ${userAgent}, ${version}, ${userId}, ${firstSeen}, ${lastSeen})`.execute(
        tx.as(),
      );
    }
  }
}
