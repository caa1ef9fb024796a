import { mailboxOf, wordOf } from '#core/call/mailbox.ts';
import { groupLine, mailboxes, type LiveQueueDesk } from '#features/team/agent-groups/server/index.ts';
import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import { groupOpening } from '#features/voice/business-hours/server/index.ts';
import type { CallPlans } from '#features/voice/call-routes/server/index.ts';
import type { World } from '#platform/server/world.ts';
import type { CallOutlook } from './call-outlook.ts';

export interface OutlookParts {
  queues: Pick<LiveQueueDesk, 'of'>;
  board: Pick<AgentBoard, 'ofTenant' | 'agent'>;
  plans: Pick<CallPlans, 'whyNever'>;
}

/** Looks at lines, people and hours as they are. */
export function openCallOutlook(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  { queues, board, plans }: OutlookParts,
): CallOutlook {
  async function group(tenantId: number, groupId: number) {
    const line = await groupLine(queues, board, tenantId, groupId, clock.nowMs());
    if (!line) return null;
    const { open, opensAtMs } = await db.tenant({ tenantId }, (tx) =>
      groupOpening(tx, { groupId, nowMs: clock.nowMs() }),
    );
    return {
      name: line.name,
      isOpen: open,
      opensAt: open || opensAtMs === null ? null : new Date(opensAtMs).toISOString(),
      waiting: line.waiting,
      rings: line.agents.filter(({ free }) => free).map(({ name }) => name),
    };
  }

  return {
    async transfer(tenantId, to) {
      switch (to.kind) {
        case 'group': {
          const found = await group(tenantId, to.groupId);
          return found ? { to: 'group', ...found } : { why: 'noDestination' };
        }
        case 'agent': {
          const agent = board.agent(to.userId, tenantId);
          if (!agent) return { why: 'noDestination' };
          return { to: 'agent', name: agent.name, rings: agent.whyNotRoutable === null ? [agent.name] : [] };
        }
        case 'number': {
          const refused = await plans.whyNever({ tenantId, number: to.number });
          return refused ? { why: refused.refused } : { to: 'number', number: to.number };
        }
      }
    },

    async callback(tenantId, groupId, number) {
      const found = await group(tenantId, groupId);
      if (!found) return { why: 'noDestination' };
      const refused = await plans.whyNever({ tenantId, number });
      if (refused) return { why: refused.refused };
      const { rings: _rings, ...there } = found;
      return { ...there, number };
    },

    async mailbox(tenantId, word) {
      const wanted = wordOf(mailboxOf(word));
      const boxes = await db.tenant({ tenantId }, mailboxes);
      const { kind, name } = boxes.find(({ box }) => box === wanted) ?? { kind: 'main', name: '' };
      return { box: kind, name };
    },
  };
}
