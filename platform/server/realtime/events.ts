import type { Db } from '../db/db.ts';
import type { Identity } from '../http/caller.ts';
import { frameOfJson } from './wire-frame.ts';

/** A row of `realtime_event`; the body stays text, it is only ever passed on. */
export interface EventRow {
  tenant_id: number;
  seq: number;
  user_id: number | null;
  access: string | null;
  kind: string;
  body: string;
}

/** What a page gets for an event, made once for all its readers. */
export const eventFrame = ({ seq, kind, body }: EventRow): Buffer =>
  frameOfJson(`{"kind":"event","id":${seq},"event":${JSON.stringify(kind)},"body":${body}}`);

export async function readCursors(db: Db, tenantIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.pool.query<{ tenant_id: number; seq: number }>(
    'select tenant_id, seq from realtime_cursor where tenant_id = any($1)',
    [tenantIds],
  );
  return new Map(rows.map(({ tenant_id, seq }) => [tenant_id, seq]));
}

/** What follows `sent` in several tenants, at most `limit` events of each. */
export async function readNews(
  db: Db,
  rooms: readonly { tenantId: number; sent: number }[],
  limit: number,
): Promise<EventRow[]> {
  const { rows } = await db.pool.query<EventRow>({
    // Asked for every message: parsed and planned once per connection.
    name: 'realtime-news',
    text: `select event.* from unnest($1::bigint[], $2::bigint[]) as room (tenant_id, sent)
     cross join lateral (
       select tenant_id, seq, user_id, access, kind, body::text as body from realtime_event
       where tenant_id = room.tenant_id and seq > room.sent order by seq limit $3
     ) as event order by tenant_id, seq`,
    values: [rooms.map(({ tenantId }) => tenantId), rooms.map(({ sent }) => sent), limit],
  });
  return rows;
}

export interface Missed {
  /** The number of the tenant's last event. */
  newest: number;
  /** False when events after `since` were swept away already, or `since` was never given out. */
  whole: boolean;
  /** Those meant for this person, in order. */
  rows: EventRow[];
  /** Everything up to here is in `rows`, or was not meant for this person. */
  upTo: number;
}

/** What one person missed since an event, at most `limit` of it. One statement, so that the sweep cannot come between. */
export async function readMissed(
  db: Db,
  { tenantId, userId, isOwner, functions, guest }: Identity,
  since: number,
  limit: number,
): Promise<Missed> {
  const { rows } = await db.pool.query<EventRow & { newest: number; oldest: number | null }>(
    `select coalesce((select seq from realtime_cursor where tenant_id = $1), 0) as newest,
       (select min(seq) from realtime_event where tenant_id = $1) as oldest, event.*
     from (select) as one left join lateral (
       select tenant_id, seq, user_id, access, kind, body::text as body from realtime_event
       where tenant_id = $1 and seq > $2 and (user_id = $3 or (user_id is null and not $7)) and (access is null or $4 or access = any($5))
       order by seq limit $6
     ) as event on true order by seq`,
    [tenantId, since, userId, isOwner, [...functions], limit, guest === true],
  );
  const { newest, oldest } = rows[0]!;
  const events = rows.filter(({ seq }) => seq !== null);
  return {
    newest,
    whole: since === newest || (since < newest && oldest !== null && oldest <= since + 1),
    rows: events,
    upTo: events.length < limit ? newest : events.at(-1)!.seq,
  };
}
