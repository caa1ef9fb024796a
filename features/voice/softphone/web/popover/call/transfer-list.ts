import { hasTerms } from '#core/search/search-terms.ts';
import type { TransferGroup } from '#features/team/agent-groups/contract.ts';

export type Colleague = TransferGroup['agents'][number];

/** Everybody a call can be given to, once each and without oneself: who is free first, then by name. */
export function colleaguesOf(groups: readonly TransferGroup[], myUserId: number | null, word: string): Colleague[] {
  const byId = new Map(groups.flatMap(({ agents }) => agents).map((agent) => [agent.userId, agent]));
  return [...byId.values()]
    .filter(({ userId, name, sipNum }) => userId !== myUserId && hasTerms(`${name} ${sipNum}`, word))
    .sort((a, b) => Number(b.free) - Number(a.free) || a.name.localeCompare(b.name));
}

/** The groups whose name or number holds the word. */
export const groupsMatching = (groups: readonly TransferGroup[], word: string): TransferGroup[] =>
  groups.filter(({ name, groupNo }) => hasTerms(`${name} ${groupNo}`, word));
