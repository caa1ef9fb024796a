import type { BoardAgent } from '#features/team/agent-status/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { SharedAgent } from '../core/share-agents.ts';
import type { LiveCampaign } from './engine.ts';
import type { RunningCampaign } from './running-campaign.ts';

const SECOND_MS = 1_000;

/** How a campaign stands at this moment. */
export function liveCampaign(
  campaign: RunningCampaign,
  agents: readonly SharedAgent[],
  board: readonly BoardAgent[],
  clock: Clock,
): LiveCampaign {
  const calls = [...campaign.calls.values()];
  const count = (...phases: readonly (typeof calls)[number]['phase'][]): number =>
    calls.filter(({ phase }) => phases.includes(phase)).length;
  const { day, month } = campaign.counts.counts(clock.nowMs());
  const evenMs = clock.monotonicMs();
  campaign.starts = campaign.starts.filter((atMs) => evenMs - atMs < SECOND_MS);
  const inWrapUp = new Set(board.filter(({ wrapUp }) => wrapUp !== null).map(({ userId }) => userId));
  return {
    campaignId: campaign.row.id,
    dialling: count('leaving', 'dialling'),
    ringing: count('ringing'),
    waiting: count('waiting'),
    talking: count('talking', 'leftAlone'),
    free: agents.filter(({ doing }) => doing === 'free').length,
    wrapUp: agents.filter(({ userId }) => inWrapUp.has(userId)).length,
    why: campaign.why,
    limit: campaign.limit,
    today: day,
    thirtyDays: month,
    startsPerSec: campaign.starts.length,
  };
}
