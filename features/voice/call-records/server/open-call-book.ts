import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { cutOff } from '#core/call/cut-off.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import { isLeaseLost } from '#platform/server/leases/lease.ts';
import type { World } from '#platform/server/world.ts';
import type { BookEntry } from './book-entries.ts';
import { writeEntries, writeLastWords } from './book-writer.ts';
import type { CallBook, KeptCallRow } from './call-book.ts';
import { openRecordingKeeper } from './open-recording-keeper.ts';
import { openWriteLine } from './write-line.ts';

/** Nobody on a line waits for the book: so long what happens in other calls of the tenant may join a piece. */
const REST_MS = 40;

/**
 * Stopped after the call desk: it then writes what is still in line. `db`: what records are written with. Where that is fenced and the home is
 * another process by now, what was said here of calls that end with their process is written all the same, as their last words. Recordings are
 * anybody's to add.
 */
export function openCallBook(
  world: Pick<World, 'db' | 'files' | 'log' | 'recordingsSpool'>,
  db = world.db,
  retryMs?: number,
): CallBook & { stop(): Promise<void> } {
  const { log } = world;
  let keepsCalls = false;
  const line = openWriteLine<BookEntry>({
    async write(tenantId, entries) {
      try {
        await writeEntries(db, tenantId, entries);
      } catch (problem) {
        // Where calls outlive their process the next home goes on with them. What was guessed here is guessed there.
        if (!isLeaseLost(problem) || keepsCalls || entries.some(isGuess)) throw problem;
        await writeLastWords(world.db, tenantId, entries);
      }
    },
    isAway: isUnavailable,
    restMs: REST_MS,
    // What is kept of a call and what its step said are in one piece: the record never knows more than what is kept, nor less.
    gather: () => (keepsCalls ? setImmediate() : null),
  });
  const recordings = openRecordingKeeper(world, line.settled, retryMs);
  const lasting = new Set<string>();
  let lastSeq = 0;

  /** In the order things were said, unique in this process and, since it follows the clock, after those of an earlier one. */
  const nextSeq = (atMs: number): number => (lastSeq = Math.max(lastSeq + 1, Math.floor(atMs) * 1_000));

  return {
    open(call) {
      lasting.add(`${call.tenantId} ${call.callId}`);
      return line.add(call.tenantId, { kind: 'open', call });
    },
    note: (tenantId, callId, event) => line.add(tenantId, { kind: 'note', callId, seq: nextSeq(event.atMs), event }),
    close(tenantId, callId, end) {
      lasting.delete(`${tenantId} ${callId}`);
      return line.add(tenantId, { kind: 'close', callId, end });
    },
    isLasting: (tenantId, callId) => lasting.has(`${tenantId} ${callId}`),
    mark: (tenantId, marks) => line.add(tenantId, { kind: 'mark', marks }),
    addQuality: (tenantId, callId, quality) => line.add(tenantId, { kind: 'quality', callId, quality }),
    keep(tenantId, callId, living) {
      keepsCalls = true;
      return line.add(tenantId, { kind: 'keep', callId, living });
    },
    settled: line.settled,
    forget: (tenantId, callId) => line.add(tenantId, { kind: 'forget', callId }),
    kept: async (tenantId) => (await db.tenant({ tenantId }, (tx) => KEPT_CALLS.execute(tx.as()))).rows,

    addRecording: recordings.add,
    adoptRecording: recordings.adopt,
    adoptSealed: recordings.adoptSealed,

    async closeAbandoned(tenantId, goingOn = []) {
      // Of calls that were given up here when the desk moved away nobody told the end.
      for (const call of lasting) if (call.startsWith(`${tenantId} `)) lasting.delete(call);
      for (const callId of goingOn) lasting.add(`${tenantId} ${callId}`);
      const { rows } = await db.tenant({ tenantId }, async (tx) => {
        await sql`delete from living_call where call_id <> all(${goingOn}::text[])`.execute(tx.as());
        return leftOpen(goingOn).execute(tx.as());
      });
      await Promise.all(
        rows.map(({ call_id: callId, answered, last_ms: endedMs }) =>
          line.add(tenantId, {
            kind: 'close',
            callId,
            end: { ...cutOff(answered), endedMs },
            isGuess: true,
          }),
        ),
      );
      if (rows.length > 0) log.warn({ tenantId, calls: rows.length }, WERE_CUT_OFF);
      return rows.map(({ call_id: callId }) => callId);
    },
    async leftBehind() {
      const { rows } = await db.everyTenant('calls of every tenant may have been cut off', (tx) =>
        sql<{ id: number }>`select distinct tenant_id id from call_record where ended_at is null`.execute(tx.as()),
      );
      return rows.map(({ id }) => id);
    },

    async stop() {
      await line.stop();
      await recordings.stop();
    },
  };
}

const WERE_CUT_OFF = 'calls were cut off with their process; their records are completed';
const isGuess = (entry: BookEntry): boolean => entry.kind === 'close' && entry.isGuess === true;

const KEPT_CALLS = sql<KeptCallRow>`select call_id "callId", version, legs, state "text" from living_call order by call_id`;

interface LeftOpen {
  call_id: string;
  answered: boolean;
  /** The last sign of life: nobody knows how long the call went on after it. */
  last_ms: number;
}

const leftOpen = (goingOn: readonly string[]) => sql<LeftOpen>`
  select r.call_id, r.answered_at is not null answered,
    (extract(epoch from greatest(
      r.started_at,
      (select max(e.at) from call_event e where e.call_id = r.call_id),
      (select max(q.at) from call_quality q where q.call_id = r.call_id)
    )) * 1000)::float8 last_ms
  from call_record r where r.ended_at is null and r.call_id <> all(${goingOn}::text[]) order by r.id`;
