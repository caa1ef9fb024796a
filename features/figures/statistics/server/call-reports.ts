import type { FigureSums, StatusSums } from '#core/figures/figure-sums.ts';
import { lossPlaces } from '#core/figures/loss.ts';
import { isByWay } from '../core/columns.ts';
import {
  figuresRepo,
  statusRepo,
  waysRepo,
  type CallCell,
  type WayCell,
  type WayCut,
} from '#features/voice/dashboard/server/index.ts';
import { namesOf, type NamedKind } from './names.repo.ts';
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
import { callSums, lossSums, plainSums, statusesTogether, waySums } from './sums-of-cells.ts';

/** Rows of things that have a name. */
async function namedRows(world: ReportWorld, what: NamedKind, found: [number, FigureSums][]): Promise<UntoldRow[]> {
  const names = await asker(world)((tx) =>
    namesOf(
      tx,
      what,
      found.map(([id]) => id),
    ),
  );
  return found.map(([id, sums]) => ({ id, name: names.get(id) ?? '', sums }));
}

const outward = <Cell extends { direction: string }>(cells: readonly Cell[]): Cell[] =>
  cells.filter(({ direction }) => direction === 'outbound');

/** All calls and times of agents; calls that reached nobody belong to no agent. */
export async function agentEfficiency(world: ReportWorld, wish: ReportWish): Promise<ReadReport> {
  const ask = asker(world);
  const { starts, range } = cutOf(wish);
  const scope = { ...wish, range };
  const byWay = isByWay(wish) || (wish.campaign_id !== undefined && wish.agent_id === undefined);
  // Time is no task's and no group's.
  const isTimed = wish.by !== 'group' && wish.campaign_id === undefined;
  const [cells, agents, times, steps] = await Promise.all([
    ask<(CallCell | WayCell)[]>((tx) =>
      byWay
        ? waysRepo(tx).ways({ range, campaign_id: wish.campaign_id }, starts, null)
        : figuresRepo(tx).cells(scope, starts),
    ),
    wish.by === 'agent' ? ask((tx) => figuresRepo(tx).agents(scope)) : [],
    wish.by === 'agent' && isTimed
      ? ask(async (tx) => {
          const repo = statusRepo(tx);
          return repo.ofAgents({ range, userIds: await repo.chosen(wish) }, world.nowMs);
        })
      : new Map<number, StatusSums>(),
    isTimed
      ? ask(async (tx) => {
          const repo = statusRepo(tx);
          return repo.bySteps({ range, userIds: await repo.chosen(wish) }, starts, world.nowMs);
        })
      : starts.map((): StatusSums => ({})),
  ]);
  const sumsOf = (own: readonly (CallCell | WayCell)[]) =>
    byWay ? waySums(own as WayCell[]) : callSums(own as CallCell[]);
  const series = bySteps(cells, starts).map((own, place) => ({ ...sumsOf(own), statuses: steps[place]! }));
  const total = { ...sumsOf(bySteps(cells, starts).flat()), statuses: statusesTogether(steps) };
  const rows = isStep(wish.by)
    ? timeRows(series, starts, range)
    : wish.by === 'group'
      ? await namedRows(
          world,
          'group',
          byKey(cells as CallCell[], ({ group_id }) => group_id)
            .filter(([id]) => id !== 0)
            .map(([id, own]) => [id, callSums(own)]),
        )
      : await namedRows(world, 'agent', agentSums(agents, times));
  return { total, rows, series, starts, range };
}

/** Whoever had a call or was signed in. */
function agentSums(
  cells: readonly Parameters<typeof plainSums>[0][number][],
  times: ReadonlyMap<number, StatusSums>,
): [number, FigureSums][] {
  const calls = new Map(byKey(cells as ({ user_id: number } & (typeof cells)[number])[], ({ user_id }) => user_id));
  const there = [...times].filter(([, one]) => Object.entries(one).some(([status, ms]) => status !== '0' && ms > 0));
  const ids = new Set([...calls.keys(), ...there.map(([id]) => id)]);
  return [...ids].map((id) => [id, { ...plainSums(calls.get(id) ?? []), statuses: times.get(id) ?? {} }]);
}

/** All figures of calls by times. */
export async function dayReport(world: ReportWorld, wish: ReportWish): Promise<ReadReport> {
  const { starts, range } = cutOf(wish);
  const scope = { ...wish, range };
  const { series, total } = await asker(world)(async (tx) => {
    if (isByWay(wish)) {
      const cells = bySteps(await waysRepo(tx).ways(scope, starts, null), starts);
      return { series: cells.map(waySums), total: waySums(cells.flat()) };
    }
    const cells = bySteps(await figuresRepo(tx).cells(scope, starts), starts);
    return { series: cells.map(callSums), total: callSums(cells.flat()) };
  });
  return { total, rows: timeRows(series, starts, range), series, starts, range };
}

