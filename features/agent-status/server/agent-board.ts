import type { AgentEvent, LiveAgent, NotRoutable } from '#core/agent-status/live-agent.ts';

/** A voice agent on the board: who it is, and how it stands. */
export interface BoardAgent extends LiveAgent {
  tenantId: number;
  userId: number;
  name: string;
  sipNum: string;
  whyNotRoutable: NotRoutable | null;
}

/**
 * Every voice agent of this node, in memory, written down before it is told (`agent_state`, `agent_status_event`).
 * It is the one place that answers "may a call go to this agent now?".
 */
export interface AgentBoard {
  agent(userId: number, tenantId: number): BoardAgent | null;
  bySipNum(sipNum: string): BoardAgent | null;
  ofTenant(tenantId: number): BoardAgent[];
  /** Decides, stores, tells the agent's pages and the supervisors, then resolves. Events of one agent are taken one after another. */
  tell(agent: { tenantId: number; userId: number }, event: AgentEvent): Promise<BoardAgent>;
  /** After every change that was stored. */
  onChange(listener: (now: BoardAgent, before: BoardAgent) => void): () => void;
}
