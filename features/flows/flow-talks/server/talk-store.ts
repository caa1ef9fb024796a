import { isUnavailable, type Db, type TenantTx } from '#platform/server/db/db.ts';
import { inPieces } from '#platform/server/in-pieces.ts';
import { TALK_ENDED, TALK_WORDS, TALKS_CHANGED } from '../contract.ts';
import { storeTalks, type StoredTalk, type TalkStep } from './store-talks.ts';

/**
 * Stores a conversation's step with those of the tenant's others that come at the same moment, or while the last ones are being
 * stored. `take` is asked when its turn comes, and again if that failed. Answers the conversation's row.
 */
export type TalkStore = (take: () => TalkStep) => Promise<number>;

export interface TalkStores {
  /** For one conversation. */
  open(tenantId: number): TalkStore;
}

/** Who may read conversations: all of them, or those of tasks. */
const READERS = ['flow-talks.view', 'ai-tasks.view'];

/** So many pieces of a tenant are stored at once: while the database writes one, the next is decided and sent. */
const LANES = 4;

export function openTalkStores(db: Db): TalkStores {
  const store = inPieces<() => TalkStep, number>(async (lane, takes) => {
    const steps = takes.map((take) => take());
    return db.tenant({ tenantId: Math.floor(lane / LANES) }, async (tx) => {
      const stored = await storeTalks(tx, steps);
      await publishSteps(tx, steps, stored);
      return stored.map(({ talk }) => talk);
    });
  }, isUnavailable);
  let opened = 0;
  return {
    open(tenantId) {
      // One conversation stays in one lane, or its end could overtake its words.
      const lane = tenantId * LANES + (opened++ % LANES);
      return (take) => store(lane, take);
    },
  };
}

async function publishSteps(tx: TenantTx, steps: readonly TalkStep[], stored: readonly StoredTalk[]): Promise<void> {
  const { tenantId } = tx;
  for (const [place, { row, end }] of steps.entries()) {
    if (stored[place]!.isRead)
      for (const access of READERS) await tx.push({ kind: TALK_WORDS, body: { talkId: row.talkId }, access });
    if (end && row.source === 'call' && row.callId !== null)
      await tx.announce(TALK_ENDED, { tenantId, callId: row.callId });
  }
  // Lists are read anew, however many began and ended at once.
  if (steps.some(({ talk, end }) => talk === null || end !== null))
    await tx.push({ kind: TALKS_CHANGED, body: {}, access: 'flow-talks.view' });
}
