import { hash } from 'node:crypto';
import { isQuarterOver, refusedAgain, type RefusedCalls } from '#core/operation-log/refused-calls.ts';
import { isHourOver, MANY_ROWS, readRows, type RowsRead } from '#core/operation-log/rows-read.ts';
import { isLogged } from '#shared/endpoint.ts';
import { failureRow } from '#shared/errors.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { personOf, type Caller } from './caller.ts';
import { Operation } from './operation.ts';
import type { Route } from './routes.ts';

/** What stands in the operation log of calls that leave no entry of their own; the target is the call. */
export const REFUSED_READ = 'refusedRead';
export const READ_MANY_ROWS = 'readManyRows';
const LOG = 'operation-log';

/**
 * What the operation log must know although nothing changed. Each process counts by itself. Rules:
 * 1. Whoever is refused stands in the log at once, for reads as for writes. What the same person tries at the same call in the
 *    same quarter of an hour is counted, and told in one entry when the quarter is over. Calls beyond many are counted together:
 *    nobody fills the log.
 * 2. Whoever reads more rows of a list than anybody looks at in an hour stands in it once.
 */
export interface AccessWatch {
  refused(caller: Caller, route: Route): Promise<void>;
  /** Null: there is nothing to wait for. */
  answered(caller: Caller, route: Route, input: unknown, result: unknown): Promise<void> | null;
  /** Tells what was counted in quarters that are over, or in all of them. */
  flush(all?: boolean): Promise<void>;
}

interface Refusals {
  calls: RefusedCalls;
  logMore(times: number): Promise<void>;
}

/** More callers of one call than these: those whose time is over are forgotten. */
const KEPT = 100;
/** So many calls of one person are told apart in a quarter; whoever tries all of them is told by one more entry. */
const CALLS_LOGGED = 50;
const ANY_OTHER = '*';

export function openAccessWatch(db: Db, clock: Clock): AccessWatch {
  /** By caller, then by call. */
  const refusals = new Map<string, Map<string, Refusals>>();
  /** By call, then by caller. */
  const reading = new Map<Route, Map<string, RowsRead>>();

  async function flush(all = false): Promise<void> {
    const nowMs = clock.monotonicMs();
    for (const [who, byCall] of refusals) {
      for (const [call, { calls, logMore }] of byCall) {
        if (!all && !isQuarterOver(calls, nowMs)) continue;
        byCall.delete(call);
        if (calls.more > 0) await logMore(calls.more);
      }
      if (byCall.size === 0) refusals.delete(who);
    }
    for (const byCaller of reading.values())
      if (byCaller.size >= KEPT) for (const [who, read] of byCaller) if (isHourOver(read, nowMs)) byCaller.delete(who);
  }

  return {
    flush,
    async refused(caller, route) {
      await flush();
      const who = whoIs(caller);
      const byCall = refusals.get(who) ?? new Map<string, Refusals>();
      refusals.set(who, byCall);
      const isApart = byCall.size < CALLS_LOGGED || byCall.has(callOf(route));
      const call = isApart ? callOf(route) : ANY_OTHER;
      const { calls, isDue } = refusedAgain(byCall.get(call)?.calls, clock.monotonicMs());
      const outcome = failureRow('notAllowed').code;
      const hasWords = isApart && isLogged(route.endpoint);
      const entry = entryOf(
        caller,
        hasWords ? { module: route.module, action: route.name } : { module: LOG, action: REFUSED_READ },
      );
      entry.note(hasWords ? null : call);
      byCall.set(call, { calls, logMore: (times) => entry.writeAlone(db, outcome, { times }) });
      // A write knows what it was about to change.
      if (isDue) await (hasWords ? caller.operation : entry).writeAlone(db, outcome);
    },
    answered(caller, route, input, result) {
      const rows = isLogged(route.endpoint) ? 0 : rowsIn(result);
      if (rows === 0) return null;
      const who = whoIs(caller);
      const byCaller = reading.get(route) ?? new Map<string, RowsRead>();
      const before = byCaller.get(who);
      const { read, isDue } = readRows(before, { question: questionIn(input), rows }, clock.monotonicMs());
      if (read !== before) reading.set(route, byCaller.set(who, read));
      if (!isDue) return null;
      const entry = entryOf(caller, { module: LOG, action: READ_MANY_ROWS });
      entry.note(callOf(route), { after: { moreThan: MANY_ROWS } });
      return entry.writeAlone(db);
    },
  };
}

const whoIs = ({ tenantId, userId, key }: Caller): string => `${tenantId} ${key ? `key ${key.id}` : userId}`;
const callOf = ({ module, name }: Route): string => `${module}.${name}`;

const entryOf = (caller: Caller, what: { module: string; action: string }): Operation =>
  new Operation(what, {
    tenantId: caller.tenantId,
    userId: personOf(caller),
    name: caller.name,
    address: caller.origin.address,
    requestId: caller.origin.requestId,
  });

/** How many rows a list answers; 0 for what is none. */
function rowsIn(result: unknown): number {
  const list = Array.isArray(result) ? result : (result as { list?: unknown } | null)?.list;
  return Array.isArray(list) ? list.length : 0;
}

/** A question of a page is short: told by its own words, which costs a tenth of a digest of them. */
const SHORT_QUESTION = 120;

function questionIn(input: unknown): string {
  const text = JSON.stringify(input) ?? '';
  return text.length <= SHORT_QUESTION ? text : hash('sha1', text, 'base64url');
}
