import {
  endAttempts,
  writeOptOut,
  type AttemptNews,
  type EndedAttempt,
} from '#features/outbound/campaigns/server/index.ts';
import { CAMPAIGN_CHANGED } from '#features/outbound/campaigns/contract.ts';
import type { CampaignCallEnd } from '#core/call/campaign-call.ts';
import { isUnavailable, type Db, type TenantTx } from '#platform/server/db/db.ts';
import { isLeaseLost } from '#platform/server/leases/lease.ts';
import type { Log } from '#platform/server/log.ts';
import type { After } from '#platform/server/timer.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { FlowCallers } from './engine.ts';

/** An end on its way into the database. */
export interface EndToWrite extends EndedAttempt {
  campaignId: number;
  wasMachine: boolean;
  /** Of a call a flow talked in, what the line said; null: it never left. */
  ofFlow: { end: CampaignCallEnd | null } | null;
}

/** Writes down what becomes of the calls of one tenant, in the order it happened. */
export interface AttemptWriter {
  note(news: AttemptNews): void;
  end(end: EndToWrite): void;
  /** Whoever has this number asked never to be called again. It does not wait for the end of the call, which may never be heard of. */
  optOut(number: string): void;
  /** Everything told so far is written, or nobody may write it any more. */
  settled(): Promise<void>;
  stop(): void;
}

interface WriterParts {
  tenantId: number;
  /** Fenced. */
  db: Db;
  clock: { nowMs(): number };
  log: Log;
  after: After;
  flows: FlowCallers | null;
}

interface Piece {
  optOuts: string[];
  news: AttemptNews[];
  ends: EndToWrite[];
}

const MOST_AT_ONCE = 200;
/** What cannot be written alone is given up after so many times: two who wait for each other do so once. */
const MOST_TRIES = 3;
const AGAIN_MS = 500;
/** Pages read a campaign again no more often than this while its calls end. */
const PUSH_EVERY_MS = 2_000;

/** One writing at a time: what comes meanwhile goes along with the next. While the database is away nothing is forgotten. */
export function openAttemptWriter(parts: WriterParts): AttemptWriter {
  const { tenantId, db, clock, log, after } = parts;
  const news = new Map<string, AttemptNews>();
  let ends: EndToWrite[] = [];
  let optOuts: string[] = [];
  let running: Promise<void> | null = null;
  let isStopped = false;
  let waiting: (() => void) | null = null;
  const pushedMs = new Map<number, number>();
  const tries = new Map<string, number>();
  let mostAtOnce = MOST_AT_ONCE;

  const hasWork = (): boolean => !isStopped && (news.size > 0 || ends.length > 0 || optOuts.length > 0);

  async function run(): Promise<void> {
    while (hasWork()) {
      const piece = take();
      try {
        await db.tenant({ tenantId }, (tx) => write(tx, piece));
        tries.delete(nameOf(piece));
      } catch (problem) {
        await setBack(piece, problem);
      }
    }
    mostAtOnce = MOST_AT_ONCE;
    tries.clear();
  }

  /** An end is decided by what was told of its call before: that goes along with it, or went ahead. */
  function take(): Piece {
    const wishes = optOuts.slice(0, mostAtOnce);
    optOuts = optOuts.slice(wishes.length);
    if (wishes.length > 0) return { optOuts: wishes, news: [], ends: [] };
    const over = ends.slice(0, mostAtOnce);
    ends = ends.slice(over.length);
    const ofThem = over.flatMap(({ callId }) => news.get(callId) ?? []);
    for (const { callId } of ofThem) news.delete(callId);
    const ofOthers = [...news.values()].slice(0, mostAtOnce - over.length);
    for (const { callId } of ofOthers) news.delete(callId);
    return { optOuts: [], news: [...ofThem, ...ofOthers], ends: over };
  }

  /** It could not be written: later, when the database is there, or one by one, so that the others do not suffer for the bad one. */
  async function setBack(piece: Piece, problem: unknown): Promise<void> {
    // A home that is lost may be had back in a moment; who has lost it for good is stopped.
    const isBad = !isUnavailable(problem) && !isLeaseLost(problem);
    const isAlone = piece.news.length <= 1 && piece.ends.length <= 1 && piece.optOuts.length <= 1;
    if (isBad && isAlone) {
      const tried = (tries.get(nameOf(piece)) ?? 0) + 1;
      tries.set(nameOf(piece), tried);
      if (tried >= MOST_TRIES)
        return log.error({ err: problem, tenantId }, 'what became of a call of a campaign could not be written');
    }
    if (isStopped) return;
    optOuts = [...piece.optOuts, ...optOuts];
    ends = [...piece.ends, ...ends];
    for (const one of piece.news) news.set(one.callId, { ...one, ...news.get(one.callId) });
    if (isBad) mostAtOnce = 1;
    else await pause();
  }

  async function write(tx: TenantTx, piece: Piece): Promise<void> {
    for (const number of piece.optOuts) await writeOptOut(tx, number);
    const results = await resultsOf(tx, parts.flows, piece.ends);
    const nowMs = clock.nowMs();
    await endAttempts(tx, piece.ends, nowMs, merged([...piece.news, ...results]));
    for (const id of new Set(piece.ends.map(({ campaignId }) => campaignId))) {
      if (nowMs - (pushedMs.get(id) ?? 0) < PUSH_EVERY_MS && nowMs >= (pushedMs.get(id) ?? 0)) continue;
      pushedMs.set(id, nowMs);
      await tx.push({ kind: CAMPAIGN_CHANGED, body: { id } });
    }
  }

  const pause = (): Promise<void> =>
    new Promise((done) => {
      waiting = done;
      after(AGAIN_MS, done);
    });

  function begin(): void {
    if (!isStopped)
      running ??= Promise.resolve()
        .then(run)
        .finally(() => {
          running = null;
          // Told in the very moment in which it ended.
          if (hasWork()) begin();
        });
  }

  function stop(): void {
    isStopped = true;
    news.clear();
    ends = [];
    optOuts = [];
    waiting?.();
  }

  return {
    note(one) {
      news.set(one.callId, { ...news.get(one.callId), ...one });
      begin();
    },
    end(one) {
      ends.push(one);
      begin();
    },
    optOut(number) {
      optOuts.push(number);
      begin();
    },
    async settled() {
      for (let last = running; last; last = running) await last;
    },
    stop,
  };
}

/** What came of calls in which a flow talked. */
async function resultsOf(tx: TenantTx, flows: FlowCallers | null, ends: readonly EndToWrite[]): Promise<AttemptNews[]> {
  const results: AttemptNews[] = [];
  for (const { callId, status, wasMachine, ofFlow } of ends) {
    const aiResult = ofFlow && (await flows?.resultOf(tx, { callId, status, wasMachine, end: ofFlow.end }));
    // A flow may find out by itself who answered: machines are tried again as the rules say.
    if (aiResult) results.push({ callId, aiResult, byMachine: wasMachine || aiResult === AiCallResult.voicemail });
  }
  return results;
}

/** One word of each call, of which the last said holds. */
function merged(all: readonly AttemptNews[]): AttemptNews[] {
  const byCall = new Map<string, AttemptNews>();
  for (const one of all) byCall.set(one.callId, { ...byCall.get(one.callId), ...one });
  return [...byCall.values()];
}

/** What of a piece is looked at first. */
const nameOf = ({ optOuts, ends, news }: Piece): string => optOuts[0] ?? ends[0]?.callId ?? news[0]?.callId ?? '';
