import type { Pool } from 'pg';
import type { ConnectionRoom } from '#core/database/connection-room.ts';

/** The least of what the server, the database and the account may have; what superusers and others keep for themselves is not ours. */
const ROOM = `
  select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int,
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) most,
    (select sum(numbackends)::int from pg_stat_database) - 1 used`;

export async function connectionRoom(pool: Pick<Pool, 'query'>): Promise<ConnectionRoom> {
  const { rows } = await pool.query<ConnectionRoom>(ROOM);
  return rows[0]!;
}
