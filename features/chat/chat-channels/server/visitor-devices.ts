import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';

/** A device that has not come for so long is another person's, as far as we know. */
const IDLE_DAYS = 30;
/** However often it comes: what was copied once must not open a conversation for ever. */
const LASTS_DAYS = 180;
/** Often enough to know that a device is in use. */
const NOTED_EVERY_MINUTES = 60;

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Of a row `d` of chat_visitor_device: its token still opens. */
export const isInUse = sql`d.used_at > now() - ${sql.lit(`${IDLE_DAYS} days`)}::interval and d.created_at > now() - ${sql.lit(`${LASTS_DAYS} days`)}::interval`;

/** Of a row `d`: it is time to note that the device came. */
export const isToNote = sql`d.used_at < now() - ${sql.lit(`${NOTED_EVERY_MINUTES} minutes`)}::interval`;

/** A token for a device of this visitor; only its hash is kept. */
export async function newDevice(tx: TenantTx, visitorId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`insert into chat_visitor_device (token_hash, visitor_id) values (${hashOf(token)}, ${visitorId})`.execute(
    tx.as(),
  );
  return token;
}

/** Forgets tokens that open nothing any more. */
export const sweepDevices = (db: Db): Job => ({
  task: 'chat-channels.sweepDevices',
  cron: '17 4 * * *',
  run: async () =>
    void (await db.everyTenant('devices of every tenant', (tx) =>
      sql`delete from chat_visitor_device d where not (${isInUse})`.execute(tx.as()),
    )),
});
