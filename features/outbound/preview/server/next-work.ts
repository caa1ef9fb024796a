import { maskName } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { PhoneWords } from '#features/team/agents/server/index.ts';
import { filledScript } from '#features/voice/call-scripts/server/index.ts';
import {
  attemptsRepo,
  campaignWorkers,
  closeMember,
  dialsRepo,
  mayCallNow,
  memberMoves,
  notCallableForGood,
  type CampaignMember,
  type CampaignRow,
} from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { PreviewWork } from '../contract.ts';
import { findCustomer } from './found-task.ts';
import { shownAttempt, shownCustomer, shownTask } from './shown-preview.ts';

/** Who may not be called at all is passed over; so many of them at a time. */
const PASSED_MOST = 50;
const HOUR_MS = 3_600_000;

/** Whoever looks, when, and the words numbers have for them. */
interface Look {
  caller: Caller;
  words: PhoneWords;
  nowMs: number;
}

/** Whether they may be called now. An attempt of whoever looks that has no call yet is no call before it. */
async function mayCallNext(
  tx: TenantTx,
  task: CampaignRow,
  member: CampaignMember,
  { caller, nowMs }: Pick<Look, 'caller' | 'nowMs'>,
): ReturnType<typeof mayCallNow> {
  return mayCallNow(tx, task, member, nowMs, {
    attemptId: await dialsRepo(tx).waiting(member.id, caller.userId),
    userId: caller.userId,
  });
}

/** A customer with what is known before the call. */
export async function workOf(
  tx: TenantTx,
  { caller, words, nowMs }: Look,
  member: CampaignMember,
  task: CampaignRow,
): Promise<PreviewWork> {
  const may = await mayCallNext(tx, task, member, { caller, nowMs });
  const { id, name, state } = shownTask(task);
  const script =
    task.scriptId === null
      ? null
      : await filledScript(tx, task.scriptId, {
          agentName: caller.name,
          customerName: caller.needsMasking ? maskName(member.name) : member.name,
          customerNumber: caller.needsMasking ? maskPhone(member.number) : member.number,
        });
  return {
    customer: await shownCustomer(member, caller, words),
    task: { id, name, state },
    calls: (await attemptsRepo(tx).ofMember(member.id)).map(shownAttempt),
    script,
    labelIds: task.labelIds,
    routerId: task.routerId,
    blocked: may.allowed ? null : may.why,
    callableAt: may.allowed || may.untilMs === null ? null : toWireTime(may.untilMs),
  };
}

/** The next who may be called: whoever may not for good is closed on the way, whoever may later waits until then. */
export async function nextOf(tx: TenantTx, look: Look, id: number | undefined): Promise<PreviewWork | null> {
  const { caller, nowMs } = look;
  const tasks = await campaignWorkers(tx).workedBy('preview', caller.userId, id);
  for (let passed = 0; passed < PASSED_MOST; passed += 1) {
    const memberId = await memberMoves(tx).takeNext(tasks, caller.userId, nowMs);
    if (memberId === null) return null;
    const { member, task } = await findCustomer(tx, memberId);
    const may = await mayCallNext(tx, task, member, look);
    if (may.allowed) return workOf(tx, look, member, task);
    if (notCallableForGood.has(may.why)) await closeMember(tx, member, may.why, null, nowMs);
    // A promise stays one, and its agent sees why it cannot be kept now.
    else if (member.isFollowUp) return workOf(tx, look, member, task);
    else {
      if (task.assignRule === 'pool' && member.attempts === 0) await memberMoves(tx).letGo(memberId);
      await memberMoves(tx).wait(memberId, may.untilMs ?? nowMs + HOUR_MS, {
        isFollowUp: false,
        waitsFor: may.why === 'dayOff' ? 'dayOff' : null,
      });
    }
  }
  return null;
}
