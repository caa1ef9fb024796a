import pg from 'pg';
import { PHONES_CHANNEL } from './config/house-names.ts';
import type { LocatedPhone, PhonesTable } from './registered-phones.ts';

const AGAIN_MS = 1_000;
const COLUMNS = 'username, server_id, connection_id, instance, contact, received';

interface LocationRow {
  username: string;
  server_id: number;
  connection_id: number;
  instance: string | null;
  contact: string;
  received: string | null;
}

/** The table `edge.location`, over a connection of its own: it is told on it. */
export function openPhonesTable(databaseUrl: string, report: (problem: unknown) => void): PhonesTable {
  let client: Promise<pg.Client> | null = null;
  let onChange: (account: string | null) => void = () => {};
  let again: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    made.on('notification', ({ payload }) => onChange(payload?.split(' ')[0] ?? null));
    made.on('error', () => {});
    made.once('end', () => {
      client = null;
      if (!isClosed) again = setTimeout(back, AGAIN_MS);
    });
    await made.connect();
    await made.query(`listen ${PHONES_CHANNEL}`);
    return made;
  }
  function back(): void {
    client ??= connect().catch((problem: unknown) => {
      client = null;
      if (!isClosed) again = setTimeout(back, AGAIN_MS);
      throw problem;
    });
    client.then(() => onChange(null)).catch(report);
  }
  async function ask(where: string, values: string[]): Promise<LocatedPhone[]> {
    client ??= connect().catch((problem: unknown) => {
      client = null;
      throw problem;
    });
    const { rows } = await (
      await client
    ).query<LocationRow>(`select ${COLUMNS} from edge.location ${where} order by id`, values);
    return rows.map((row) => ({
      account: row.username,
      serverId: row.server_id,
      connectionId: row.connection_id,
      // A phone that has no name for itself keeps its contact over a reconnect, and a page loaded anew has another.
      instance: row.instance ?? row.contact,
      address: /^sip:(\[[^\]]+\]|[^:;]+)/.exec(row.received ?? '')?.[1] ?? '',
    }));
  }

  return {
    all: () => ask('', []),
    of: (account) => ask('where username = $1', [account]),
    async listen(listener) {
      onChange = listener;
      await ask('where false', []);
    },
    async close() {
      isClosed = true;
      clearTimeout(again);
      await client?.then((one) => one.end()).catch(() => {});
    },
  };
}
