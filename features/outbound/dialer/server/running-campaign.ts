import { dayOf, nextDay, startOfDay } from '#core/calendar/day-range.ts';
import { dialledAttempts, type CampaignRow } from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { DispatchType } from '#shared/codes/dispatch-type.ts';
import { openAllowance, type Allowance } from '../core/allowance.ts';
import { openHistory, type AnsweredHistory } from '../core/answered-history.ts';
import type { TrackedCall } from '../core/call-track.ts';
import { openPacing, type Pacing, type PacingWhy } from '../core/pacing.ts';
import type { LiveLimit } from './engine.ts';

/** A campaign that runs here, with everything that is remembered of it. */
export interface RunningCampaign {
  /** As it was last read. */
  row: CampaignRow;
  /** Of the dialler's; another rule is another pacing. */
  pacing: Pacing | null;
  rule: string;
  counts: Allowance;
  /** What both count, for whatever has to be counted anew. */
  history: AnsweredHistory;
  recount(): Allowance;
  calls: Map<string, TrackedCall>;
  why: PacingWhy | null;
  limit: LiveLimit | null;
  /** Nobody has to be called before, by the wall; everybody may have to at first. */
  nextDueMs: number;
  /** Batches in a row of whom nobody might be called. */
  passes: number;
  /** Somebody was left for later because of the hours. */
  sawHours: boolean;
  /** Refusals of the lines in a row, and until when it rests, by the clock that counts evenly. */
  refusals: number;
  restsUntilMs: number;
  /** Numbers in a row that had no price. */
  unpriced: number;
  /** When calls of the last second left. */
  starts: number[];
  /** Whose turn of the numbers shown it is. */
  shownTurn: number;
}

const LOOK_BACK_MS = 30 * 86_400_000;
/** What is believed of a campaign that has hardly called. */
const EXPECTED = { answerRate: 0.3, ringMs: 15_000, handlingMs: 180_000 };
const ENOUGH_CALLS = 50;
const USUAL_WRAP_UP_SEC = 30;

/** Another rule begins with what was written down of its calls, and learns the rest anew. */
export const ruleOf = ({ dispatchType, ratio, abandonPerMille, ringSec }: CampaignRow): string =>
  JSON.stringify([dispatchType, ratio, abandonPerMille, ringSec]);

/** A campaign that begins to run here, with what its calls of the last thirty days came to. */
export async function beginCampaign(
  tx: TenantTx,
  row: CampaignRow,
  zone: string,
  nowMs: number,
): Promise<RunningCampaign> {
  return {
    row,
    ...(await remember(tx, row, zone, nowMs)),
    rule: ruleOf(row),
    calls: new Map(),
    why: null,
    limit: null,
    nextDueMs: Number.NEGATIVE_INFINITY,
    passes: 0,
    sawHours: false,
    refusals: 0,
    restsUntilMs: Number.NEGATIVE_INFINITY,
    unpriced: 0,
    starts: [],
    shownTurn: 0,
  };
}

/**
 * What a rule needs to know of earlier days. While a campaign runs, its own history is what was answered: of calls under way some are written
 * down that were not counted, and some counted that are not written down.
 */
export async function remember(
  tx: TenantTx,
  row: CampaignRow,
  zone: string,
  nowMs: number,
  known?: AnsweredHistory,
): Promise<Pick<RunningCampaign, 'pacing' | 'counts' | 'history' | 'recount'>> {
  const lately = await dialledAttempts(tx).lately(row.id, nowMs - LOOK_BACK_MS);
  const allowance = { perMille: row.abandonPerMille, dayAt: dayIn(zone), longestRingMs: row.ringSec * 1_000 };
  const history = known ?? openHistory(lately.stretches, nowMs);
  const pacing =
    row.kind === 'dialer'
      ? openPacing({
          dispatchType: row.dispatchType ?? DispatchType.proportional,
          ratio: row.ratio,
          allowance,
          expected: expectedOf(row, lately),
        })
      : null;
  pacing?.recount(history.all());
  const recount = (): Allowance => openAllowance(allowance, history.all());
  return { pacing, counts: recount(), history, recount };
}

/** Somebody answered, and found one of ours or not. */
export function notePerson(campaign: RunningCampaign, nowMs: number, abandoned: boolean): void {
  const calls = { answered: 1, abandoned: abandoned ? 1 : 0 };
  campaign.history.add(nowMs, calls);
  campaign.counts.add(nowMs, calls);
  campaign.pacing?.answered(nowMs, abandoned);
}

/** The wall was set: what was answered stays as long ago as it was. */
export function shiftWall(campaign: RunningCampaign, byMs: number): void {
  campaign.history.shift(byMs);
  campaign.counts = campaign.recount();
  campaign.pacing?.recount(campaign.history.all());
}

const dayIn =
  (zone: string) =>
  (nowMs: number): { startMs: number; endMs: number } => {
    const day = dayOf(nowMs, zone);
    return { startMs: startOfDay(day, zone), endMs: startOfDay(nextDay(day), zone) };
  };

function expectedOf(
  { wrapUpSec }: CampaignRow,
  { calls, answered, talkSec }: { calls: number; answered: number; talkSec: number | null },
): typeof EXPECTED {
  if (calls < ENOUGH_CALLS) return EXPECTED;
  return {
    ...EXPECTED,
    answerRate: Math.min(0.95, Math.max(0.02, answered / calls)),
    handlingMs: talkSec === null ? EXPECTED.handlingMs : (talkSec + (wrapUpSec ?? USUAL_WRAP_UP_SEC)) * 1_000,
  };
}
