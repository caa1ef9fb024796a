import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { Origin } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { placeOf, notifyPerson } from './letters.ts';

/** Where the person was signed in lately: from there (the same name of the browser, or the same place with the same one), elsewhere, or nowhere. */
export async function earlierSessions(
  tx: Tx,
  userId: number,
  origin: Origin,
  deviceId = '',
): Promise<'from there' | 'elsewhere' | 'none'> {
  const { rows } = await sql<{ was_there: boolean | null }>`
    select bool_or((device_id = ${deviceId} and device_id <> '') or (address = ${origin.address} and user_agent = ${origin.userAgent.slice(0, 300)})) was_there
    from session where user_id = ${userId}`.execute(tx.as());
  const wasThere = rows[0]!.was_there;
  return wasThere === null ? 'none' : wasThere ? 'from there' : 'elsewhere';
}

/** Writes to a person that somebody came in from where they never were. */
export const notifyOfNewDevice = (
  { clock, publicUrl }: Pick<World, 'clock' | 'publicUrl'>,
  tx: Tx,
  userId: number,
  origin: Origin,
  key: 'account.mail.newDevice' | 'account.mail.newCompanyDevice' = 'account.mail.newDevice',
): Promise<void> => notifyPerson(tx, userId, key, { ...placeOf(origin, clock.nowMs()), url: publicUrl });
