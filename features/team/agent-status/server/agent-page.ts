import type { Db } from '#platform/server/db/db.ts';
import type { ChannelConnection } from '#platform/server/realtime/channels.ts';
import { AgentSocketEvent } from '#shared/codes/agent-socket-event.ts';
import { atOffset } from '#shared/wire-time.ts';
import type { AgentSocketDown } from '../contract.ts';
import type { LiveBoard, NumberedStatusChange } from './agent-board.ts';
import { agentStateRepo } from './agent-state.repo.ts';

export type AgentConnection = ChannelConnection<AgentSocketDown>;

/** Pages ping every 30 s by themselves; one that is late is asked, and asked again. */
const ASK_AFTER_MS = 35_000;
const ASK_EVERY_MS = 10_000;
/** A page that missed more changes of status than this loads anew. */
const MAX_REPLAY = 100;
const STATUS_ZONE_HOURS = 8;

/**
 * One page of an agent at its socket. A change of status is said once to each page and in order: what it missed since
 * `lastEventId` is read first, what happens meanwhile waits.
 */
export class AgentPage {
  readonly #connection: AgentConnection;
  readonly #board: LiveBoard;
  readonly sipNum: string;
  #lastMessageMs: number;
  #askedMs: number;
  /** Changes up to here were said. */
  #sentId = 0;
  /** Those that came while missed ones were read. */
  #waiting: NumberedStatusChange[] | null = [];

  constructor(connection: AgentConnection, board: LiveBoard, sipNum: string, nowMs: number) {
    this.#connection = connection;
    this.#board = board;
    this.sipNum = sipNum;
    this.#lastMessageMs = nowMs;
    this.#askedMs = nowMs;
  }

  noteAlive(nowMs: number): void {
    this.#lastMessageMs = nowMs;
  }

  askIfLate(nowMs: number): void {
    if (nowMs - this.#lastMessageMs < ASK_AFTER_MS || nowMs - this.#askedMs < ASK_EVERY_MS) return;
    this.#askedMs = nowMs;
    this.#connection.send({ eventType: AgentSocketEvent.ping, ask: true });
  }

  async catchUp(db: Db, lastEventId: number | null): Promise<void> {
    const { tenantId, userId } = this.#connection.identity;
    // Read before the rows: what is stored later waits in `#waiting`.
    const newest = this.#board.lastEventId({ tenantId, userId });
    const missed =
      lastEventId === null
        ? null
        : await db.tenant({ tenantId }, (tx) => agentStateRepo(tx).eventsSince(userId, lastEventId, MAX_REPLAY + 1));
    if (lastEventId === null || missed === null || missed.length > MAX_REPLAY || lastEventId > newest) {
      if (lastEventId !== null) this.#connection.send({ eventType: AgentSocketEvent.reload });
      this.#sayPresent();
    } else {
      for (const { id, status, at_ms: atMs, changed_by: by, reason, call_id: callId } of missed)
        this.#say({ id, status, atMs, by, reason, callId });
      this.#sentId = Math.max(this.#sentId, lastEventId);
    }
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const event of waiting) this.#say(event);
  }

  /** The agent's status changed; null when the page only has to be corrected. */
  statusChanged(event: NumberedStatusChange | null): void {
    // A page that catches up hears how things are anyway.
    if (this.#waiting) this.#waiting.push(...(event ? [event] : []));
    else if (event) this.#say(event);
    else this.#sayPresent();
  }

  #say(event: NumberedStatusChange): void {
    if (event.id <= this.#sentId) return;
    this.#sentId = event.id;
    this.#connection.send(message(this.sipNum, event));
  }

  /** Not a change but how things are: said again under the number of the last change. */
  #sayPresent(): void {
    const { identity } = this.#connection;
    const agent = this.#board.agent(identity.userId, identity.tenantId);
    if (!agent) return;
    const { status, sinceMs: atMs, modifiedBy: by, reason } = agent;
    const id = this.#board.lastEventId(identity);
    this.#sentId = Math.max(this.#sentId, id);
    this.#connection.send(message(this.sipNum, { id, status, atMs, by, reason, callId: null }));
  }
}

const message = (
  sipNumber: string,
  { id, status, atMs, by, reason, callId }: NumberedStatusChange,
): AgentSocketDown => ({
  eventType: AgentSocketEvent.status,
  direction: 'down',
  sipNumber,
  status,
  timeStamp: atOffset(atMs, STATUS_ZONE_HOURS),
  eventId: id,
  ...(by === null ? {} : { modifiedBy: by }),
  ...(reason === null ? {} : { reason }),
  ...(callId === null ? {} : { callId }),
});
