import { roomTrouble } from '#core/database/connection-room.ts';
import { connectionRoom } from '#platform/server/db/connection-room.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { Log } from '#platform/server/log.ts';
import { BadSetting, type Config } from './config.ts';

/** A pool that can never be filled ends the start; one that cannot be filled just now is told, as others may be on their way out. */
export async function assertRoom(
  db: Pick<Db, 'pool'>,
  { databasePool }: Pick<Config, 'databasePool'>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const room = await connectionRoom(db.pool);
  const trouble = roomTrouble(databasePool, room);
  if (trouble === null) return;
  const why = `The database takes ${room.most} connections and has ${room.used}; this process uses up to ${databasePool} and three more`;
  const mend = 'raise max_connections there or lower DATABASE_POOL here, over all processes.';
  if (trouble === 'never') throw new BadSetting(`${why}: ${mend}`);
  log.warn(`${why}: requests will wait for one another. To mend it ${mend}`);
}
