import { z } from 'zod';
import { figureNames } from '#core/figures/glossary.ts';
import { lossPlaces } from '#core/figures/loss.ts';
import { Day, daysInOrder, daysShape } from '#shared/days.ts';
import { endpoint, Id, PageQuery, pageOf, TableFileKind, WireTime } from '#shared/endpoint.ts';
import {
  HOURLY_DAYS_MOST,
  knowEachOther,
  STAT_DAYS_MOST,
  statCuts,
  statFilters,
  statReports,
  statSteps,
  type StatFilterName,
  type StatReportName,
} from './core/reports.ts';

export const LOST_NOTE_MAX = 500;
/** Counted no further; more is told as `totalCapped`. */
export const LOST_COUNT_CAP = 1_000;

export {
  HOURLY_DAYS_MOST,
  knowEachOther,
  STAT_DAYS_MOST,
  statCuts,
  statFilters,
  statReports,
  statSteps,
} from './core/reports.ts';
export type { StatCut, StatFilterName, StatReportName, StatStep } from './core/reports.ts';

/** Whom and what calls may be narrowed to. */
const narrowed = {
  /** In whose line callers stood last; of statuses, who is in it now. */ group_id: Id.optional(),
  /** Who talked last, else was rung last. */ agent_id: Id.optional(),
  /** The task a call was made for. */ campaign_id: Id.optional(),
  /** The trunk it was to leave by. */ trunk_id: Id.optional(),
  /** The number of ours that was called or shown. */ number_id: Id.optional(),
} satisfies Record<StatFilterName, unknown>;

/** Days of the reader's zone, both included; calls count on the day they began. */
const StatShape = z.object({
  ...daysShape,
  ...narrowed,
  /** Days to compare with; as many or not. */
  earlier: z.object({ from: Day, to: Day }).optional(),
});
type StatDays = z.output<typeof StatShape>;
export type StatFilter = StatDays;

const inOrder = daysInOrder(STAT_DAYS_MOST);
const areInOrder = (filter: StatDays): boolean => inOrder(filter) && (!filter.earlier || inOrder(filter.earlier));
const areFewForHours = ({ by, ...days }: StatDays & { by?: string | undefined }): boolean =>
  by !== 'hour' ||
  (daysInOrder(HOURLY_DAYS_MOST)(days) && (!days.earlier || daysInOrder(HOURLY_DAYS_MOST)(days.earlier)));
const fits =
  (report: StatReportName) =>
  (filter: StatDays & { by?: string | undefined }): boolean =>
    areInOrder(filter) &&
    areFewForHours(filter) &&
    knowEachOther(filter) &&
    (Object.keys(narrowed) as StatFilterName[]).every(
      (name) => filter[name] === undefined || (statFilters[report] as readonly StatFilterName[]).includes(name),
    );
const FITS = 'days in their order, at most a year (31 by the hour), and filters the report has and knows together';

const cutOf = <R extends StatReportName>(report: R) => {
  const cuts = statCuts[report] as readonly [string, ...string[]];
  return z.enum(cuts).default(cuts[0]) as unknown as z.ZodDefault<
    z.ZodEnum<{ [K in (typeof statCuts)[R][number]]: K }>
  >;
};
const wishOf = <R extends StatReportName>(report: R) =>
  StatShape.extend({ by: cutOf(report) }).refine(fits(report), FITS);

/** Figures by name (`core/figures/glossary.ts`): counts, seconds, shares from 0 to 1; null where there is nothing to tell them by. */
const Values = z.partialRecord(z.enum(figureNames), z.number().nullable());

/** One line of a report. */
export const StatRow = z.object({
  /** Of an agent, a group, a task, a trunk, a number; the code of an outcome or result; 0: none. Null of a time or a place. */
  id: z.number().nullable(),
  /** Empty: it is gone, or the page has a word for it. */ name: z.string(),
  place: z.enum(lossPlaces).optional(),
  /** Of a time; the end is no part of it. */ start: WireTime.optional(),
  end: WireTime.optional(),
  values: Values,
  /** Of the same agent, group … in the days compared with; of times the one in the same place. Null without. */
  earlier: Values.nullable(),
  /** Of a person's day: when they first signed in, and last out. */
  firstIn: WireTime.nullable().optional(),
  lastOut: WireTime.nullable().optional(),
});
export type StatRow = z.output<typeof StatRow>;

