import { whyNotForCampaign } from '#core/agent-status/agent-machine.ts';
import type { AgentBoard, BoardAgent } from '#features/team/agent-status/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';

const BUSY = ['inCall', 'ringing', 'wrapUp', 'monitoring', 'engaged', 'held'];

/** An agent is rung only when calls may come to them (those of campaigns also to who takes no others), and then for one call alone. Answers the SIP status of the reason otherwise. */
export async function reserve(
  { board, clock }: { board: AgentBoard; clock: Clock },
  who: { tenantId: number; userId: number },
  callId: string,
  { forCampaign = false }: { forCampaign?: boolean } = {},
): Promise<BoardAgent | { sipStatus: 480 | 486 }> {
  const agent = board.agent(who.userId, who.tenantId);
  const why = agent && (forCampaign ? whyNotForCampaign(agent, clock.nowMs()) : agent.whyNotRoutable);
  if (!agent || why !== null) return { sipStatus: BUSY.includes(why ?? '') ? 486 : 480 };
  const now = await board.send(who, { type: 'callOffered', callId, forCampaign, nowMs: clock.nowMs() });
  return now.call?.callId === callId ? now : { sipStatus: 486 };
}

/** The call they were reserved for will not ring them. */
export async function unreserve(
  { board, clock }: { board: AgentBoard; clock: Clock },
  who: { tenantId: number; userId: number },
  callId: string,
): Promise<void> {
  await board.send(who, { type: 'offerEnded', callId, outcome: 'withdrawn', nowMs: clock.nowMs() });
}
