import { sql } from 'kysely';
import { SIGNED_IN, type SignedInEvent } from '#features/team/devices/contract.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { Origin } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { writeEntry } from './entry.ts';
import { rememberDevice, type Browser } from './known-devices.ts';
import { earlierSessions, notifyOfNewDevice } from './new-device.ts';

/**
 * Holds the person until the transaction ends, so that a change of the password comes before or after it: before, and
 * what was proven counts no more; after, and it ends the session opened here. Answers the present hash.
 */
export async function holdPerson(tx: Tx, userId: number): Promise<string | null> {
  const { rows } = await sql<{
    password_hash: string;
  }>`select password_hash from user_account where id = ${userId} for no key update`.execute(tx.as());
  return rows[0]?.password_hash ?? null;
}

/** Opens a session, and knows the browser the next time. Tells the person when it is one they never came from. */
export async function enterAndRemember(
  world: Pick<World, 'clock' | 'publicUrl' | 'sessions'>,
  tx: Tx,
  who: { userId: number; tenantId: number; showsFactor?: boolean },
  origin: Origin,
  browser: Browser = {},
): Promise<{ token: string; deviceMark: string }> {
  const { userId } = who;
  const { deviceId } = browser;
  const { mark, isAnother } = await rememberDevice(tx, world.clock.nowMs(), userId, browser);
  if (isAnother && (await earlierSessions(tx, userId, origin, deviceId)) !== 'from there')
    await notifyOfNewDevice(world, tx, userId, origin);
  return { ...(await enter(world, tx, who, origin, deviceId)), deviceMark: mark };
}

/** Opens a session and remembers the tenant for the next time. */
export async function enter(
  { sessions }: Pick<World, 'sessions'>,
  tx: Tx,
  who: {
    userId: number;
    tenantId: number;
    systemId?: number;
    provenMs?: number;
    showsFactor?: boolean;
    factorMs?: number;
  },
  origin: Origin,
  deviceId?: string,
): Promise<{ token: string }> {
  const { token } = await sessions.open(tx, who, origin, deviceId);
  await sql`update user_account set last_tenant_id = ${who.tenantId} where id = ${who.userId} and last_tenant_id is distinct from ${who.tenantId}`.execute(
    tx.as(),
  );
  await writeEntry(tx, 'login', who, origin);
  if (deviceId)
    await tx.announce(SIGNED_IN, {
      tenantId: who.tenantId,
      userId: who.userId,
      deviceId,
      userAgent: origin.userAgent,
      address: origin.address,
    } satisfies SignedInEvent);
  return { token };
}