/** For a chart. */
export const StatPoint = z.object({ start: WireTime, end: WireTime, values: Values, earlier: Values.nullable() });
export type StatPoint = z.output<typeof StatPoint>;

/** How many callers were gone after so many seconds, both included; `toSec` null: longer. */
export const GoneStep = z.object({
  fromSec: z.number(),
  toSec: z.number().nullable(),
  calls: z.number(),
  earlier: z.number().nullable(),
});
export type GoneStep = z.output<typeof GoneStep>;

export const StatReport = z.object({
  /** The figures of its rows, in the order they are shown. */
  columns: z.array(z.enum(figureNames)),
  /** The figure the chart shows first, and those it may. */
  charted: z.array(z.enum(figureNames)),
  total: Values,
  earlier: Values.nullable(),
  rows: z.array(StatRow),
  /** More than the rows where they come in pages (`agentDay`). */
  rowCount: z.number(),
  step: z.enum(statSteps),
  series: z.array(StatPoint),
  /** Of the report about lost callers alone. */
  gone: z.array(GoneStep).optional(),
});
export type StatReport = z.output<typeof StatReport>;

/** Who works on a lost caller. */
const Work = z.object({ userId: z.number(), userName: z.string(), at: WireTime });

/** Somebody who called, was not answered, and was not talked with since, in or out: one line for each number. */
export const LostCaller = z.object({
  /** The last call of theirs that was lost; calling back names it. */ callId: z.string(),
  at: WireTime,
  /** Empty for readers who see stars. */ number: z.string(),
  displayNumber: z.string(),
  hasEncrypt: z.boolean(),
  country: z.string(),
  customerId: z.string().nullable(),
  customerName: z.string(),
  place: z.enum(lossPlaces),
  /** Until they were gone. */ goneSec: z.number(),
  groupId: z.number().nullable(),
  groupName: z.string(),
  /** Our number they called. */ calledNumber: z.string(),
  /** How often they called in vain since somebody last talked with them. */ calls: z.number(),
  /** How often we called them since, in vain. */ tries: z.number(),
  lastTryAt: WireTime.nullable(),
  /** There is a number, and the reader may call it back. */ canCallback: z.boolean(),
  claimed: Work.nullable(),
  /** Somebody is done with them though nobody talked. */ done: Work.extend({ note: z.string() }).nullable(),
});
export type LostCaller = z.output<typeof LostCaller>;

export const lostStates = ['open', 'mine', 'claimed', 'done', 'all'] as const;
const LostWish = z.object({
  ...daysShape,
  group_id: narrowed.group_id,
  number_id: narrowed.number_id,
  place: z.enum(lossPlaces).optional(),
  /** `open`: nobody has it; `claimed`: anybody has. */
  state: z.enum(lostStates).default('open'),
});
export type LostWish = z.output<typeof LostWish>;
const CallId = z.string().min(1).max(200);

/** Pushed to whoever sees statistics: somebody took, gave back or finished a lost caller. */
export const LOST_CALLERS_CHANGED = 'statistics.lostCallers';

const at = <P extends string>(path: P) => `/cc/api/statistics/v1/${path}` as const;
const view = { method: 'POST', access: 'statistics.view', reads: true } as const;

