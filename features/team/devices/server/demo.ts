import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { deviceName } from './device-name.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const desks = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];
const pockets = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
];

/** A desk browser for everybody, and a browser in the pocket for some. */
export async function demoDevices(tx: Tx, { tenantId, people, nowMs, chance }: DemoTenant): Promise<void> {
  const oneOf = (agents: readonly string[]): string => agents[Math.floor(chance() * agents.length)]!;
  for (const [index, { userId, role }] of people.entries()) {
    const agents = role !== 'agent' || chance() < 0.4 ? [oneOf(desks), oneOf(pockets)] : [oneOf(desks)];
    for (const [place, agent] of agents.entries()) {
      // Office machines share the office's network; phones come from elsewhere.
      const address = place === 0 ? `198.51.100.${20 + index}` : `203.0.113.${40 + index}`;
      const firstSeen = toWireTime(nowMs - (15 + Math.floor(40 * chance())) * DAY_MS);
      const lastSeen = toWireTime(nowMs - Math.floor((4 + 60 * chance()) * HOUR_MS));
      await sql`
        insert into agent_device (tenant_id, user_id, device_id, kind, name, user_agent, address, first_seen, last_seen)
        values (${tenantId}, ${userId}, ${`demo-${place}`}, 'browser', ${deviceName(agent)}, ${agent}, ${address}, ${firstSeen}, ${lastSeen})`.execute(
        tx.as(),
      );
    }
  }
}
