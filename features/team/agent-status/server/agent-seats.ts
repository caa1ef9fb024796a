import type { StatusChange } from '#core/agent-status/agent-machine.ts';
import type { LiveAgent, NotRoutable } from '#core/agent-status/live-agent.ts';
import type { BoardAgent } from './agent-board.ts';
import type { StoredAgent, WrapUpDone } from './agent-state.repo.ts';

export interface Who {
  tenantId: number;
  userId: number;
}

/** The place of one agent on the board. */
export interface Seat extends Who {
  name: string;
  sipNum: string;
  state: LiveAgent;
  /** As it was last told. */
  why: NotRoutable | null;
  sessionId: number | null;
  deviceId: string;
  lastEventId: number;
  /** Facts that happened while the database was away. */
  unsaved: { changes: StatusChange[]; wrapUpsDone: WrapUpDone[]; isState: boolean };
  /** Settles when all that was begun is done. */
  turn: Promise<unknown>;
  ticking: boolean;
  /** As it was last shown, and of which state. */
  shown: { agent: BoardAgent; of: LiveAgent } | null;
}

/** Who is on the board; an agent is read when first asked for, once. */
export interface AgentSeats {
  known(who: Who): Seat | undefined;
  knownBySipNum(sipNum: string): Seat | undefined;
  ofTenant(tenantId: number): Iterable<Seat>;
  all(): Iterable<Seat>;
  find(who: Who): Promise<Seat | null>;
  findBySipNum(sipNum: string): Promise<Seat | null>;
  give(row: StoredAgent): Seat;
  remove(seat: Seat): void;
}
