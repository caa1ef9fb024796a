import type { Clock } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db/db.ts';
import { serve, type ChannelConnection, type ServedChannel } from '#platform/server/realtime/channels.ts';
import type { ExchangeFacts } from '#core/telephony/exchange-facts.ts';
import { CloseCode } from '#shared/channel.ts';
import { AgentSocketEvent } from '#shared/codes/agent-socket-event.ts';
import { StatusEvent as StatusEventCode } from '#shared/codes/status-event.ts';
import { Failure } from '#shared/errors.ts';
import { atOffset } from '#shared/wire-time.ts';
import { agentSocket, type AgentSocketDown } from '../contract.ts';
import type { BoardAgent, LiveBoard, StatusEvent } from './agent-board.ts';
import { agentStateRepo } from './agent-state.repo.ts';
import { isChoosable } from './choosable.ts';

type Connection = ChannelConnection<AgentSocketDown>;

interface Page {
  connection: Connection;
  sipNum: string;
  heardMs: number;
  askedMs: number;
  /** Changes up to here were said. */
  saidId: number;
  /** Those that came while missed ones were read. */
  waiting: StatusEvent[] | null;
}

export interface AgentSockets {
  served: ServedChannel;
  /** What happens every second: pages not heard of lately are asked for a sign of life. */
  tick(): void;
  stop(): void;
}

/** Pages ping every 30 s by themselves; one that is late is asked, and asked again. */
const ASK_AFTER_MS = 35_000;
const ASK_EVERY_MS = 10_000;
/** A page that missed more changes of status than this loads anew. */
const MAX_REPLAY = 100;
const STATUS_ZONE_HOURS = 8;

/**
 * The agents' own sockets. Rules:
 * 1. A socket belongs to the phone its ticket names, and the phone to the person; the node must be this one.
 * 2. An agent is connected while any socket of theirs is open.
 * 3. A change of status is said once to each socket and in order: what a page missed since `lastEventId` is read
 *    first, what happens meanwhile waits.
 * 4. A page that could not be welcomed, because the database was away, is sent away to come back.
 */
