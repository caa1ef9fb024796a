import { hasTerms } from '#core/search/search-terms.ts';
import type { TransferGroup } from '#features/team/agent-groups/contract.ts';
import type { KeptTarget } from '#features/voice/calls/contract.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';

export type Colleague = TransferGroup['agents'][number];

const isOffline = ({ status }: Colleague): boolean => status === AgentStatus.offline;

/** Everybody a call can be given to, once each and without oneself: who is free first, who is away last, then by name. */
export function colleaguesOf(groups: readonly TransferGroup[], myUserId: number | null, word: string): Colleague[] {
  const byId = new Map(groups.flatMap(({ agents }) => agents).map((agent) => [agent.userId, agent]));
  return [...byId.values()]
    .filter(({ userId, name, sipNum }) => userId !== myUserId && hasTerms(`${name} ${sipNum}`, word))
    .sort(
      (a, b) =>
        Number(b.free) - Number(a.free) || Number(isOffline(a)) - Number(isOffline(b)) || a.name.localeCompare(b.name),
    );
}

/** The groups whose name or number holds the word. */
export const groupsMatching = (groups: readonly TransferGroup[], word: string): TransferGroup[] =>
  groups.filter(({ name, groupNo }) => hasTerms(`${name} ${groupNo}`, word));

/** How many of those a call was given to last are worth a place of their own. */
const RECENT = 3;

export interface TargetSection<Row> {
  title: 'starred' | 'recent' | 'others';
  rows: Row[];
}

/** Rows in three parts, each row in the first that fits: what one starred, whom one gave a call last, and everybody else. */
export function targetSections<Row>(
  rows: readonly Row[],
  kept: readonly KeptTarget[],
  isRow: (row: Row, target: KeptTarget) => boolean,
): TargetSection<Row>[] {
  const starred = rows.filter((row) => kept.some((target) => target.isStarred && isRow(row, target)));
  const recent = kept
    .filter(({ isStarred, usedAt }) => !isStarred && usedAt !== null)
    .flatMap((target) => rows.filter((row) => isRow(row, target)))
    .slice(0, RECENT);
  const others = rows.filter((row) => !starred.includes(row) && !recent.includes(row));
  return [
    { title: 'starred' as const, rows: starred },
    { title: 'recent' as const, rows: recent },
    { title: 'others' as const, rows: others },
  ].filter((section) => section.rows.length > 0);
}
