import type { ConnectionRoom } from '#core/database/connection-room.ts';
import { DatabaseClient } from './database-client.ts';

/** What is asked of a connection when it begins; any value that is nobody's default. */
const ASKED_MS = 30_001;
/** What a pooler says that takes no such wishes. */
const REFUSED_WISH = '08P01';

/** The least of what the server, the database and the account may have; what superusers and others keep for themselves is not ours. */
const ROOM = `
  select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int,
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) most,
    (select sum(numbackends)::int from pg_stat_database) - 1 used,
    (select setting::int from pg_settings where name = 'statement_timeout') = ${ASKED_MS} "isOwn"`;

/** How a database stands to whoever connects. */
export interface ConnectionTerms extends ConnectionRoom {
  /** The connection is to the database itself, or to something that keeps it for whoever began it and does as it is asked. */
  isOwn: boolean;
}

export async function connectionTerms(url: string): Promise<ConnectionTerms> {
  const client = new DatabaseClient({ connectionString: url, statement_timeout: ASKED_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<ConnectionTerms>(ROOM);
    return rows[0]!;
  } catch (problem) {
    if ((problem as { code?: string }).code !== REFUSED_WISH) throw problem;
    return { most: 0, used: 0, isOwn: false };
  } finally {
    await client.end();
  }
}
