import { whyNotForCampaign } from '#core/agent-status/agent-machine.ts';
import type { BoardAgent } from '#features/team/agent-status/server/index.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import type { SharedAgent } from '../core/share-agents.ts';
import type { RunningCampaign } from './running-campaign.ts';

/** Somebody who is rung for a call of a campaign, is in it, or in the work after it. */
export interface Handling {
  callId: string;
  campaignId: number;
  /** By the clock that counts evenly. */
  sinceMs: number;
}

export interface AgentsParts {
  campaigns: readonly RunningCampaign[];
  /** Groups somebody serves. */
  groupsOf(userId: number): readonly number[];
  /** What somebody can do, and how well. */
  skillsOf(userId: number): Readonly<Record<string, number>>;
  handling: ReadonlyMap<number, Handling>;
  heldFor: ReadonlyMap<number, number>;
  nowMs: number;
  /** By the clock that counts evenly. */
  evenMs: number;
}

interface AbleAgent {
  userId: number;
  groups: readonly number[];
  skills: Readonly<Record<string, number>>;
}

/** Whether an agent works on a campaign: it names them or their group, or nobody, and they can do what it asks for. */
function worksOn({ row }: RunningCampaign, { userId, groups, skills }: AbleAgent): boolean {
  if (row.kind !== 'dialer' || !row.skills.every(({ skill, level }) => (skills[skill] ?? 0) >= level)) return false;
  if (row.agentIds.includes(userId) || (row.groupId === null && row.agentIds.length === 0)) return true;
  return row.groupId !== null && groups.includes(row.groupId);
}

/** The agents of campaigns at this moment, as the board has them. */
export function agentsOf(agents: readonly BoardAgent[], parts: AgentsParts): SharedAgent[] {
  const { campaigns, groupsOf, skillsOf, handling, heldFor, nowMs, evenMs } = parts;
  return agents.flatMap((agent): SharedAgent[] => {
    const { userId, idleSinceMs, doingSinceMs, nextStatus } = agent;
    const able = { userId, groups: groupsOf(userId), skills: skillsOf(userId) };
    const ids = campaigns.filter((campaign) => worksOn(campaign, able)).map(({ row }) => row.id);
    if (ids.length === 0) return [];
    const doing = doingOf(agent, handling.get(userId), nowMs);
    const leaves = nextStatus !== null && nextStatus !== AgentStatus.available;
    return [
      {
        userId,
        worksOn: ids,
        heldFor: heldFor.get(userId) ?? null,
        idleSinceMs,
        doing,
        sinceMs: doing === 'handling' ? nowMs - (evenMs - handling.get(userId)!.sinceMs) : doingSinceMs,
        leavesAtMs: leaves ? nowMs : null,
      },
    ];
  });
}

/** Talks, or could now. */
export const isAtWork = (agent: BoardAgent, nowMs: number): boolean => doingOf(agent, undefined, nowMs) !== 'away';

function doingOf(agent: BoardAgent, handled: Handling | undefined, nowMs: number): SharedAgent['doing'] {
  const callId = agent.call?.callId ?? agent.wrapUp?.callId;
  if (callId !== undefined) return callId === handled?.callId ? 'handling' : 'inbound';
  return whyNotForCampaign(agent, nowMs) === null ? 'free' : 'away';
}
