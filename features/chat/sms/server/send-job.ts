import { SmsRefusal } from '#core/sms/sms-provider.port.ts';
import type { SmsEvent } from '#core/sms/sms-message.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { isOwn, type SmsCarrier, type SmsCarriers } from './carriers.ts';
import { messagesRepo, type SmsInHand } from './messages.repo.ts';
import { happen } from './sms-events.ts';

export const SEND_TASK = 'sms.send';
/** Messages of one tenant that may be under way at once: a slow carrier must not hold up those of others. */
const LANES = 4;
const REMEMBERED = 1_000;

export interface SendOrder {
  tenantId: number;
  id: number;
  turn: number;
}

/** Orders a try from within the transaction that made it necessary. */
export const orderSend = (tx: TenantTx, id: number, turn: number, afterMs?: number): Promise<void> =>
  tx.enqueue(SEND_TASK, { tenantId: tx.tenantId, id, turn } satisfies SendOrder, {
    queue: `sms-${tx.tenantId}-${id % LANES}`,
    ...(afterMs === undefined ? {} : { afterMs }),
  });

/**
 * Sends messages. Rules:
 * 1. A message is claimed in a transaction of its own before the carrier hears of it; no transaction is open meanwhile.
 * 2. What the carrier answered is remembered here until it is written down: a database that was away for a moment makes
 *    nothing undecided, only a process that ended in between does.
 */
export function sendJob({ db, carriers }: { db: Db; carriers: SmsCarriers }): Job {
  const answered = new Map<string, { event: SmsEvent; ref?: string }>();

  async function ask(
    { kind, provider }: SmsCarrier,
    { id, number, content }: SmsInHand,
  ): Promise<{ event: SmsEvent; ref?: string }> {
    try {
      const { ref } = await provider.send({ id, to: number, text: content });
      return { event: { type: 'taken', handsOver: isOwn(kind) }, ref };
    } catch (thrown) {
      if (!(thrown instanceof SmsRefusal)) throw thrown;
      const handsOver = isOwn(kind) && !thrown.nothingLeft;
      return { event: { type: 'refused', kind: thrown.kind, reason: thrown.reason, handsOver } };
    }
  }

  return {
    task: SEND_TASK,
    waits: true,
    outgoing: 'kept',
    async run({ tenantId, id, turn }: SendOrder) {
      const key = `${id} ${turn}`;
      const carrier = await carriers.of(tenantId);
      if (!answered.has(key)) {
        const claimed = await db.tenant({ tenantId }, async (tx) => {
          const held = await messagesRepo(tx).hold(id);
          if (!held || held.turn !== turn) return null;
          const { sms, effects } = await happen(
            tx,
            held,
            held.at === 'queued'
              ? { type: 'claimed' }
              : {
                  type: 'foundClaimed',
                  repeatable: carrier?.provider.repeatable ?? false,
                  handsOver: !carrier || isOwn(carrier.kind),
                },
          );
          return effects.some(({ type }) => type === 'send') ? sms : null;
        });
        if (!claimed) return;
        const answer = carrier
          ? await ask(carrier, claimed)
          : { event: { type: 'refused', kind: 'final', reason: 'noProvider', handsOver: false } as const };
        if (answered.size >= REMEMBERED) answered.delete(answered.keys().next().value!);
        answered.set(key, answer);
      }
      const { event, ref } = answered.get(key)!;
      await db.tenant({ tenantId }, async (tx) => {
        const held = await messagesRepo(tx).hold(id);
        if (!held || held.turn !== turn) return;
        const { sms, effects } = await happen(tx, held, event, ref);
        for (const effect of effects) if (effect.type === 'tryAgain') await orderSend(tx, id, sms.turn, effect.afterMs);
      });
      answered.delete(key);
    },
  };
}
