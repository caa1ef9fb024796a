import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { notePreviewCall } from '#features/voice/calls/server/index.ts';
import {
  attemptsRepo,
  closeMember,
  dialsRepo,
  mayCallNow,
  memberMoves,
  reopenMember,
  publishMember,
  writtenNote,
} from '#features/outbound/campaigns/server/index.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { previewApi } from '../contract.ts';
import { remindOf } from './due-calls.ts';
import { findMine } from './found-task.ts';
import { nextOf, workOf } from './next-work.ts';

type WorkApi = Pick<typeof previewApi, 'next' | 'open' | 'call' | 'giveBack' | 'skip' | 'result' | 'followUp'>;

/** What an agent does with customers of tasks, one after the other. */
export function workHandlers({ db, clock }: Pick<World, 'db' | 'clock'>): Handlers<WorkApi> {
  const words = phoneWords(openTenantSecrets(db));

  const lookOf = (caller: Caller) => ({ caller, words, nowMs: clock.nowMs() });

  return {
    next: (caller, { id }) => db.tenant(caller, (tx) => nextOf(tx, lookOf(caller), id)),
    open: (caller, { customerId }) =>
      db.tenant(caller, async (tx) => {
        const { member, task } = await findMine(tx, customerId, caller.userId);
        return workOf(tx, lookOf(caller), member, task);
      }),
    call: (caller, { customerId }) =>
      db.tenant(caller, async (tx) => {
        const { member, task } = await findMine(tx, customerId, caller.userId);
        const nowMs = clock.nowMs();
        if (member.taskState === 1) throw new Failure('conflict', 'done');
        const known = await dialsRepo(tx).waiting(member.id, caller.userId);
        const may = await mayCallNow(tx, task, member, nowMs, {
          counts: true,
          attemptId: known,
          userId: caller.userId,
        });
        if (!may.allowed)
          throw new Failure(may.why === 'blacklisted' ? 'numberBlacklisted' : 'notCallableNow', may.why);
        const { number } = member;
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
        await memberMoves(tx).giveBack(customerId, caller.userId);
        await publishMember(tx, member);
        return null;
      }),
    skip: (caller, { customerId, reason }) =>
      db.tenant(caller, async (tx) => {
        const { member, task } = await findMine(tx, customerId, caller.userId);
        if (member.taskState === 1) throw new Failure('conflict', 'done');
        await closeMember(tx, member, 'skipped', caller.userId, clock.nowMs(), reason);
        caller.operation.note(task.name, { after: { customer: customerId } });
        await publishMember(tx, member, { isResult: true });
        return null;
      }),
    result: (caller, { customerId, result, note, done }) =>
      db.tenant(caller, async (tx) => {
        const { member, task } = await findMine(tx, customerId, caller.userId);
        await memberMoves(tx).update(customerId, { result, note: writtenNote(member, note, caller) });
        if (done) await closeMember(tx, member, 'result', caller.userId, clock.nowMs());
        else await reopenMember(tx, member, clock.nowMs());
        caller.operation.note(task.name, { after: { customer: customerId, result, done } });
        await publishMember(tx, member, { isResult: true });
        return null;
      }),
    followUp: (caller, { customerId, at, note }) =>
      db.tenant(caller, async (tx) => {
        const { member, task } = await findMine(tx, customerId, caller.userId);
        const [nowMs, atMs] = [clock.nowMs(), fromWireTime(at)];
        if (atMs <= nowMs) throw new Failure('invalidInput', 'at');
        await memberMoves(tx).update(customerId, { note: writtenNote(member, note, caller) });
        await reopenMember(tx, member, nowMs);
        await memberMoves(tx).wait(customerId, atMs, { isFollowUp: true });
        await remindOf(tx, customerId, at, nowMs);
        caller.operation.note(task.name, { after: { customer: customerId, at } });
        await publishMember(tx, member);
        return null;
      }),
  };
}
