import { isUnavailable, type Db } from '#platform/server/db/db.ts';
import type { After } from '#platform/server/timer.ts';
import { TALK_ENDED, TALK_WORDS, TALKS_CHANGED } from '../contract.ts';
import type { TalkMessage } from './talk-message.ts';
import { talksRepo, type NewTalkRow, type TalkEnd } from './talks.repo.ts';

/** Writes one conversation down while it goes on; nobody who talks waits for it. */
export interface TalkWriter {
  add(message: TalkMessage): void;
  /** Resolves when everything is stored, or was tried for long enough. */
  end(end: TalkEnd): Promise<void>;
}

/** Who may read conversations: all of them, or those of tasks. */
const READERS = ['flow-talks.view', 'ai-tasks.view'];
const TRIES = 5;
const AGAIN_MS = 1_000;
/** A database that is away comes back: about ten minutes of it. */
const TRIES_AWAY = 40;
const AGAIN_MOST_MS = 16_000;

/**
 * Messages that come while the database is busy go together in the next statement; what failed is tried again with the next, so a
 * row keeps its number and none is written twice.
 */
export function openTalkWriter(
  { db, after, report }: { db: Db; after: After; report(problem: unknown): void },
  tenantId: number,
  row: NewTalkRow,
): TalkWriter {
  let talk: number | null = null;
  let isAgain = false;
  const waiting: TalkMessage[] = [];
  let stored = 0;
  let lane: Promise<void> | null = null;

  async function flush(end: TalkEnd | null): Promise<void> {
    const batch = [...waiting];
    const wasTried = isAgain;
    isAgain = true;
    const id = await db.tenant({ tenantId }, async (tx) => {
      const repo = talksRepo(tx);
      const talkRow = talk ?? (await repo.add(row, wasTried));
      const isRead = await repo.write(talkRow, stored + 1, batch);
      if ((end && (await repo.end(talkRow, end))) || isRead)
        for (const access of READERS) await tx.push({ kind: TALK_WORDS, body: { talkId: row.talkId }, access });
      if (end && row.source === 'call' && row.callId !== null)
        await tx.announce(TALK_ENDED, { tenantId, callId: row.callId });
      if (end || talk === null) await tx.push({ kind: TALKS_CHANGED, body: {}, access: 'flow-talks.view' });
      return talkRow;
    });
    talk = id;
    stored += batch.length;
    waiting.splice(0, batch.length);
  }

  /** One statement at a time; what came meanwhile goes with the next. */
  function order(): void {
    lane ??= (async () => {
      do await flush(null);
      while (waiting.length > 0);
    })()
      .catch(report)
      .finally(() => void (lane = null));
  }

  order();
  return {
    add(message) {
      waiting.push(message);
      order();
    },
    async end(end) {
      for (let tries = 1; ; tries += 1) {
        await lane;
        try {
          return await flush(end);
        } catch (problem) {
          report(problem);
          if (tries >= (isUnavailable(problem) ? TRIES_AWAY : TRIES)) return;
          await new Promise<void>(
            (resolve) => void after(Math.min(AGAIN_MOST_MS, AGAIN_MS * 2 ** (tries - 1)), resolve),
          );
        }
      }
    },
  };
}
