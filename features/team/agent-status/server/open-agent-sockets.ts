import type { z } from 'zod';
import type { ExchangeFacts } from '#core/telephony/exchange-facts.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db/db.ts';
import { serve } from '#platform/server/realtime/channels.ts';
import { CloseCode } from '#shared/channel.ts';
import { AgentSocketEvent } from '#shared/codes/agent-socket-event.ts';
import { StatusEvent } from '#shared/codes/status-event.ts';
import { Failure } from '#shared/errors.ts';
import { agentSocket } from '../contract.ts';
import type { LiveBoard } from './agent-board.ts';
import { AgentPage, type AgentConnection } from './agent-page.ts';
import type { AgentSockets } from './agent-sockets.ts';
import { isChoosable } from './choosable.ts';

type AgentMessage = z.output<(typeof agentSocket)['up']>;

/**
 * The agents' own sockets. Rules:
 * 1. A socket belongs to the phone its ticket names, and the phone to the person; whoever names another node is sent to look again.
 * 2. An agent is connected while any socket of theirs is open.
 * 3. A change of status is said once to each socket and in order, see `AgentPage`.
 * 4. A page that could not be welcomed, because the database was away, is sent away to come back.
 */
export function openAgentSockets(
  { db, clock, exchange }: { db: Db; clock: Clock; exchange: ExchangeFacts },
  board: LiveBoard,
): AgentSockets {
  const pages = new Map<AgentConnection, AgentPage>();
  const byAgent = new Map<string, Set<AgentPage>>();
  let stopped = false;

  const keyOf = ({ tenantId, userId }: { tenantId: number; userId: number }): string => `${tenantId}:${userId}`;

  async function opened(connection: AgentConnection): Promise<void> {
    try {
      await welcome(connection);
    } catch (problem) {
      connection.close(CloseCode.serverStopping);
      throw problem;
    }
  }

  async function welcome(connection: AgentConnection): Promise<void> {
    const { identity, query } = connection;
    const agent = await board.load(identity);
    const asmIp = query.get('asmIp') ?? '';
    if (!agent || agent.sipNum !== query.get('sipNumber')) {
      connection.fail('notAllowed');
      return connection.close(CloseCode.notAllowed);
    }
    // Looked up before the board moved: the page asks again where it is.
    if (asmIp !== '' && asmIp !== exchange.node) return connection.close(CloseCode.serverStopping);
    const nowMs = clock.nowMs();
    const page = new AgentPage(connection, board, agent.sipNum, nowMs);
    pages.set(connection, page);
    const own = byAgent.get(keyOf(identity)) ?? new Set();
    byAgent.set(keyOf(identity), own.add(page));
    const login = board.loginOf(identity);
    await board.send(identity, {
      type: 'socketOpened',
      isNewLogin: login !== null && login !== identity.sessionId,
      nowMs,
    });
    await page.catchUp(db, lastEventIdOf(query));
  }

  async function message(connection: AgentConnection, received: AgentMessage): Promise<void> {
    const page = pages.get(connection);
    if (!page) return;
    const nowMs = clock.nowMs();
    page.noteAlive(nowMs);
    if (received.eventType === AgentSocketEvent.ping) {
      if (!received.answer) connection.send({ eventType: AgentSocketEvent.ping, ask: false });
      await board.send(connection.identity, { type: 'heardFrom', nowMs });
      return;
    }
    if (received.sipNumber !== page.sipNum) throw new Failure('notAllowed');
    const { status } = received;
    if (received.statusEvent === StatusEvent.repeated)
      await board.send(connection.identity, { type: 'statusRepeated', status, nowMs });
    else if (isChoosable(status)) await board.send(connection.identity, { type: 'statusChosen', status, nowMs });
    else throw new Failure('invalidInput');
  }

  async function closed(connection: AgentConnection): Promise<void> {
    const page = pages.get(connection);
    if (!page) return;
    pages.delete(connection);
    const key = keyOf(connection.identity);
    const own = byAgent.get(key);
    own?.delete(page);
    if (own && own.size > 0) return;
    byAgent.delete(key);
    // A stopping server closes every socket: nobody went away.
    if (stopped) return;
    // A machine without power closes nothing: its line is found dead later, and counts from when it was good.
    await board.send(connection.identity, {
      type: 'socketClosed',
      sinceMs: connection.lineAliveMs,
      nowMs: clock.nowMs(),
    });
  }

  const stopListening = board.onStatus((agent, event) => {
    for (const page of byAgent.get(keyOf(agent)) ?? []) page.statusChanged(event);
  });

  return {
    served: serve(agentSocket, { opened, message, closed }, { atHome: true }),
    tick() {
      const nowMs = clock.nowMs();
      for (const page of pages.values()) page.askIfLate(nowMs);
    },
    stop() {
      stopped = true;
      stopListening();
    },
  };
}

function lastEventIdOf(query: URLSearchParams): number | null {
  const id = Number(query.get('lastEventId') || Number.NaN);
  return Number.isSafeInteger(id) && id >= 0 ? id : null;
}
