import type { GoingOn } from '#core/call/going-on.ts';
import type { StatusChange } from '#core/agent-status/agent-machine.ts';
import type { AgentEvent, LiveAgent, NotRoutable } from '#core/agent-status/live-agent.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';

/** A voice agent on the board: who it is, and how it stands. */
export interface BoardAgent extends LiveAgent {
  tenantId: number;
  userId: number;
  name: string;
  sipNum: string;
  whyNotRoutable: NotRoutable | null;
}

/**
 * Every voice agent of the tenants that are at home in this process, in memory, written down before it is told (`agent_state`, `agent_status_event`).
 * It is the one place that answers "may a call go to this agent now?".
 */
export interface AgentBoard {
  agent(userId: number, tenantId: number): BoardAgent | null;
  bySipNum(sipNum: string): BoardAgent | null;
  ofTenant(tenantId: number): BoardAgent[];
  /** Everybody who is shown in a call, of every tenant. */
  talking(): BoardAgent[];
  /** Decides, stores, tells the agent's pages and the supervisors, then resolves. Events of one agent are taken one after another. */
  send(agent: { tenantId: number; userId: number }, event: AgentEvent): Promise<BoardAgent>;
  /** After every change that was stored. */
  onChange(listener: (now: BoardAgent, before: BoardAgent) => void): () => void;
}

/** The board as its own feature runs it. */
export interface LiveBoard extends AgentBoard {
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Everybody of a tenant whom another process, or an earlier one, left at work is on this board, as far as they are still there. `agents`: those
   * of calls that outlived it.
   */
  moveIn(tenantId: number, agents?: GoingOn['agents']): Promise<void>;
  /** They are on another process's board: here nobody of them is known any more, and nothing is written. */
  moveOut(tenantId: number): Promise<void>;
  /** Tenants with somebody at work. */
  leftBehind(): Promise<number[]>;
  /** What happens every second: silence, the end of wrap-up and pages that did not come back are noticed. */
  tick(): void;
  /** Reads the agent if the board does not know them yet; null for somebody without a phone. */
  load(agent: { tenantId: number; userId: number }): Promise<BoardAgent | null>;
  loadBySipNum(sipNum: string): Promise<BoardAgent | null>;
  /** The agent's page came. The stored status of this sign-in is kept; another sign-in begins with `newStatus`. */
  signIn(
    agent: { tenantId: number; userId: number },
    login: { sessionId: number; deviceId: string; newStatus: AgentStatus },
  ): Promise<BoardAgent>;
  /** The sign-in the agent's status belongs to. */
  loginOf(agent: { tenantId: number; userId: number }): number | null;
  /** Every change of status once it is stored, in order per agent; `null` when a page only has to be corrected. */
  onStatus(listener: (agent: BoardAgent, event: NumberedStatusChange | null) => void): () => void;
  /** The id of the agent's last change of status. */
  lastEventId(agent: { tenantId: number; userId: number }): number;
}

/** A change of status and the number it is replayed by. */
export interface NumberedStatusChange extends StatusChange {
  id: number;
}
