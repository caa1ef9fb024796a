import { fits, lacks } from './fit.ts';
import { putAgent, roomOf } from './free-agents.ts';
import { changeEntry } from './lines.ts';
import { comparePlaces, type EntryPlace } from './order.ts';
import { againMsOf, mayRing } from './retry.ts';
import { findIn } from './sorted.ts';
import { agentOf, entryOf, groupOf, type AgentState, type RoutingDraft, type Entry } from './state.ts';

/** Finds somebody for an entry (rules 3, 4, 6). */
export function matchEntry(draft: RoutingDraft, entry: Entry): void {
  const state = groupOf(draft, entry.groupId);
  if (draft.stopping || !state?.group.enabled) return;
  let best: { agent: AgentState; lacks: number; againMs: number } | null = null;
  findIn(state.free, ({ userId }) => {
    const agent = agentOf(draft, userId)!;
    if (!fits(agent, entry.need) || !mayRing(entry, userId, draft.nowMs)) return false;
    const found = { agent, lacks: lacks(agent, entry.need), againMs: againMsOf(entry, userId) ?? -Infinity };
    // Free agents come in the order of rule 3, so only a better one replaces the first.
    if (!best || found.againMs < best.againMs || (found.againMs === best.againMs && found.lacks < best.lacks))
      best = found;
    return best.lacks === 0 && best.againMs === -Infinity;
  });
  const found = best as { agent: AgentState } | null;
  if (found) offer(draft, entry, found.agent);
}

/** Finds work for an agent who has room: of all their groups the first by rule 1. */
export function matchAgent(draft: RoutingDraft, userId: number): void {
  if (draft.stopping) return;
  for (let agent = agentOf(draft, userId); agent && roomOf(agent) > 0; agent = agentOf(draft, userId)) {
    const next = firstFor(draft, agent);
    if (!next) return;
    offer(draft, next, agent);
  }
}

function firstFor(draft: RoutingDraft, agent: AgentState): Entry | null {
  let best: EntryPlace | null = null;
  for (const groupId of agent.groups) {
    const state = groupOf(draft, groupId);
    if (!state?.group.enabled) continue;
    for (const { need, waiting } of state.lines.values()) {
      if (!fits(agent, need)) continue;
      const first = findIn(waiting, (place) => mayRing(entryOf(draft, place.callId)!, agent.userId, draft.nowMs));
      if (first && (best === null || comparePlaces(first, best) < 0)) best = first;
    }
  }
  return best ? entryOf(draft, best.callId)! : null;
}

function offer(draft: RoutingDraft, entry: Entry, agent: AgentState): void {
  const { callId, groupId } = entry;
  changeEntry(draft, entry, { at: { is: 'offered', userId: agent.userId, sinceMs: draft.nowMs } });
  putAgent(draft, { ...agent, offers: [...agent.offers, callId] });
  draft.effects.push({ type: 'keep', callId }, { type: 'offer', callId, userId: agent.userId, groupId });
}
