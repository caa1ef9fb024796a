import type { DialledAgent } from './staff.ts';

/** An agent as campaigns that run at this moment see them. */
export interface SharedAgent extends DialledAgent {
  userId: number;
  /** Of those that run, the ones this agent works on. */
  worksOn: readonly number[];
  /** A call of this campaign rings for them. */
  heldFor: number | null;
  idleSinceMs: number;
}

/** A campaign that may want agents. */
export interface SharingCampaign {
  id: number;
  /** 1 to 9; the higher goes first. */
  priority: number;
  /** Somebody may be called now, as far as is known, and calls may begin. */
  wants: boolean;
}

/**
 * Every agent counts for one campaign at a time, so that two never dial for the same one: for whom something rings already, that one; else
 * the most urgent that has somebody to call, and among equals each gets their share of the agents, always the same ones.
 */
export function shareAgents(
  campaigns: readonly SharingCampaign[],
  agents: readonly SharedAgent[],
): Map<number, SharedAgent[]> {
  const shares = new Map<number, SharedAgent[]>(campaigns.map(({ id }) => [id, []]));
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  for (const agent of agents) {
    const id = campaignFor(agent, byId);
    if (id !== null) shares.get(id)!.push(agent);
  }
  return shares;
}

function campaignFor(agent: SharedAgent, byId: ReadonlyMap<number, SharingCampaign>): number | null {
  if (agent.heldFor !== null && byId.has(agent.heldFor)) return agent.heldFor;
  const wanting = agent.worksOn.flatMap((id) => {
    const campaign = byId.get(id);
    return campaign?.wants ? [campaign] : [];
  });
  const top = Math.max(...wanting.map(({ priority }) => priority));
  const equals = wanting.filter(({ priority }) => priority === top).toSorted((a, b) => a.id - b.id);
  return equals[agent.userId % equals.length]?.id ?? agent.worksOn[0] ?? null;
}

/**
 * Who takes a call that was answered: whoever is held for its campaign, then whoever counts for it, then whoever else works on it and is held
 * for nobody. Among those the one who has waited longest.
 */
export function agentForCall(
  campaignId: number,
  agents: readonly SharedAgent[],
  counted: readonly SharedAgent[],
  isTaken: (userId: number) => boolean,
): number | null {
  const own = new Set(counted.map(({ userId }) => userId));
  const rank = (agent: SharedAgent): number => (agent.heldFor === campaignId ? 0 : own.has(agent.userId) ? 1 : 2);
  const able = agents.filter(
    (agent) =>
      agent.doing === 'free' &&
      !isTaken(agent.userId) &&
      agent.worksOn.includes(campaignId) &&
      (agent.heldFor === null || agent.heldFor === campaignId),
  );
  const [first] = able.toSorted((a, b) => rank(a) - rank(b) || a.idleSinceMs - b.idleSinceMs || a.userId - b.userId);
  return first?.userId ?? null;
}

/** Which of the agents that count for a campaign are held while so many have to be: those who are already, then the longest free. */
export function whomToHold(counted: readonly SharedAgent[], campaignId: number, hold: number): number[] {
  return counted
    .filter(({ doing }) => doing === 'free')
    .toSorted(
      (a, b) =>
        Number(b.heldFor === campaignId) - Number(a.heldFor === campaignId) ||
        a.idleSinceMs - b.idleSinceMs ||
        a.userId - b.userId,
    )
    .slice(0, hold)
    .map(({ userId }) => userId);
}
