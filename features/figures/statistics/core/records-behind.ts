import { figureGlossary, type FigureName } from '#core/figures/glossary.ts';
import type { LossPlace } from '#core/figures/loss.ts';
import type { StatCut, StatFilterName } from './reports.ts';

/** A row or a point of a report, as far as it says which calls are its own. */
interface Stretch {
  id?: number | null;
  place?: LossPlace | undefined;
  start?: string | undefined;
  end?: string | undefined;
}

/** Which filter of the list of calls the id of a row is. */
const filterOfCut: Partial<Record<StatCut, string>> = {
  agent: 'agent',
  group: 'group',
  campaign: 'campaign',
  trunk: 'trunk',
  number: 'did',
  outcome: 'status',
};

/**
 * The address of the list of exactly the calls a number of a report counts; null for numbers that are no count of calls, and for
 * rows that stand for none (0: calls for no group, task, trunk).
 */
export function recordsBehind(
  {
    from,
    to,
    group_id,
    agent_id,
    campaign_id,
    trunk_id,
    number_id,
  }: { from: string; to: string } & { [Name in StatFilterName]?: number | undefined },
  by: StatCut,
  row: Stretch | null,
  name: FigureName,
): string | null {
  const { sort, outcome, place } = figureGlossary[name];
  if (!sort && outcome === undefined && !place) return null;
  const { id = null, place: rowPlace, start, end } = row ?? {};
  const column = filterOfCut[by];
  if (id === 0 && column) return null;
  const asked: Record<string, string | number | undefined> = {
    ...(start !== undefined && end !== undefined ? { since: start, until: end } : { from, to }),
    group: group_id,
    agent: agent_id,
    campaign: campaign_id,
    trunk: trunk_id,
    did: number_id,
    sort,
    ...(outcome === undefined ? {} : { direction: 'outbound', status: outcome }),
    ...(column && id !== null ? { [column]: id } : {}),
    ...(by === 'outcome' && id !== null ? { direction: 'outbound' } : {}),
    lostAt: place ?? rowPlace,
  };
  const kept = Object.entries(asked).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}=${encodeURIComponent(value)}`,
  );
  return `/record?${kept.join('&')}`;
}
