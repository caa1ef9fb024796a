import { sql } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';

/** A phone at an edge outside the product, as the edge wrote it down. */
interface EdgePhone {
  account: string;
  serverId: number;
  connectionId: number;
  /** What it is known by after a reconnect. */
  instance: string;
  address: string;
}

interface LocationRow {
  username: string;
  server_id: number;
  connection_id: number;
  instance: string | null;
  contact: string;
  received: string | null;
}

/** Said by the database when a phone comes or goes: `<account> …`. */
const PHONES = 'phones';

/** Where phones are, and the word when one comes or goes. */
export function edgePhones(db: Pick<Db, 'everyTenant' | 'listen'>) {
  let stopListening = (): void => {};
  const read = async (account: string | null): Promise<EdgePhone[]> => {
    const { rows } = await db.everyTenant('phones are at an edge, whosever they are', (tx) =>
      sql<LocationRow>`
        select username, server_id, connection_id, instance, contact, received from edge.location
        where ${account === null ? sql`true` : sql`username = ${account}`} order by id`.execute(tx.as()),
    );
    return rows.map((row) => ({
      account: row.username,
      serverId: row.server_id,
      connectionId: row.connection_id,
      // A phone that has no name for itself keeps its contact over a reconnect, and a page loaded anew has another.
      instance: row.instance ?? row.contact,
      address: /^sip:(\[[^\]]+\]|[^:;]+)/.exec(row.received ?? '')?.[1] ?? '',
    }));
  };
  return {
    all: (): Promise<EdgePhone[]> => read(null),
    of: (account: string): Promise<EdgePhone[]> => read(account),
    /** Told the account; null where something may have been missed. */
    async listen(onChange: (account: string | null) => void): Promise<void> {
      stopListening = await db.listen(PHONES, (payload) => onChange(payload.split(' ')[0] || null));
    },
    async close(): Promise<void> {
      stopListening();
    },
  };
}
