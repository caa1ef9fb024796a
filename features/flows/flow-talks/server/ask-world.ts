import type { Answer, Ask } from '#core/flow/flow-events.ts';
import { OutsideFailure, type OutsideFetch } from '#core/http/outside-fetch.port.ts';
import { openNow } from '#features/voice/business-hours/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { FlowShelf } from './flow-shelf.ts';

const BODY_MOST = 100_000;

export async function askHours(
  { db, clock }: { db: Db; clock: Clock },
  tenantId: number,
  numberId: number | null,
  { calendarId }: Extract<Ask, { what: 'hours' }>,
): Promise<Answer> {
  const opening = await db.tenant({ tenantId }, (tx) => openNow(tx, { calendarId, numberId, nowMs: clock.nowMs() }));
  return opening ? { ok: true, what: 'open', ...opening } : { ok: false, why: 'noCalendar' };
}

/** Servers that somebody named in a flow; never ours, and never longer than asked for. */
export async function askHttp(
  outside: OutsideFetch,
  { method, url, headers, body, timeoutMs }: Extract<Ask, { what: 'http' }>,
): Promise<Answer> {
  try {
    const hasBody = method !== 'GET' && body !== '';
    const answer = await outside({
      method,
      url,
      headers: { ...headers },
      timeoutMs,
      maxBytes: BODY_MOST,
      ...(hasBody && { body }),
    });
    return { ok: true, what: 'http', status: answer.status, body: Buffer.from(answer.body).toString('utf8') };
  } catch (thrown) {
    if (thrown instanceof OutsideFailure) return { ok: false, why: thrown.reason };
    throw thrown;
  }
}

export async function askFlow(
  db: Db,
  shelf: FlowShelf,
  tenantId: number,
  { flowId }: Extract<Ask, { what: 'flow' }>,
): Promise<Answer> {
  const found = await db.tenant({ tenantId }, (tx) => shelf.published(tx, flowId));
  return found ? { ok: true, what: 'flow', flow: found.flow, name: found.name } : { ok: false, why: 'noFlow' };
}