export const statisticsApi = {
  agentEfficiency: endpoint({
    ...view,
    path: at('agentEfficiency'),
    api: 'statistics.read',
    summary: 'What agents did: calls, times, how busy they were; by agent, group or time.',
    input: wishOf('agentEfficiency'),
    data: StatReport,
  }),
  callInLoss: endpoint({
    ...view,
    path: at('callInLoss'),
    api: 'statistics.read',
    summary: 'Callers nobody talked to: where they were lost, and after how many seconds.',
    input: wishOf('callInLoss'),
    data: StatReport,
  }),
  dayReport: endpoint({
    ...view,
    path: at('dayReport'),
    api: 'statistics.read',
    summary: 'All figures of calls, by hour, day, week or month.',
    input: wishOf('dayReport'),
    data: StatReport,
  }),
  status: endpoint({
    ...view,
    path: at('status'),
    summary:
      'How long agents were in each status; by agent, by day, or by each agent’s day in pages. Refused while AgentStatusEnable is false.',
    input: StatShape.extend({ by: cutOf('status') })
      .extend(PageQuery.shape)
      .refine(fits('status'), FITS),
    data: StatReport,
  }),
  aiOutbound: endpoint({
    ...view,
    path: at('aiOutbound'),
    api: 'statistics.read',
    summary: 'What calls of AI tasks came to; by task, result or time.',
    input: wishOf('aiOutbound'),
    data: StatReport,
  }),
  callEfficiency: endpoint({
    ...view,
    path: at('callEfficiency'),
    api: 'statistics.read',
    summary: 'What became of calls that went out; by agent, task, trunk, number, outcome or time.',
    input: wishOf('callEfficiency'),
    data: StatReport,
  }),
  choices: endpoint({
    ...view,
    path: at('choices'),
    summary: 'What reports can be narrowed to, by name.',
    input: z.object({}),
    data: z.object({
      agents: z.array(z.object({ id: z.number(), name: z.string() })),
      groups: z.array(z.object({ id: z.number(), name: z.string() })),
      /** Newest first. */
      campaigns: z.array(z.object({ id: z.number(), name: z.string(), isAi: z.boolean() })),
      trunks: z.array(z.object({ id: z.number(), name: z.string() })),
      numbers: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  }),
  lostCallers: endpoint({
    ...view,
    path: at('callInLoss/worklist'),
    summary: 'Callers who were lost and not talked with since, the latest first, one line for each number.',
    input: LostWish.extend(PageQuery.shape).refine(inOrder, FITS),
    data: pageOf(LostCaller).extend({ totalCapped: z.boolean() }),
  }),
  claimLost: endpoint({
    method: 'POST',
    path: at('callInLoss/claim'),
    access: 'statistics.view',
    summary: 'I call this lost caller back; refused as a conflict while somebody else does, unless it is taken over.',
    input: z.object({ callId: CallId, takeOver: z.boolean().default(false) }),
    data: z.null(),
  }),
  releaseLost: endpoint({
    method: 'POST',
    path: at('callInLoss/release'),
    access: 'statistics.view',
    summary: 'I do not call this lost caller back after all, or they are to be worked on again.',
    input: z.object({ callId: CallId }),
    data: z.null(),
  }),
  finishLost: endpoint({
    method: 'POST',
    path: at('callInLoss/done'),
    access: 'statistics.view',
    summary: 'This lost caller needs no call any more.',
    input: z.object({ callId: CallId, note: z.string().trim().max(LOST_NOTE_MAX).default('') }),
    data: z.null(),
  }),
  exportReport: endpoint({
    method: 'POST',
    path: at('export'),
    access: 'statistics.export',
    freshProof: true,
    summary: 'Writes the rows of a report into my downloads; answers its id.',
    input: StatShape.extend({
      report: z.enum(statReports),
      /** As the report has them; its first unless said. */ by: z.string().max(20).optional(),
      kind: TableFileKind.default('csv'),
    }).refine(
      ({ report, ...filter }) =>
        fits(report)(filter) &&
        (filter.by === undefined || (statCuts[report] as readonly string[]).includes(filter.by)),
      FITS,
    ),
    data: z.object({ id: z.number() }),
  }),
  exportLost: endpoint({
    method: 'POST',
    path: at('callInLoss/export'),
    access: 'statistics.export',
    freshProof: true,
    summary: 'Writes the lost callers into my downloads; answers its id.',
    input: LostWish.extend({ kind: TableFileKind.default('csv') }).refine(inOrder, FITS),
    data: z.object({ id: z.number() }),
  }),
};
