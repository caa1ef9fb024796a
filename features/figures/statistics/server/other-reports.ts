import { dayOf, daysRange } from '#core/calendar/day-range.ts';
import { cutDays } from '#core/calendar/day-steps.ts';
import { presenceIn, statusMsIn } from '#core/figures/status-time.ts';
import { agentsRepo, statusRepo } from '#features/voice/dashboard/server/index.ts';
import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { countOfDays } from '../core/stat-query.ts';
import { aiCells } from './ai-figures.repo.ts';
import { namesOf } from './names.repo.ts';
import {
  asker,
  byKey,
  bySteps,
  cutOf,
  isStep,
  timeRows,
  type ReadReport,
  type UntoldRow,
  type ReportWish,
  type ReportWorld,
} from './read-parts.ts';
import { aiSums, statusesTogether } from './sums-of-cells.ts';

/** A part of rows that are too many for one answer. */
export interface RowPage {
  page: number;
  size: number;
  /** Of each agent the first so many days: those that are compared with days of which not all have come yet. */
  daysMost?: number;
}

/** How many days of a span have come. */
export function daysThatCame({ from, to, zone }: Pick<ReportWish, 'from' | 'to' | 'zone'>, nowMs: number): number {
  const today = dayOf(nowMs, zone);
  return Math.max(0, countOfDays({ from, to: to > today ? today : to }));
}

/** How long agents were in each status. */
export async function statusReport(world: ReportWorld, wish: ReportWish, page: RowPage): Promise<ReadReport> {
  const ask = asker(world);
  const { starts, range } = cutOf(wish);
  const userIds = await ask((tx) => statusRepo(tx).chosen(wish));
  const [steps, agents, days] = await Promise.all([
    ask((tx) => statusRepo(tx).bySteps({ range, userIds }, starts, world.nowMs)),
    wish.by === 'agent' ? ask((tx) => statusRepo(tx).ofAgents({ range, userIds }, world.nowMs)) : null,
    wish.by === 'agentDay' ? agentDays(world, wish, userIds, page) : null,
  ]);
  const series = steps.map((statuses) => ({ statuses }));
  const read = { total: { statuses: statusesTogether(steps) }, series, starts, range };
  if (days) return { ...read, ...days };
  if (!agents) return { ...read, rows: timeRows(series, starts, range) };
  const present = [...agents].filter(([, one]) => Object.entries(one).some(([status, ms]) => status !== '0' && ms > 0));
  const names = await ask((tx) =>
    namesOf(
      tx,
      'agent',
      present.map(([id]) => id),
    ),
  );
  return { ...read, rows: present.map(([id, statuses]) => ({ id, name: names.get(id) ?? '', sums: { statuses } })) };
}

/** Each agent's days, by name and day, in pages: the history of those on the page alone. */
async function agentDays(
  world: ReportWorld,
  wish: ReportWish,
  userIds: readonly number[] | undefined,
  { page, size, daysMost = Number.POSITIVE_INFINITY }: RowPage,
): Promise<{ rows: UntoldRow[]; rowCount: number }> {
  const { zone } = wish;
  const days = cutDays(wish, 'day').starts.slice(0, Math.min(daysThatCame(wish, world.nowMs), daysMost));
  return asker(world)(async (tx) => {
    const people = (await agentsRepo(tx).names()).filter(({ id }) => userIds?.includes(id) ?? true);
    const places = Array.from({ length: size }, (_, place) => (page - 1) * size + place).filter(
      (place) => place < people.length * days.length,
    );
    const chosen = places.map((place) => ({
      ...people[Math.floor(place / days.length)]!,
      day: dayOf(days[place % days.length]!, zone),
    }));
    if (chosen.length === 0) return { rows: [], rowCount: people.length * days.length };
    const spans = await statusRepo(tx).spans({
      range: daysRange(
        chosen.map(({ day }) => day).toSorted()[0]!,
        chosen
          .map(({ day }) => day)
          .toSorted()
          .at(-1)!,
        zone,
      ),
      userIds: [...new Set(chosen.map(({ id }) => id))],
    });
    const rows = chosen.map(({ id, name, day }) => {
      const span = daysRange(day, day, zone);
      const own = spans.get(id) ?? [];
      return { id, name, span, sums: { statuses: statusMsIn(own, span, world.nowMs) }, ...presenceIn(own, span) };
    });
    return { rows, rowCount: people.length * days.length };
  });
}

/** Calls of AI tasks that are over. */
export async function aiOutbound(world: ReportWorld, wish: ReportWish): Promise<ReadReport> {
  const ask = asker(world);
  const { starts, range } = cutOf(wish);
  const cells = await ask((tx) => aiCells(tx, { range, campaign_id: wish.campaign_id }, starts));
  const steps = bySteps(cells, starts);
  const series = steps.map((own) => ({ ai: aiSums(own) }));
  const read = { total: { ai: aiSums(steps.flat()) }, series, starts, range };
  if (isStep(wish.by)) return { ...read, rows: timeRows(series, starts, range) };
  if (wish.by === 'result')
    return {
      ...read,
      rows: byKey(steps.flat(), ({ result }): AiCallResult | 0 => result ?? 0).map(([id, own]) => ({
        id,
        name: '',
        sums: { ai: aiSums(own) },
      })),
    };
  const found = byKey(cells, ({ campaign_id }) => campaign_id);
  const names = await ask((tx) =>
    namesOf(
      tx,
      'campaign',
      found.map(([id]) => id),
    ),
  );
  return { ...read, rows: found.map(([id, own]) => ({ id, name: names.get(id) ?? '', sums: { ai: aiSums(own) } })) };
}
