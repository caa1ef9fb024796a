import { whyNotRoutable } from '#core/agent-status/agent-machine.ts';
import { endLoginOf } from '#features/team/agents/server/index.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { Failure } from '#shared/errors.ts';
import type { agentStatusApi, AgentNow } from '../contract.ts';
import type { BoardAgent, LiveBoard } from './agent-board.ts';
import { agentNow } from './agent-now.ts';
import { agentStateRepo, stateOf, type StoredAgent } from './agent-state.repo.ts';

type ColleagueStatusHandlers = Pick<Handlers<typeof agentStatusApi>, 'list' | 'change' | 'forceSignOut'>;

/** What supervisors see of their colleagues and decide for them. */
export function colleagueStatusHandlers(
  { db, telephony, clock }: Pick<World, 'db' | 'telephony' | 'clock'>,
  board: LiveBoard,
): ColleagueStatusHandlers {
  const now = (agent: BoardAgent): AgentNow => agentNow(agent, board.lastEventId(agent));

  async function colleague(
    { tenantId }: Caller,
    { userId, sipNumber }: { userId?: number | undefined; sipNumber?: string | undefined },
  ): Promise<BoardAgent> {
    const agent = userId !== undefined ? await board.load({ tenantId, userId }) : await board.loadBySipNum(sipNumber!);
    if (!agent || agent.tenantId !== tenantId || (sipNumber !== undefined && agent.sipNum !== sipNumber))
      throw new Failure('notFound');
    return agent;
  }

  async function force(caller: Caller, agent: BoardAgent, status: AgentStatus): Promise<AgentNow> {
    caller.operation.note(agent.name, { before: { status: agent.status }, after: { status } });
    return now(await board.send(agent, { type: 'statusForced', status, by: caller.name, nowMs: clock.nowMs() }));
  }

  function fromRow(row: StoredAgent): AgentNow {
    const live = board.agent(row.user_id, row.tenant_id);
    if (live) return now(live);
    const state = stateOf(row, clock.nowMs());
    return agentNow(
      {
        ...state,
        tenantId: row.tenant_id,
        userId: row.user_id,
        name: row.name,
        sipNum: row.sip_num,
        whyNotRoutable: whyNotRoutable(state, clock.nowMs()),
      },
      row.last_event_id,
    );
  }

  return {
    list: (caller, query) =>
      db.tenant(caller, async (tx) => {
        const { agents, total } = await agentStateRepo(tx).page(query);
        return { list: agents.map(fromRow), total };
      }),

    async change(caller, { status, ...which }) {
      const agent = await colleague(caller, which);
      if (!AgentStatus.row(status).selectable) throw new Failure('invalidInput');
      if (!agent.connected && !agent.hasMobile && !agent.call && status !== AgentStatus.offline)
        throw new Failure('agentAway');
      return force(caller, agent, status);
    },

    async forceSignOut(caller, which) {
      const agent = await colleague(caller, which);
      const forced = await force(caller, agent, AgentStatus.offline);
      await db.tenant(caller, (tx) => endLoginOf(tx, agent.userId));
      await telephony.forget(agent.sipNum);
      return forced;
    },
  };
}
