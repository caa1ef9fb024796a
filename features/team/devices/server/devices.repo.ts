import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { deviceName } from './device-name.ts';

export interface DeviceSeen {
  userId: number;
  /** What the page or phone calls itself; empty when it does not. */
  deviceId: string;
  userAgent: string;
  address: string;
  kind?: 'browser' | 'phone';
  /** A phone may say its own name. */
  name?: string;
}

export interface DeviceRow {
  id: number;
  user_id: number;
  device_id: string;
  kind: 'browser' | 'phone';
  name: string;
  user_agent: string;
  address: string;
  first_seen: string;
  last_seen: string;
  /** Open sessions of this device, and when one of them was last used. */
  session_ids: number[];
  used_at: string | null;
}

const MAX_AGENT = 300;
const MAX_ID = 100;

/** What a device is remembered by: its own id, or its browser's name where it gave none. */
export const deviceKey = (deviceId: string, userAgent: string): string =>
  deviceId === ''
    ? `agent:${createHash('sha256').update(userAgent.slice(0, MAX_AGENT)).digest('hex').slice(0, 24)}`
    : deviceId.slice(0, MAX_ID);

/**
 * Remembers that a person came from a device; call it in the transaction of whatever they came for. Somebody who is
 * no member of the tenant any more leaves no trace.
 */
export async function touchDevice(
  tx: TenantTx,
  { userId, deviceId, userAgent, address, kind = 'browser', name }: DeviceSeen,
): Promise<void> {
  const agent = userAgent.slice(0, MAX_AGENT);
  await sql`
    insert into agent_device (user_id, device_id, kind, name, user_agent, address)
    select m.user_id, ${deviceKey(deviceId, userAgent)}, ${kind}, ${(name ?? deviceName(agent)).slice(0, 100)}, ${agent}, ${address} from member m where m.user_id = ${userId}
    on conflict (tenant_id, user_id, device_id) do update
      set kind = excluded.kind, name = excluded.name, user_agent = excluded.user_agent, address = excluded.address, last_seen = now()`.execute(
    tx.as(),
  );
}

const ownSessions = sql`s.user_id = d.user_id and s.ended_at is null and (s.device_id = d.device_id or (s.device_id = '' and d.device_id like 'agent:%' and s.user_agent = d.user_agent))`;

export function devicesRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const select = async (where: ReturnType<typeof sql>): Promise<DeviceRow[]> => {
    const found = await sql<DeviceRow>`
      select d.id, d.user_id, d.device_id, d.kind, d.name, d.user_agent, d.address, d.first_seen, d.last_seen,
        coalesce((select json_agg(s.id) from session s where ${ownSessions}), '[]') session_ids,
        (select max(s.last_seen_at) from session s where ${ownSessions}) used_at
      from agent_device d where ${where} order by d.last_seen desc, d.id desc limit 200`.execute(rows);
    return found.rows;
  };
  return {
    of: (userId: number) => select(sql`d.user_id = ${userId}`),
    async find(userId: number, id: number): Promise<DeviceRow | undefined> {
      const [row] = await select(sql`d.user_id = ${userId} and d.id = ${id}`);
      return row;
    },
    async isOwner(userId: number): Promise<boolean> {
      const found = await sql`select 1 from member where user_id = ${userId} and is_owner`.execute(rows);
      return found.rows.length > 0;
    },
    async remove(id: number): Promise<void> {
      await sql`delete from agent_device where id = ${id}`.execute(rows);
    },
  };
}
