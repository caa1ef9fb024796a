import { hostname } from 'node:os';
import pg from 'pg';
import { EDGE } from '#adapters/telephony/asterisk/config/write-house.ts';

/** How a part is, as operators read it. */
export interface PartState {
  state: 'up' | 'starting' | 'down';
  version: string;
  calls: number;
  trouble: string;
}

/** Something that `npm run exchange` did. */
export interface HouseDeed {
  part: string;
  file: string;
  what: 'made' | 'changed' | 'removed' | 'fetched' | 'started' | 'stopped';
}

const MOST_TROUBLE = 500;

export type HouseBook = ReturnType<typeof openHouseBook>;

/** What operators of the product read about this machine's exchange; written under the edge's own role. */
export function openHouseBook(edgeUrl: string, machine = hostname()) {
  const pool = new pg.Pool({ connectionString: edgeUrl, max: 1, connectionTimeoutMillis: 5_000 });
  // The next question connects anew.
  pool.on('error', () => {});
  return {
    async writeState(name: string, { state, version, calls, trouble }: PartState): Promise<void> {
      const kind = name === EDGE ? 'edge' : 'node';
      await pool.query(
        `insert into edge.part (machine, name, kind, state, version, calls, trouble) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (machine, name) do update set state = excluded.state, version = excluded.version, calls = excluded.calls,
           trouble = excluded.trouble, seen_at = now(), since = case when edge.part.state = excluded.state then edge.part.since else now() end`,
        [machine, name, kind, state, version, calls, trouble.slice(-MOST_TROUBLE)],
      );
    },
    /** Parts this machine has no more. */
    async onlyParts(names: readonly string[]): Promise<void> {
      await pool.query('delete from edge.part where machine = $1 and name <> all ($2)', [machine, names]);
    },
    async changed(deeds: readonly HouseDeed[]): Promise<void> {
      if (deeds.length === 0) return;
      await pool.query('insert into edge.change (machine, what) values ($1, $2)', [machine, JSON.stringify(deeds)]);
    },
    async lastChange(): Promise<{ at: Date; deeds: HouseDeed[] } | null> {
      const { rows } = await pool.query<{ at: Date; deeds: HouseDeed[] }>(
        'select at, what as deeds from edge.change where machine = $1 order by id desc limit 1',
        [machine],
      );
      return rows[0] ?? null;
    },
    close: () => pool.end(),
  };
}
