import type { LineRoom } from '#core/call/line-room.ts';
import {
  campaignsRepo,
  dueMembers,
  finishIfDone,
  holdNumbers,
  mayCallMany,
  notCallableForGood,
  RESTS_FOR_MS,
  teamHours,
  type BegunAttempt,
} from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import { withinLines, type DialLimit } from '../core/dial-room.ts';
import type { EngineParts } from './engine-parts.ts';

/** What one look at who is next came to. */
export interface Batch {
  /** It does not run any more. */
  isOver: boolean;
  room: LineRoom | null;
  /** Outside of its hours by the clock of the team. */
  isClosed: boolean;
  begun: BegunAttempt[];
  limit: DialLimit | null;
  /** Customers that were looked at. */
  looked: number;
  sawHours: boolean;
  /** Some rest for a price. */
  isUnpriced: boolean;
  /** When somebody is due again; null: nobody is left; undefined: there are more right now. */
  nextMs: number | null | undefined;
}

export const nothingTaken: Batch = {
  isOver: false,
  room: null,
  isClosed: false,
  begun: [],
  limit: null,
  looked: 0,
  sawHours: false,
  isUnpriced: false,
  nextMs: undefined,
};
/** Who may not be called now, and nobody can say when, is asked about again after this. */
const ASK_AGAIN_MS = 3_600_000;
/** Somebody else dials the number in this moment: soon it is known what came of it. */
const HELD_ELSEWHERE_MS = 15_000;
const MOST_LOOKED_AT = 500;

/**
 * The next customers of a campaign: held, asked about at this very moment, and those who may be called written down as attempts with the ids
 * their calls will have. All of it is one transaction, after which they may be dialled. Who may not is closed, or waits until they may.
 */
export async function takeBatch(
  { room: roomOf, newCallId }: Pick<EngineParts, 'room' | 'newCallId'>,
  tx: TenantTx,
  ask: { campaignId: number; wanted: number; leaving: number; passes: number; nowMs: number },
): Promise<Batch> {
  const { campaignId, wanted, leaving, passes, nowMs } = ask;
  const campaign = await campaignsRepo(tx).find(campaignId);
  if (campaign?.state !== 'running') return { ...nothingTaken, isOver: true };
  if (teamHours(campaign, await tenantZone(tx), nowMs)) return { ...nothingTaken, isClosed: true };
  const room = await roomOf(tx, { routerId: campaign.routerId ?? 0, nowMs });
  if (room.is !== 'open') return { ...nothingTaken, room };
  const { dial, limit } = withinLines(wanted, room, leaving);
  if (dial === 0) return { ...nothingTaken, room, limit };
  const due = dueMembers(tx);
  const most = Math.min(MOST_LOOKED_AT, dial * 2 ** Math.min(passes, 9));
  const members = await due.hold(campaign, nowMs, most);
  const answers = await mayCallMany(tx, campaign, members, nowMs);
  const callable = members.filter((_, index) => answers[index]!.allowed).slice(0, dial);
  // Asked and written down by several at once: who holds the number calls, and the others see it.
  const ours = await holdNumbers(
    tx,
    callable.map(({ number }) => number),
  );
  const allowed = callable.filter(({ number }) => ours.has(number));
  const refused = members.flatMap(({ id }, index) => {
    const answer = answers[index]!;
    return answer.allowed ? [] : [{ id, ...answer }];
  });
  await due.waitUntil(
    callable.flatMap(({ id, number }) => (ours.has(number) ? [] : [{ id, untilMs: nowMs + HELD_ELSEWHERE_MS }])),
  );
  await due.waitUntil(
    refused
      .filter(({ why }) => !notCallableForGood.has(why))
      .map(({ id, why, untilMs }) =>
        why === 'listTooOld'
          ? { id, untilMs: nowMs + RESTS_FOR_MS, waitsFor: 'oldList' as const }
          : {
              id,
              untilMs: untilMs ?? nowMs + ASK_AGAIN_MS,
              ...(why === 'dayOff' ? { waitsFor: 'dayOff' as const } : {}),
            },
      ),
  );
  await due.close(
    campaignId,
    refused.filter(({ why }) => notCallableForGood.has(why)).map(({ id, why }) => ({ id, by: why })),
    nowMs,
  );
  const begun = await due.begin(
    campaignId,
    allowed.map((member) => ({ member, callId: newCallId() })),
    nowMs,
  );
  const nextMs = members.length < most ? await due.nextMs(campaign) : undefined;
  const isUnpriced = nextMs !== undefined && (await due.isAnyUnpriced(campaignId));
  if (nextMs === null) await finishIfDone(tx, campaignId, nowMs);
  const sawHours = refused.some(({ why }) => why === 'hours' || why === 'dayOff');
  const isListOld = begun.length === 0 && refused.some(({ why }) => why === 'listTooOld');
  const kept = limit ?? (isListOld ? 'oldList' : null);
  return {
    isOver: false,
    room,
    isClosed: false,
    begun,
    limit: kept,
    looked: members.length,
    sawHours,
    isUnpriced,
    nextMs,
  };
}
