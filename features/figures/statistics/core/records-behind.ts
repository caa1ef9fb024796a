import { figureGlossary, type FigureName } from '#core/figures/glossary.ts';
import type { StatCut, StatFilter, StatPoint, StatRow } from '../contract.ts';

/** Which filter of the list of calls the id of a row is. */
const filterOfCut: Partial<Record<StatCut, string>> = {
  agent: 'agent',
  group: 'group',
  campaign: 'campaign',
  trunk: 'trunk',
  number: 'ourNumber',
  outcome: 'status',
};

/**
 * The address of the list of exactly the calls a number of a report counts; null for numbers that are no count of calls, and for
 * rows that stand for none (0: calls for no group, task, trunk).
 */
export function recordsBehind(
  { from, to, group_id, agent_id, campaign_id, trunk_id, number_id }: StatFilter,
  by: StatCut,
  row: Partial<Pick<StatRow, 'id' | 'place' | 'start' | 'end'>> | Pick<StatPoint, 'start' | 'end'> | null,
  name: FigureName,
): string | null {
  const { sort, outcome, place } = figureGlossary[name];
  if (!sort && outcome === undefined && !place) return null;
  const { id = null, place: rowPlace, start, end } = (row ?? {}) as Partial<StatRow>;
  const column = filterOfCut[by];
  if (id === 0 && column) return null;
  const asked: Record<string, string | number | undefined> = {
    ...(start !== undefined && end !== undefined ? { since: start, until: end } : { from, to }),
    group: group_id,
    agent: agent_id,
    campaign: campaign_id,
    trunk: trunk_id,
    ourNumber: number_id,
    sort,
    ...(outcome === undefined ? {} : { direction: 'outbound', status: outcome }),
    ...(column && id !== null ? { [column]: id } : {}),
    ...(by === 'outcome' && id !== null ? { direction: 'outbound' } : {}),
    lostAt: place ?? rowPlace,
  };
  const kept = Object.entries(asked).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as [string, string]],
  );
  return `/record?${new URLSearchParams(kept)}`;
}
