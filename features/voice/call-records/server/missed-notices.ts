import { spokenNumber } from '#core/phone/spoken-number.ts';
import { NOTICE_DUE, type NoticeDue } from '#features/office/push-notices/contract.ts';
import type { NoticeFeed } from '#platform/server/contributions.ts';
import { mayUse } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import type { AgentResult } from './book-entries.ts';
import { callDetailsRepo } from './call-details.repo.ts';
import { callRecordsRepo } from './call-records.repo.ts';
import { readCalls } from './read-calls.ts';

/** It rang for them and they did not get it; who declined knows of it. */
const missed: readonly AgentResult[] = ['missed', 'busy', 'deviceError', 'withdrawn'];

export const reachedNobody = ({ direction, outcome }: { direction: string; outcome: CallOutcome }): boolean =>
  direction === 'inbound' && !CallOutcome.row(outcome).reached;

/** When a customer's call reached nobody, those for whom it rang are to be told. */
export const notifyMissed =
  ({ db }: Pick<World, 'db'>) =>
  ({ tenantId, callId }: { tenantId: number; callId: string }): Promise<void> =>
    db.tenant({ tenantId }, async (tx) => {
      const call = await callRecordsRepo(tx).find(callId);
      if (!call || !reachedNobody(call)) return;
      for (const { user_id: userId, result } of await callDetailsRepo(tx).agents(call.id))
        if (missed.includes(result))
          await tx.announce(NOTICE_DUE, { tenantId, userId, kind: 'missedCall', subject: callId } satisfies NoticeDue);
    });

/** Told until somebody called back. */
export const missedNotices = ({ db, texts }: Pick<World, 'db' | 'texts'>): NoticeFeed => ({
  kind: 'missedCall',
  async describeSubject(reader, subject) {
    if (!mayUse(reader, 'call-records.use')) return null;
    const [call] = await db.tenant({ tenantId: reader.tenantId }, (tx) => readCalls(tx, texts, [subject], reader));
    if (!call || call.postCallBack) return null;
    return { who: call.customerName || spokenNumber(call.displayNumber), address: '/workBench' };
  },
});
