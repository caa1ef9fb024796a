import { mailboxOf } from '#core/call/mailbox.ts';
import type { CallHands } from '#core/flow/flow-host.port.ts';
import { dropUnusedGoal, findFlowGoal } from './flow-goal.ts';
import { askCall, refused, type CallFlowRun } from './call-flow-run.ts';
import type { DrivenCall } from './live-call.ts';
import type { GoalParts } from './transfer-goal.ts';

/** What a flow may do with its call. */
export function flowHands(parts: GoalParts, live: DrivenCall, run: CallFlowRun): CallHands {
  const { tenantId } = live.current();

  function over(why: 'hangUp' | 'broken'): void {
    run.ended = why;
    live.send({ type: 'flowEnded', why });
  }

  return {
    async transfer(to, timeoutMs, under) {
      const goal = await findFlowGoal(parts, live.current(), to);
      if (!goal) return refused('unreachable');
      run.stream.detach();
      const answer = askCall(live, run, { what: 'transfer', to: goal, timeoutMs });
      if (live.current().flow?.asking?.what === 'transfer') under?.(goal.kind === 'group' ? 'waiting' : 'ringing');
      await dropUnusedGoal(parts, live.current(), goal);
      return answer;
    },
    async callback(groupId, number) {
      if (!(await parts.queues.group(tenantId, groupId))) return refused('noGroup');
      // What could not be kept is not promised.
      if (await parts.plans.whyNever({ tenantId, number })) return refused('unreachable');
      return askCall(live, run, { what: 'callback', groupId, number: number.replace(/\D/g, '') });
    },
    voicemail: (mailbox, maxMs) => askCall(live, run, { what: 'voicemail', mailbox: mailboxOf(mailbox), maxMs }),
    record: (on) => askCall(live, run, { what: 'record', on }),
    survey: (maxKey, key) => askCall(live, run, { what: 'score', score: key, scale: maxKey }),
    hangUp: () => over('hangUp'),
    giveBack: () => over('broken'),
  };
}
