import { mayExtend, whyNotRoutable } from '#core/agent-status/agent-machine.ts';
import type { AgentEvent } from '#core/agent-status/live-agent.ts';
import { endLoginOf } from '#features/team/agents/server/index.ts';
import { wireCallSettings } from '#features/voice/call-settings/server/index.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { routes, type Route } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { StatusEvent } from '#shared/codes/status-event.ts';
import { WebPresence } from '#shared/codes/web-presence.ts';
import { Failure } from '#shared/errors.ts';
import { agentStatusApi, asmTicketPurpose, type AgentNow } from '../contract.ts';
import type { BoardAgent, LiveBoard } from './agent-board.ts';
import { agentNow } from './agent-now.ts';
import { agentStateRepo, stateOf, type StoredAgent } from './agent-state.repo.ts';
import { isChoosable } from './choosable.ts';

type StatusWorld = Pick<World, 'db' | 'sessions' | 'telephony' | 'exchange' | 'clock' | 'publicUrl'>;

/** Throws a Failure when an agent may not yet say that the work after this call is done. */
export type BeforeDone = (agent: { tenantId: number }, callId: string) => Promise<void>;

/** What agents, supervisors and pages ask of the board over HTTP. */
export function statusRoutes(
  { db, sessions, telephony, exchange, clock, publicUrl }: StatusWorld,
  board: LiveBoard,
  beforeDone?: BeforeDone,
): Route[] {
  const now = (agent: BoardAgent): AgentNow => agentNow(agent, board.lastEventId(agent));

  /** The caller's own phone; any other number is not theirs to speak for. */
  async function own(caller: Caller, sipNumber?: string): Promise<BoardAgent> {
    const agent = await board.load(caller);
    if (!agent) throw new Failure('phoneAgentMissing');
    if (sipNumber !== undefined && agent.sipNum !== sipNumber) throw new Failure('notAllowed');
    return agent;
  }

  async function colleague(
    { tenantId }: Caller,
    { userId, sipNumber }: { userId?: number | undefined; sipNumber?: string | undefined },
  ): Promise<BoardAgent> {
    const agent = userId !== undefined ? await board.load({ tenantId, userId }) : await board.loadBySipNum(sipNumber!);
    if (!agent || agent.tenantId !== tenantId || (sipNumber !== undefined && agent.sipNum !== sipNumber))
      throw new Failure('notFound');
    return agent;
  }

  const tell = async (agent: BoardAgent, event: AgentEvent): Promise<AgentNow> => now(await board.tell(agent, event));

  const newStatus = ({ tenantId }: Caller): Promise<AgentStatus> =>
    db.tenant({ tenantId }, async (tx) => (await wireCallSettings(tx)).AgentDefaultLoginStatus);

  async function force(caller: Caller, agent: BoardAgent, status: AgentStatus): Promise<AgentNow> {
    caller.operation.note(agent.name, { before: { status: agent.status }, after: { status } });
    return tell(agent, { type: 'statusForced', status, by: caller.name, nowMs: clock.nowMs() });
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

  return routes('agent-status', agentStatusApi, {
    async report(caller, { sipNumber, status, eventType }) {
      const agent = await own(caller, sipNumber);
      if (eventType === StatusEvent.repeated)
        return tell(agent, { type: 'statusRepeated', status, nowMs: clock.nowMs() });
      if (!isChoosable(status)) throw new Failure('invalidInput');
      return tell(agent, { type: 'statusChosen', status, nowMs: clock.nowMs() });
    },

    async web(caller, { status, sipNum, deviceUniqueIdentification }) {
      const agent = await own(caller, sipNum);
      if (status === WebPresence.signedOut) return tell(agent, { type: 'signedOut', nowMs: clock.nowMs() });
      return now(
        await board.signIn(agent, {
          sessionId: caller.sessionId,
          deviceId: deviceUniqueIdentification,
          newStatus: await newStatus(caller),
        }),
      );
    },

    async wrapUp(caller, { callId }) {
      const agent = await own(caller);
      if (agent.wrapUp?.callId !== callId) return now(agent);
      // At its end nothing is early any more, though the board may not have noticed yet.
      if (clock.nowMs() < agent.wrapUp.endsMs) await beforeDone?.(agent, callId);
      return tell(agent, { type: 'wrapUpEnded', nowMs: clock.nowMs() });
    },

    async extendWrapUp(caller, { seconds }) {
      const agent = await own(caller);
      if (agent.wrapUp && !mayExtend(agent)) throw new Failure('wrapUpAtLimit');
      return tell(agent, { type: 'wrapUpExtended', byMs: seconds * 1_000, nowMs: clock.nowMs() });
    },

    mine: async (caller) => now(await own(caller)),

    list: (caller, query) =>
      db.tenant(caller, async (tx) => {
        const { agents, total } = await agentStateRepo(tx).page(query);
        return { list: agents.map(fromRow), total };
      }),

    async change(caller, { status, ...which }) {
      const agent = await colleague(caller, which);
      if (!AgentStatus.row(status).selectable) throw new Failure('invalidInput');
      if (!agent.connected && !agent.call && status !== AgentStatus.offline) throw new Failure('agentAway');
      return force(caller, agent, status);
    },

    async forceSignOut(caller, which) {
      const agent = await colleague(caller, which);
      const forced = await force(caller, agent, AgentStatus.offline);
      await db.tenant(caller, (tx) => endLoginOf(tx, agent.userId));
      await telephony.forget(agent.sipNum);
      return forced;
    },

    async asmLookup(caller, { sipNumber }) {
      await own(caller, sipNumber);
      return { asmIp: exchange.node, asmPort: portOf(publicUrl) };
    },

    async asmTicket(caller, { sipNumber }) {
      await own(caller, sipNumber);
      return { ticket: await sessions.issueTicket(caller.sessionId, asmTicketPurpose(sipNumber)) };
    },
  });
}

/** The port people reach this installation at. */
function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}