/** Calls that went out. */
export async function callEfficiency(world: ReportWorld, wish: ReportWish): Promise<ReadReport> {
  const ask = asker(world);
  const { starts, range } = cutOf(wish);
  const scope = { ...wish, range };
  if (wish.agent_id !== undefined) {
    const cells = bySteps(outward(await ask((tx) => figuresRepo(tx).cells(scope, starts))), starts);
    const series = cells.map(callSums);
    const total = callSums(cells.flat());
    const rows = isStep(wish.by)
      ? timeRows(series, starts, range)
      : await namedRows(world, 'agent', [[wish.agent_id, total]]);
    return { total, rows, series, starts, range };
  }
  const cut: WayCut | null = isStep(wish.by) || wish.by === 'agent' ? null : (wish.by as WayCut);
  const [cells, agents] = await Promise.all([
    ask((tx) => waysRepo(tx).ways({ ...scope, direction: 'outbound' }, starts, cut)),
    wish.by === 'agent' ? ask((tx) => figuresRepo(tx).agents(scope)) : [],
  ]);
  const series = bySteps(cells, starts).map(waySums);
  const total = waySums(bySteps(cells, starts).flat());
  if (isStep(wish.by)) return { total, rows: timeRows(series, starts, range), series, starts, range };
  const found: [number, FigureSums][] =
    wish.by === 'agent'
      ? byKey(outward(agents), ({ user_id }) => user_id).map(([id, own]) => [id, plainSums(own)])
      : byKey(
          cells.filter(({ step }) => step === null),
          ({ key }) => key,
        ).map(([id, own]) => [id, waySums(own)]);
  const rows =
    wish.by === 'outcome'
      ? found.map(([id, sums]) => ({ id, name: '', sums }))
      : await namedRows(world, wish.by as NamedKind, found);
  return { total, rows, series, starts, range };
}

/** Callers nobody talked to, beside all that came in. */
export async function callInLoss(world: ReportWorld, wish: ReportWish): Promise<ReadReport> {
  const ask = asker(world);
  const { starts, range } = cutOf(wish);
  const scope = { ...wish, range };
  const cut = wish.by === 'group' || wish.by === 'number' ? wish.by : null;
  const byNumber = wish.by === 'number' || wish.number_id !== undefined;
  const [losses, cells] = await Promise.all([
    ask((tx) => waysRepo(tx).losses(scope, starts, cut)),
    ask<(CallCell | WayCell)[]>((tx) =>
      byNumber
        ? waysRepo(tx).ways({ range, number_id: wish.number_id, direction: 'inbound' }, starts, 'number')
        : figuresRepo(tx).cells(scope, starts),
    ),
  ]);
  const lostIn = bySteps(losses, starts);
  const calls = bySteps(cells, starts);
  const series = lostIn.map((own, place) => ({ ...plainSums(calls[place]!), loss: lossSums(own) }));
  const total = { ...plainSums(calls.flat()), loss: lossSums(lostIn.flat()) };
  if (isStep(wish.by)) return { total, rows: timeRows(series, starts, range), series, starts, range };
  if (wish.by === 'place') {
    const places = new Map(byKey(lostIn.flat(), ({ place }) => place));
    const rows = lossPlaces.flatMap((place) => {
      const own = places.get(place);
      return own ? [{ id: null, name: '', place, sums: { calls: total.calls!, loss: lossSums(own) } }] : [];
    });
    return { total, rows, series, starts, range };
  }
  const lost = new Map(
    byKey(
      losses.filter(({ step }) => step === null),
      ({ key }) => key,
    ),
  );
  const came = new Map(
    byKey<CallCell | WayCell, number>(
      cells.filter(({ step }) => step === null),
      (cell) => ('key' in cell ? cell.key : cell.group_id),
    ),
  );
  const found = [...new Set([...lost.keys(), ...came.keys()])].map((id): [number, FigureSums] => [
    id,
    { ...plainSums(came.get(id) ?? []), loss: lossSums(lost.get(id) ?? []) },
  ]);
  return {
    total,
    rows: (await namedRows(world, wish.by as NamedKind, found)).filter(
      ({ sums }) => (sums.calls?.inbound ?? 0) > 0 || Object.keys(sums.loss!.places).length > 0,
    ),
    series,
    starts,
    range,
  };
}
