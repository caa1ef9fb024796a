import type { TextSeal } from '#features/team/agents/server/index.ts';
import { OutsideFailure } from '#core/http/outside-fetch.port.ts';
import { afterTry, type DeliveryResult } from '../core/after-try.ts';
import { backOffAfter, type Backoff } from '../core/receiver-backoff.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { ANSWER_KEPT, TEST_EVENT } from '../contract.ts';
import { deliveriesRepo, type TryRow } from './deliveries.repo.ts';
import { signatureOf } from './signature.ts';
import { stopHook } from './stop-hook.ts';
import { webhooksRepo } from './webhooks.repo.ts';
import { openHookSeals } from './hook-secrets.ts';

export const DELIVER_TASK = 'webhooks.deliver';
/** A receiver that needs longer should take the event first and work on it after. */
const PATIENCE_MS = 8_000;
/** Deliveries of one hook that may be under way at once: a slow one must not hold up those of others. */
const LANES = 4;

/** How long it is remembered that a receiver rested, so that the next rest is longer. */
const REST_KEPT_MS = 3_600_000;

export interface DeliverOrder {
  tenantId: number;
  deliveryId: number;
  turn: number;
}

interface Outcome {
  tried: DeliveryResult;
  answerStatus: number | null;
  answer: string;
  durationMs: number;
}

/**
 * Sends events. Rules:
 * 1. An order is a job of the transaction that has the event: what was committed is sent, also after a crash.
 * 2. An order is good for one turn of its delivery. A crash between sending and noting sends again, with the same id.
 * 3. What a hook is told is decided by what it is when it is told: whoever may change the hook has nothing sent that
 *    they may not see, also nothing that was written before.
 * 4. Nothing is held while the receiver is waited for: neither a transaction nor a place among the quick jobs.
 * 5. A receiver that answers too late rests, and what is for it waits untried: places among the slow jobs are few.
 * 6. What waits for a hook that went off because too much waits is still tried; only nothing more is taken on.
 */
export function openDeliveries({
  db,
  clock,
  outside,
  allowPrivate,
  texts,
}: Pick<World, 'db' | 'clock' | 'outside' | 'allowPrivate' | 'texts'>) {
  const sealOf = openHookSeals(db);
  /** By hook and address, as this process found them; none that is long over is kept. */
  const rests = new Map<string, Backoff>();

  function noteSpeed(place: string, tried: DeliveryResult, nowMs: number): void {
    if (!('reason' in tried) || tried.reason !== 'tooSlow') return void rests.delete(place);
    for (const [old, { untilMs }] of rests) if (nowMs - untilMs > REST_KEPT_MS) rests.delete(old);
    rests.set(place, backOffAfter(rests.get(place), nowMs));
  }

  async function send({ url, body, eventId, type, ...hook }: TryRow, box: TextSeal): Promise<Outcome> {
    const [startedMs, startedAtMs] = [clock.nowMs(), clock.monotonicMs()];
    const timestamp = Math.floor(startedMs / 1_000);
    const isOldGood = hook.previous_secret !== null && (hook.previous_until_ms ?? 0) > startedMs;
    const secrets = [hook.secret, ...(isOldGood ? [hook.previous_secret!] : [])].map(box.open);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'x-openseat-event': type,
      'x-openseat-id': eventId,
      'x-openseat-timestamp': String(timestamp),
      'x-openseat-signature': signatureOf(secrets, timestamp, body),
    };
    const took = () => Math.round(clock.monotonicMs() - startedAtMs);
    try {
      const { status, body: answer } = await outside({
        url,
        method: 'POST',
        headers,
        body,
        timeoutMs: PATIENCE_MS,
        maxBytes: ANSWER_KEPT * 4,
        longBody: 'cut',
        httpsOnly: !allowPrivate,
        maxRedirects: 0,
      });
      return { tried: { status }, answerStatus: status, answer: readable(answer), durationMs: took() };
    } catch (problem) {
      if (!(problem instanceof OutsideFailure)) throw problem;
      return { tried: { reason: problem.reason }, answerStatus: null, answer: '', durationMs: took() };
    }
  }

  /** Once, whatever comes of it. By hand it is tried also while the receiver rests. */
  async function attempt({ tenantId, deliveryId, turn }: DeliverOrder, { byHand = false } = {}): Promise<void> {
    const row = await db.tenant({ tenantId }, async (tx) => {
      const found = await deliveriesRepo(tx).toTry(deliveryId);
      if (!found || found.state !== 'waiting' || found.turn !== turn) return null;
      if (!found.wanted && found.type !== TEST_EVENT) {
        await deliveriesRepo(tx).giveUp(deliveryId, turn);
        return null;
      }
      const [startMs, restsUntilMs] = [clock.nowMs(), rests.get(placeOf(found))?.untilMs ?? 0];
      if (byHand || restsUntilMs <= startMs) return found;
      await deliveriesRepo(tx).postpone(deliveryId, restsUntilMs);
      await order(tx, found.hookId, { tenantId, deliveryId, turn }, restsUntilMs - startMs);
      return null;
    });
    if (!row) return;
    const { tried, ...outcome } = await send(row, await sealOf(tenantId));
    const nowMs = clock.nowMs();
    const isTest = row.type === TEST_EVENT;
    if (!isTest) noteSpeed(placeOf(row), tried, nowMs);
    const next = afterTry(tried, { tries: row.tries + 1, failingSinceMs: row.failing_since_ms }, nowMs);
    await db.tenant({ tenantId }, async (tx) => {
      const nextMs = next.state === 'waiting' && !isTest ? next.nextMs : null;
      const result = {
        ...outcome,
        state: next.state === 'waiting' && isTest ? ('failed' as const) : next.state,
        why: next.state === 'delivered' ? null : next.why,
        atMs: nowMs,
        nextMs,
      };
      const following = await deliveriesRepo(tx).note(deliveryId, turn, result);
      if (following === null) return;
      if (nextMs !== null) await order(tx, row.hookId, { tenantId, deliveryId, turn: following }, nextMs - nowMs);
      if (next.state === 'delivered') await webhooksRepo(tx).took(row.hookId);
      else if (!isTest) await react(tx, row.hookId, next.hook);
    });
  }

  async function react(tx: TenantTx, hookId: number, how: 'fails' | 'gone' | 'paused'): Promise<void> {
    if (how === 'fails') return webhooksRepo(tx).failed(hookId, clock.nowMs());
    await stopHook(tx, { texts, clock }, hookId, how);
  }

  return { attempt };
}

/** Orders a try from within the transaction that made it necessary. */
export const order = (tx: TenantTx, hookId: number, what: DeliverOrder, afterMs?: number): Promise<void> =>
  tx.enqueue(DELIVER_TASK, what, {
    queue: `webhook-${hookId}-${what.deliveryId % LANES}`,
    ...(afterMs === undefined ? {} : { afterMs }),
  });

const placeOf = ({ hookId, url }: TryRow): string => `${hookId} ${url}`;

/** The beginning of an answer as the database can keep it. */
const readable = (answer: Uint8Array): string =>
  [...new TextDecoder().decode(answer).replaceAll('\0', '')].slice(0, ANSWER_KEPT).join('');
