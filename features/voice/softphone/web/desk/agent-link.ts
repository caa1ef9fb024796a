import type { StatusNews } from '#core/phone/status-page.ts';
import { agentSocket, agentStatusApi } from '#features/team/agent-status/contract.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { openSocket } from '#platform/web/socket.ts';
import { toast } from '#platform/web/toast.ts';
import { AgentSocketEvent } from '#shared/codes/agent-socket-event.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';
import { StatusEvent } from '#shared/codes/status-event.ts';
import { failureRow } from '#shared/errors.ts';

export interface AgentLinkUser {
  /** The last change of status this page knows of. */
  lastEventId(): number | null;
  onStatus(news: StatusNews): void;
  /** Open again after it was lost. */
  back(): void;
  /** Open, or lost. */
  changed(): void;
  /** More was missed than is said again. */
  reload(): void;
}

/** The agent's own socket, kept open until it is left. */
export interface AgentLink {
  isOpen(): boolean;
  /** Where it leads: the name of a node, which calls carry as well. Null before it was asked for. */
  node(): { asmIp: string; asmPort: string } | null;
  /** False: nothing was sent. */
  repeat(status: AgentStatus, timeStamp: string): boolean;
  leave(): void;
}

/** Opens the agent socket of one phone, at the node the server names. */
export function openAgentLink(sipNumber: string, user: AgentLinkUser): AgentLink {
  let node: ReturnType<AgentLink['node']> = null;
  const socket = openSocket(agentSocket, {
    async ticket() {
      const { asmIp, asmPort } = await call(agentStatusApi.asmLookup, { sipNumber });
      node = { asmIp, asmPort: String(asmPort) };
      return (await call(agentStatusApi.asmTicket, { sipNumber })).ticket;
    },
    query(): Record<string, string> {
      const lastEventId = user.lastEventId();
      return {
        sipNumber,
        asmIp: node?.asmIp ?? '',
        ...(lastEventId === null ? {} : { lastEventId: String(lastEventId) }),
      };
    },
    onMessage(message) {
      switch (message.eventType) {
        case AgentSocketEvent.ping:
          return void (message.ask && socket.send({ eventType: AgentSocketEvent.ping, answer: true }));
        case AgentSocketEvent.reload:
          return user.reload();
        case AgentSocketEvent.status: {
          const { status, eventId, modifiedBy = null, reason = null, callId = null } = message;
          return user.onStatus({ status, eventId, modifiedBy, reason, callId });
        }
      }
    },
    // The address of a new try says what was seen last, so nothing has to be asked for; the rest may still be old.
    eventIdOf: (message) => (message.eventType === AgentSocketEvent.status ? String(message.eventId) : null),
    onReload: () => user.reload(),
    /** [SOCK-03] */
    onRefused(failure, { msg }) {
      if (failureRow(failure.name).endsSession || failure.detail === '') return handleFailure(failure);
      toast({ tone: 'error', text: msg, id: `failure.${failure.name}` });
    },
  });

  let wasOpen = false;
  let isOpen = false;
  const unwatch = socket.watch(({ at }) => {
    if ((at === 'open') === isOpen) return;
    isOpen = !isOpen;
    user.changed();
    if (!isOpen) return;
    if (wasOpen) user.back();
    wasOpen = true;
  });

  return {
    isOpen: () => isOpen,
    node: () => node,
    repeat: (status, timeStamp) =>
      socket.send({
        eventType: AgentSocketEvent.status,
        direction: 'up',
        sipNumber,
        status,
        timeStamp,
        statusEvent: StatusEvent.repeated,
      }),
    leave() {
      unwatch();
      socket.leave();
    },
  };
}
