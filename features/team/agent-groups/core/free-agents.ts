import { rests, type Rest } from './order.ts';
import type { Agent } from './routing.ts';
import type { Sorted } from './sorted.ts';
import { agentOf, agents, groupOf, groups, type AgentState, type RoutingDraft } from './state.ts';

const same = (a: object, b: object): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Nothing about the agent that the line looks at changed. */
export const isUnchanged = (before: AgentState, now: Agent): boolean =>
  before.routable === now.routable &&
  before.signedIn === now.signedIn &&
  before.idleSinceMs === now.idleSinceMs &&
  before.capacity === now.capacity &&
  before.busy === now.busy &&
  same(before.groups, now.groups) &&
  same(before.skills, now.skills);

/** How many more the agent takes now. */
export const roomOf = (agent: AgentState): number =>
  agent.routable ? agent.capacity - agent.busy - agent.offers.length : 0;

/** Rule 3: being rung in vain counts as having had a turn. */
const restOf = (agent: AgentState): Rest => ({
  userId: agent.userId,
  load: agent.busy + agent.offers.length,
  sinceMs: Math.max(agent.idleSinceMs, agent.rangMs),
});

/** Replaces an agent everywhere the line looks them up. */
export function putAgent(draft: RoutingDraft, next: AgentState): void {
  const before = agentOf(draft, next.userId);
  const rest = restOf(next);
  for (const groupId of new Set([...(before?.groups ?? []), ...next.groups])) {
    const state = groupOf(draft, groupId);
    if (!state) continue;
    let { free, signedIn } = state;
    if (before?.groups.includes(groupId)) {
      if (roomOf(before) > 0) free = rests.drop(free, restOf(before));
      if (before.signedIn) signedIn -= 1;
    }
    if (next.groups.includes(groupId)) {
      if (roomOf(next) > 0) free = rests.put(free, rest);
      if (next.signedIn) signedIn += 1;
    }
    draft.groups = groups.put(draft.groups, { ...state, free, signedIn });
  }
  draft.agents = agents.put(draft.agents, next);
}

/** Who of these agents serves a group that is new to the line. */
export function freeOf(serving: readonly AgentState[]): { free: Sorted<Rest>; signedIn: number } {
  let free: Sorted<Rest> = null;
  for (const agent of serving) if (roomOf(agent) > 0) free = rests.put(free, restOf(agent));
  return { free, signedIn: serving.filter((agent) => agent.signedIn).length };
}

/** An offer of theirs is over. */
export function releaseOffer(
  draft: RoutingDraft,
  userId: number,
  callId: string,
  change: Partial<AgentState> = {},
): void {
  const agent = agentOf(draft, userId);
  if (!agent?.offers.includes(callId)) return;
  putAgent(draft, { ...agent, ...change, offers: agent.offers.filter((one) => one !== callId) });
  draft.freed.add(userId);
}
