import { mayExtend } from '#core/agent-status/agent-machine.ts';
import type { AgentEvent } from '#core/agent-status/live-agent.ts';
import { wireCallSettings } from '#features/voice/call-settings/server/index.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';
import { StatusEvent } from '#shared/codes/status-event.ts';
import { WebPresence } from '#shared/codes/web-presence.ts';
import { Failure } from '#shared/errors.ts';
import { asmTicketPurpose, type agentStatusApi, type AgentNow } from '../contract.ts';
import type { BoardAgent, LiveBoard } from './agent-board.ts';
import { agentNow } from './agent-now.ts';
import { isChoosable } from './choosable.ts';

type OwnStatusHandlers = Pick<
  Handlers<typeof agentStatusApi>,
  'report' | 'web' | 'wrapUp' | 'extendWrapUp' | 'mine' | 'asmLookup' | 'asmTicket'
>;

/** Throws a Failure when an agent may not yet say that the work after this call is done. */
export type BeforeDone = (agent: { tenantId: number }, callId: string) => Promise<void>;

/** What agents and their pages ask of the board for themselves. */
export function ownStatusHandlers(
  { db, sessions, exchange, clock, publicUrl }: Pick<World, 'db' | 'sessions' | 'exchange' | 'clock' | 'publicUrl'>,
  board: LiveBoard,
  beforeDone?: BeforeDone,
): OwnStatusHandlers {
  const now = (agent: BoardAgent): AgentNow => agentNow(agent, board.lastEventId(agent));
  const sendEvent = async (agent: BoardAgent, event: AgentEvent): Promise<AgentNow> =>
    now(await board.send(agent, event));

  /** The caller's own phone; any other number is not theirs to speak for. */
  async function own(caller: Caller, sipNumber?: string): Promise<BoardAgent> {
    const agent = await board.load(caller);
    if (!agent) throw new Failure('phoneAgentMissing');
    if (sipNumber !== undefined && agent.sipNum !== sipNumber) throw new Failure('notAllowed');
    return agent;
  }

  const newStatus = ({ tenantId }: Caller): Promise<AgentStatus> =>
    db.tenant({ tenantId }, async (tx) => (await wireCallSettings(tx)).AgentDefaultLoginStatus);

  return {
    async report(caller, { sipNumber, status, eventType }) {
      const agent = await own(caller, sipNumber);
      if (eventType === StatusEvent.repeated)
        return sendEvent(agent, { type: 'statusRepeated', status, nowMs: clock.nowMs() });
      if (!isChoosable(status)) throw new Failure('invalidInput');
      return sendEvent(agent, { type: 'statusChosen', status, nowMs: clock.nowMs() });
    },

    async web(caller, { status, sipNum, deviceUniqueIdentification }) {
      const agent = await own(caller, sipNum);
      if (status === WebPresence.signedOut) return sendEvent(agent, { type: 'signedOut', nowMs: clock.nowMs() });
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
      return sendEvent(agent, { type: 'wrapUpEnded', nowMs: clock.nowMs() });
    },

    async extendWrapUp(caller, { seconds }) {
      const agent = await own(caller);
      if (agent.wrapUp && !mayExtend(agent)) throw new Failure('wrapUpAtLimit');
      return sendEvent(agent, { type: 'wrapUpExtended', byMs: seconds * 1_000, nowMs: clock.nowMs() });
    },

    mine: async (caller) => now(await own(caller)),

    async asmLookup(caller, { sipNumber }) {
      await own(caller, sipNumber);
      return { asmIp: exchange.node, asmPort: portOf(publicUrl) };
    },

    async asmTicket(caller, { sipNumber }) {
      await own(caller, sipNumber);
      return { ticket: await sessions.issueTicket(caller.sessionId, asmTicketPurpose(sipNumber)) };
    },
  };
}

/** The port people reach this installation at. */
function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}
