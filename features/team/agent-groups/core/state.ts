import type { Need } from './fit.ts';
import type { EntryPlace, Rest } from './order.ts';
import type { Agent, EntryKind, Group, Requirement, RoutingEffect } from './routing.ts';
import { byNumber, byText, sortedBy, type Sorted } from './sorted.ts';

/** A call, or a promise to call back, in line. */
export interface Entry {
  callId: string;
  groupId: number;
  kind: EntryKind;
  /** Of its own; the group adds its own to it. */
  priority: number;
  queuedAtMs: number;
  /** Since when in line for this group. */
  enteredMs: number;
  visited: readonly number[];
  /** Asked for beyond what the group asks. */
  requirements: readonly Requirement[];
  /**
   *            ┌── the agent did not take it ──┐
   *            ▼                               │
   *   ───▶ waiting ───────▶ offered ───────────┴──▶ answered (gone)
   *            │
   *            └──▶ leaving (the group sends it elsewhere) ──▶ left (gone)
   */
  at: { is: 'waiting' } | { is: 'offered'; userId: number; sinceMs: number } | { is: 'leaving' };
  place: EntryPlace;
  need: Need;
  /** Who was offered it and did not take it, and from when on they may be asked again. */
  tried: readonly { userId: number; againMs: number }[];
  announced: { position: number; atMs: number; lookedMs: number } | null;
  /** When something about it is due while it waits. */
  dueMs: number | null;
}

export interface NeedQueue {
  need: Need;
  /** Waiting entries that need the same; the first one stands for all. */
  waiting: Sorted<EntryPlace>;
}

/** A group with everything a decision looks up, so that no decision walks through all entries or all agents. */
export interface GroupState {
  group: Group;
  /** Everything in line, also what is being offered: positions. */
  all: Sorted<EntryPlace>;
  lines: ReadonlyMap<string, NeedQueue>;
  /** Callers who wait and hold the line. */
  callers: number;
  /** Agents with room for one more. */
  free: Sorted<Rest>;
  signedIn: number;
}

export interface AgentState extends Agent {
  offers: readonly string[];
  /** When they were last rung in vain. */
  rangMs: number;
}

interface Due {
  atMs: number;
  seq: number;
  callId: string;
}

/** The line of a tenant: all its groups, because an agent may serve several. */
export interface Routing {
  groups: Sorted<GroupState>;
  agents: Sorted<AgentState>;
  entries: Sorted<Entry>;
  due: Sorted<Due>;
  wakeAtMs: number | null;
  nextSeq: number;
  stopping: boolean;
}

export const groups = sortedBy((state: GroupState) => state.group.id, byNumber);
export const agents = sortedBy((agent: AgentState) => agent.userId, byNumber);
export const entries = sortedBy((entry: Entry) => entry.callId, byText);
export const dues = sortedBy<Due, Due>(
  (due) => due,
  (a, b) => a.atMs - b.atMs || a.seq - b.seq,
);

export const emptyRouting: Routing = {
  groups: null,
  agents: null,
  entries: null,
  due: null,
  wakeAtMs: null,
  nextSeq: 1,
  stopping: false,
};

/** A decision in the making: the parts of the next state, replaced one by one, and what it asks for. */
export interface RoutingDraft extends Routing {
  nowMs: number;
  effects: RoutingEffect[];
  /** Waiting entries that may fit somebody who is free. */
  touched: Set<string>;
  /** Those of them that came in line for their group just now, or whose group may not want them any more. */
  entering: Set<string>;
  /** Agents whose offer ended; they are served after the entries they were rung for. */
  freed: Set<number>;
}

export const groupOf = (draft: Routing, groupId: number): GroupState | undefined => groups.get(draft.groups, groupId);
export const entryOf = (draft: Routing, callId: string): Entry | undefined => entries.get(draft.entries, callId);
export const agentOf = (draft: Routing, userId: number): AgentState | undefined => agents.get(draft.agents, userId);