export function openAgentSockets(
  { db, clock, exchange }: { db: Db; clock: Clock; exchange: ExchangeFacts },
  board: LiveBoard,
): AgentSockets {
  const pages = new Map<Connection, Page>();
  const byAgent = new Map<string, Set<Page>>();
  let stopped = false;

  const keyOf = ({ tenantId, userId }: { tenantId: number; userId: number }): string => `${tenantId}:${userId}`;

  async function opened(connection: Connection): Promise<void> {
    try {
      await welcome(connection);
    } catch (problem) {
      connection.close(CloseCode.serverStopping);
      throw problem;
    }
  }

  async function welcome(connection: Connection): Promise<void> {
    const { identity, query } = connection;
    const agent = await board.load(identity);
    const asmIp = query.get('asmIp') ?? '';
    if (!agent || agent.sipNum !== query.get('sipNumber') || (asmIp !== '' && asmIp !== exchange.node)) {
      connection.fail('notAllowed');
      return connection.close(CloseCode.notAllowed);
    }
    const nowMs = clock.nowMs();
    const page: Page = { connection, sipNum: agent.sipNum, heardMs: nowMs, askedMs: nowMs, saidId: 0, waiting: [] };
    pages.set(connection, page);
    const own = byAgent.get(keyOf(identity)) ?? new Set();
    byAgent.set(keyOf(identity), own.add(page));
    const login = board.loginOf(identity);
    await board.tell(identity, {
      type: 'socketOpened',
      isNewLogin: login !== null && login !== identity.sessionId,
      nowMs,
    });
    await catchUp(page, lastEventIdOf(query));
  }

  async function catchUp(page: Page, lastEventId: number | null): Promise<void> {
    const { identity } = page.connection;
    // Read before the rows: what is stored later waits in `waiting`.
    const newest = board.lastEventId(identity);
    const missed =
      lastEventId === null
        ? null
        : await db.tenant({ tenantId: identity.tenantId }, (tx) =>
            agentStateRepo(tx).eventsSince(identity.userId, lastEventId, MAX_REPLAY + 1),
          );
    if (lastEventId === null || missed === null || missed.length > MAX_REPLAY || lastEventId > newest) {
      if (lastEventId !== null) page.connection.send({ eventType: AgentSocketEvent.reload });
      sayPresent(page);
    } else {
      for (const row of missed)
        say(page, {
          id: row.id,
          status: row.status,
          atMs: row.at_ms,
          by: row.changed_by,
          reason: row.reason,
          callId: row.call_id,
        });
      page.saidId = Math.max(page.saidId, lastEventId);
    }
    const waiting = page.waiting ?? [];
    page.waiting = null;
    for (const event of waiting) say(page, event);
  }

  function say(page: Page, event: StatusEvent): void {
    if (event.id <= page.saidId) return;
    page.saidId = event.id;
    page.connection.send(message(page, event));
  }

  /** Not a change but how things are: said again under the number of the last change. */
  function sayPresent(page: Page): void {
    const { identity } = page.connection;
    const agent = board.agent(identity.userId, identity.tenantId);
    if (!agent) return;
    const id = board.lastEventId(identity);
    page.saidId = Math.max(page.saidId, id);
    page.connection.send(
      message(page, {
        id,
        status: agent.status,
        atMs: agent.sinceMs,
        by: agent.modifiedBy,
        reason: agent.reason,
        callId: null,
      }),
    );
  }

  function onStatus(agent: BoardAgent, event: StatusEvent | null): void {
    for (const page of byAgent.get(keyOf(agent)) ?? []) {
      // A page that catches up hears how things are anyway.
      if (page.waiting) page.waiting.push(...(event ? [event] : []));
      else if (event) say(page, event);
      else sayPresent(page);
    }
  }

  async function closed(connection: Connection): Promise<void> {
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
    await board.tell(connection.identity, {
      type: 'socketClosed',
      sinceMs: connection.lineHeardMs,
      nowMs: clock.nowMs(),
    });
  }

  const stopHearing = board.onStatus(onStatus);

  return {
    served: serve(agentSocket, {
      opened,
      async message(connection, said) {
        const page = pages.get(connection);
        if (!page) return;
        const nowMs = clock.nowMs();
        page.heardMs = nowMs;
        if (said.eventType === AgentSocketEvent.ping) {
          if (!said.answer) connection.send({ eventType: AgentSocketEvent.ping, ask: false });
          await board.tell(connection.identity, { type: 'heardFrom', nowMs });
          return;
        }
        if (said.sipNumber !== page.sipNum) throw new Failure('notAllowed');
        const { status } = said;
        if (said.statusEvent === StatusEventCode.repeated)
          await board.tell(connection.identity, { type: 'statusRepeated', status, nowMs });
        else if (isChoosable(status)) await board.tell(connection.identity, { type: 'statusChosen', status, nowMs });
        else throw new Failure('invalidInput');
      },
      closed,
    }),
    tick() {
      const nowMs = clock.nowMs();
      for (const page of pages.values()) {
        if (nowMs - page.heardMs < ASK_AFTER_MS || nowMs - page.askedMs < ASK_EVERY_MS) continue;
        page.askedMs = nowMs;
        page.connection.send({ eventType: AgentSocketEvent.ping, ask: true });
      }
    },
    stop() {
      stopped = true;
      stopHearing();
    },
  };
}

const message = ({ sipNum }: Page, { id, status, atMs, by, reason, callId }: StatusEvent): AgentSocketDown => ({
  eventType: AgentSocketEvent.status,
  direction: 'down',
  sipNumber: sipNum,
  status,
  timeStamp: atOffset(atMs, STATUS_ZONE_HOURS),
  eventId: id,
  ...(by === null ? {} : { modifiedBy: by }),
  ...(reason === null ? {} : { reason }),
  ...(callId === null ? {} : { callId }),
});

function lastEventIdOf(query: URLSearchParams): number | null {
  const id = Number(query.get('lastEventId') || Number.NaN);
  return Number.isSafeInteger(id) && id >= 0 ? id : null;
}
