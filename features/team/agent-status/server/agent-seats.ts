import type { StatusChange } from '#core/agent-status/agent-machine.ts';
import type { LiveAgent, NotRoutable } from '#core/agent-status/live-agent.ts';
import type { BoardAgent } from './agent-board.ts';
import type { StoredAgent, WrapUpDone } from './agent-state.repo.ts';

export interface AgentKey {
  tenantId: number;
  userId: number;
}

/** The place of one agent on the board. */
export interface AgentSeat extends AgentKey {
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
  known(who: AgentKey): AgentSeat | undefined;
  knownBySipNum(sipNum: string): AgentSeat | undefined;
  ofTenant(tenantId: number): Iterable<AgentSeat>;
  all(): Iterable<AgentSeat>;
  find(who: AgentKey): Promise<AgentSeat | null>;
  findBySipNum(sipNum: string): Promise<AgentSeat | null>;
  give(row: StoredAgent): AgentSeat;
  remove(seat: AgentSeat): void;
}
