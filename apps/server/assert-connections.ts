import { roomTrouble } from '#core/database/connection-room.ts';
import { connectionTerms } from '#platform/server/db/connection-terms.ts';
import type { Log } from '#platform/server/log.ts';
import { BadSetting } from './config.ts';

/**
 * Before anything is written: sessions are ours (LISTEN, locks, prepared statements), which a pooler that lends connections out for a
 * transaction cannot keep. A pool that can never be filled ends the start too; one that cannot be filled just now is told, as others
 * may be on their way out.
 */
export async function assertConnections(url: string, pool: number, log: Pick<Log, 'warn'>): Promise<void> {
  const { isOwn, ...room } = await connectionTerms(url);
  if (!isOwn)
    throw new BadSetting(
      'Setting DATABASE_URL leads to a pooler (such as PgBouncer) that drops what connections ask for: name the database itself.',
    );
  const trouble = roomTrouble(pool, room);
  if (trouble === null) return;
  const why = `The database takes ${room.most} connections and has ${room.used}; this process uses up to ${pool} and three more`;
  const mend = 'raise max_connections there or lower DATABASE_POOL here, over all processes.';
  if (trouble === 'never') throw new BadSetting(`${why}: ${mend}`);
  log.warn(`${why}: requests will wait for one another. To mend it ${mend}`);
}
