import { maskName } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { notePreviewCall } from '#features/voice/calls/server/index.ts';
import { filledScript } from '#features/voice/scripts/server/index.ts';
import {
  attemptsRepo,
  campaignsRepo,
  closeMember,
  mayCallNow,
  membersRepo,
  reopenMember,
  tellMember,
  type CampaignMember,
  type CampaignRow,
} from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { fromWireTime, toWireTime } from '#shared/wire-time.ts';
import type { previewApi, PreviewWork } from '../contract.ts';
import { remindOf } from './due-calls.ts';
import { findCustomer, findMine } from './found-task.ts';
import { shownAttempt, shownCustomer, shownTask } from './shown-preview.ts';

type WorkApi = Pick<typeof previewApi, 'next' | 'open' | 'call' | 'giveBack' | 'skip' | 'result' | 'followUp'>;

/** Who may not be called at all is passed over; so many of them at a time. */
const PASSED_MOST = 50;
/** What no waiting helps against: such a customer is done with. */
const forGood = new Set(['number', 'ownNumber', 'blacklisted', 'optedOut', 'doNotCall', 'noConsent']);

/** What an agent does with customers of tasks, one after the other. */
export function workHandlers({ db, clock }: Pick<World, 'db' | 'clock'>): Handlers<WorkApi> {
  const words = phoneWords(openTenantSecrets(db));

  async function workOf(tx: TenantTx, caller: Caller, member: CampaignMember, task: CampaignRow): Promise<PreviewWork> {
    const may = await mayCallNow(tx, task, member, clock.nowMs());
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
  async function nextOf(tx: TenantTx, caller: Caller, id: number | undefined): Promise<PreviewWork | null> {
    const tasks = await campaignsRepo(tx).workedBy('preview', caller.userId, id);
    const nowMs = clock.nowMs();
    for (let passed = 0; passed < PASSED_MOST; passed += 1) {
      const memberId = await membersRepo(tx).takeNext(tasks, caller.userId, nowMs);
      if (memberId === null) return null;
      const { member, task } = await findCustomer(tx, memberId);
      const may = await mayCallNow(tx, task, member, nowMs);
      if (may.allowed) return workOf(tx, caller, member, task);
      if (forGood.has(may.why)) await closeMember(tx, member, may.why, null, nowMs);
      // A promise stays one, and its agent sees why it cannot be kept now.
      else if (member.isFollowUp) return workOf(tx, caller, member, task);
      else await membersRepo(tx).wait(memberId, may.untilMs ?? nowMs + HOUR_MS, { isFollowUp: false });
      if (task.assignRule === 'pool' && member.attempts === 0) await membersRepo(tx).letGo(memberId);
    }
    return null;
  }

  return {
    next: (caller, { id }) => db.tenant(caller, (tx) => nextOf(tx, caller, id)),
    open: (caller, { customerId }) =>
      db.tenant(caller, async (tx) => {
        const { member, task } = await findMine(tx, customerId, caller.userId);
        return workOf(tx, caller, member, task);
      }),
    call: (caller, { customerId }) =>
      db.tenant(caller, async (tx) => {
        const { member, task } = await findMine(tx, customerId, caller.userId);
        const nowMs = clock.nowMs();
        if (member.taskState === 1) throw new Failure('conflict', 'done');
        const may = await mayCallNow(tx, task, member, nowMs, { counts: true });
        if (!may.allowed)
          throw new Failure(may.why === 'blacklisted' ? 'numberBlacklisted' : 'notCallableNow', may.why);
        const { number } = member;
        const known = await attemptsRepo(tx).waiting(member.id, caller.userId);
        const attemptId =
          known ??
          (await attemptsRepo(tx).begin({
            campaignId: task.id,
            memberId: member.id,
            customerId: member.customerId,
            number,
            userId: caller.userId,
            nowMs,
          }));
        const [taskId, ofCustomer] = [String(task.id), member.customerId === null ? '' : String(member.customerId)];
        await notePreviewCall(tx, caller.userId, {
          taskName: task.name,
          customerName: member.name,
          taskId,
          customerId: ofCustomer,
          phone: number,
        });
        caller.operation.note(task.name, { after: { customer: customerId, attempt: attemptId } });
        return {
          attemptId,
          taskId,
          customerId: ofCustomer,
          number: caller.needsMasking ? await words.wordFor(caller.tenantId, number) : `+${number}`,
          routerId: task.routerId ?? 0,
        };
      }),
    giveBack: (caller, { customerId }) =>
      db.tenant(caller, async (tx) => {
        const { member } = await findMine(tx, customerId, caller.userId);
        await membersRepo(tx).giveBack(customerId, caller.userId);
        await tellMember(tx, member);
        return null;
      }),
    skip: (caller, { customerId, reason }) =>
      db.tenant(caller, async (tx) => {
        const { member, task } = await findMine(tx, customerId, caller.userId);
        if (member.taskState === 1) throw new Failure('conflict', 'done');
        await closeMember(tx, member, 'skipped', caller.userId, clock.nowMs(), reason);
        caller.operation.note(task.name, { after: { customer: customerId } });
        await tellMember(tx, member, { isResult: true });
        return null;
      }),
    result: (caller, { customerId, result, note, done }) =>
      db.tenant(caller, async (tx) => {
        const { member, task } = await findMine(tx, customerId, caller.userId);
        await membersRepo(tx).update(customerId, { result, note });
        if (done) await closeMember(tx, member, 'result', caller.userId, clock.nowMs());
        else await reopenMember(tx, member, clock.nowMs());
        caller.operation.note(task.name, { after: { customer: customerId, result, done } });
        await tellMember(tx, member, { isResult: true });
        return null;
      }),
    followUp: (caller, { customerId, at, note }) =>
      db.tenant(caller, async (tx) => {
        const { member, task } = await findMine(tx, customerId, caller.userId);
        const [nowMs, atMs] = [clock.nowMs(), fromWireTime(at)];
        if (atMs <= nowMs) throw new Failure('invalidInput', 'at');
        await membersRepo(tx).update(customerId, { note });
        await reopenMember(tx, member, nowMs);
        await membersRepo(tx).wait(customerId, atMs, { isFollowUp: true });
        await remindOf(tx, customerId, at, nowMs);
        caller.operation.note(task.name, { after: { customer: customerId, at } });
        await tellMember(tx, member);
        return null;
      }),
  };
}
const HOUR_MS = 3_600_000;
