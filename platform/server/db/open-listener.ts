import type pg from 'pg';
import { DatabaseClient } from './database-client.ts';
import type { Listener } from './listener.ts';

const AGAIN_MS = 500;

export function openListener(url: string, report: (problem: unknown) => void): Listener {
  const ears = new Map<string, Set<(payload: string) => void>>();
  let client: pg.Client | null = null;
  let connecting: Promise<pg.Client> | null = null;
  let closed = false;

  async function connect(): Promise<pg.Client> {
    const next = new DatabaseClient({ connectionString: url, application_name: 'openseat-listen', keepAlive: true });
    let isLost = false;
    const lost = (): void => {
      if (isLost) return;
      isLost = true;
      client = null;
      void next.end().catch(() => {});
      if (!closed) setTimeout(comeBack, AGAIN_MS);
    };
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', ({ channel, payload }) => {
      for (const onPayload of ears.get(channel) ?? []) onPayload(payload ?? '');
    });
    try {
      await next.connect();
      for (const channel of ears.keys()) await next.query(`listen ${channel}`);
    } catch (problem) {
      lost();
      throw problem;
    }
    client = next;
    return next;
  }

  function connection(): Promise<pg.Client> {
    if (client) return Promise.resolve(client);
    connecting ??= connect().finally(() => (connecting = null));
    return connecting;
  }

  function comeBack(): void {
    if (closed || ears.size === 0) return;
    connection().then(
      () => {
        for (const listeners of ears.values()) for (const onPayload of listeners) onPayload('');
      },
      (problem) => void (closed || report(problem)),
    );
  }

  return {
    async listen(channel, onPayload) {
      const known = ears.get(channel);
      if (known) known.add(onPayload);
      else ears.set(channel, new Set([onPayload]));
      await (await connection()).query(`listen ${channel}`);
      return () => void ears.get(channel)?.delete(onPayload);
    },
    async close() {
      closed = true;
      await client?.end().catch(() => {});
    },
  };
}
