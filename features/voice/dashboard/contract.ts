import { z } from 'zod';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { daysInOrder, daysShape, Day, Zone } from '#shared/days.ts';
import { endpoint, Id, TableFileKind, WireTime } from '#shared/endpoint.ts';

export const DASHBOARD_DAYS_MOST = 366;
export const TIMELINE_AGENTS = 50;

/** Days are those of the reader's zone, both included; calls count on the day they began. */
const DashboardShape = z.object({
  ...daysShape,
  /** In whose line callers stood last. */ group_id: Id.optional(),
  /** Who talked last, else was rung last. */ agent_id: Id.optional(),
});
const inOrder = [daysInOrder(DASHBOARD_DAYS_MOST), 'days in their order, at most a year'] as const;
export const DashboardFilter = DashboardShape.refine(...inOrder);
export type DashboardFilter = z.output<typeof DashboardFilter>;

/** What each figure means is told in `core/figures/call-figures.ts`. */
export const CallFigures = z.object({
  ended: z.number(),
  inbound: z.number(),
  outbound: z.number(),
  internal: z.number(),
  talked: z.number(),
  answered: z.number(),
  abandoned: z.number(),
  reached: z.number(),
  inLine: z.number(),
  served: z.number(),
  lost: z.number(),
  inTime: z.number(),
  waitSec: z.number(),
  longestWaitSec: z.number(),
  talkSec: z.number(),
  holdSec: z.number(),
  wrapUpSec: z.number(),
});
/** Within how many seconds half of the calls for groups, and nine of ten, were answered or over; null without any. See `core/figures/waits.ts`. */
const percentiles = { medianWaitSec: z.number().nullable(), ninetiethWaitSec: z.number().nullable() };
export type Percentiles = z.output<z.ZodObject<typeof percentiles>>;
export const CallFiguresAt = CallFigures.extend({ ...percentiles, start: WireTime, end: WireTime });
export type CallFiguresAt = z.output<typeof CallFiguresAt>;
export const FiguresOfGroup = CallFigures.extend({
  ...percentiles,
  /** 0: calls for no group. */ id: z.number(),
  /** Empty: the group is gone. */ name: z.string(),
  promiseSec: z.number().nullable(),
});
export type FiguresOfGroup = z.output<typeof FiguresOfGroup>;
export const FiguresOfAgent = CallFigures.extend({
  id: z.number(),
  /** Empty: whoever it was is gone. */ name: z.string(),
  readySec: z.number(),
  awaySec: z.number(),
});
export type FiguresOfAgent = z.output<typeof FiguresOfAgent>;
export const Dashboard = z.object({
  total: CallFigures.extend({ ...percentiles, readySec: z.number() }),
  step: z.enum(['hour', 'day']),
  times: z.array(CallFiguresAt),
  groups: z.array(FiguresOfGroup),
  agents: z.array(FiguresOfAgent),
});
export type Dashboard = z.output<typeof Dashboard>;

/** How it is at this moment. */
export const DashboardNow = z.object({
  waiting: z.number(),
  /** Since when the first of them waits; promises to call back do not wait. */ oldestAt: WireTime.nullable(),
  callbacks: z.number(),
  talking: z.number(),
  wrappingUp: z.number(),
  /** There, and in no call. */ free: z.number(),
  away: z.number(),
});
export type DashboardNow = z.output<typeof DashboardNow>;

/** What somebody did in a day. */
export const OwnDay = z.object({
  talked: z.number(),
  talkSec: z.number(),
  /** Calls that came in, rang at nobody later than at them, and became no conversation. */ missed: z.number(),
});
export type OwnDay = z.output<typeof OwnDay>;
/** For the start page of whoever takes calls. */
export const OwnDays = z.object({
  /** Callers who stand in lines of their groups at this moment. */ waiting: z.number(),
  today: OwnDay,
  /** The whole day. */ yesterday: OwnDay,
});
export type OwnDays = z.output<typeof OwnDays>;

/** Statuses of one agent that lie in a day, uncut, in order. */
export const AgentTimeline = z.object({
  id: z.number(),
  name: z.string(),
  spans: z.array(
    z.object({ status: AgentStatus.schema, at: WireTime, /** Null while it holds. */ until: WireTime.nullable() }),
  ),
});
export type AgentTimeline = z.output<typeof AgentTimeline>;

/** Tables one can take along. */
export const dashboardTables = ['times', 'groups', 'agents'] as const;
export type DashboardTable = (typeof dashboardTables)[number];

/** Pushed when figures or statuses may have changed. */
export const DASHBOARD_CHANGED = 'dashboard.changed';

const at = <P extends string>(path: P) => `/cc/api/dashboard/v1/${path}` as const;

export const dashboardApi = {
  figures: endpoint({
    method: 'POST',
    path: at('figures'),
    access: 'dashboard.view',
    reads: true,
    summary: 'Figures of finished calls: all together, by time, group and agent.',
    input: DashboardFilter,
    data: Dashboard,
  }),
  now: endpoint({
    method: 'POST',
    path: at('now'),
    access: 'dashboard.view',
    reads: true,
    summary: 'Who waits, who talks and who is free at this moment.',
    input: z.object({ group_id: Id.optional() }),
    data: DashboardNow,
  }),
  ownDays: endpoint({
    method: 'POST',
    path: at('ownDays'),
    access: 'signedIn',
    reads: true,
    renewsSession: false,
    summary: 'My own calls today and yesterday, and who waits in the lines of my groups.',
    input: z.object({ zone: Zone }),
    data: OwnDays,
  }),
  timeline: endpoint({
    method: 'POST',
    path: at('timeline'),
    access: 'dashboard.view',
    reads: true,
    summary: 'The statuses of voice agents on one day, by name.',
    input: z.object({
      day: Day,
      zone: Zone,
      group_id: Id.optional(),
      agent_id: Id.optional(),
      page: z.number().int().min(1).max(1_000).default(1),
    }),
    data: z.object({ list: z.array(AgentTimeline), total: z.number() }),
  }),
  agents: endpoint({
    method: 'POST',
    path: at('agents'),
    access: 'dashboard.view',
    reads: true,
    summary: 'Everybody who takes or took calls, by name, for choosing one.',
    input: z.object({}),
    data: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  exportTable: endpoint({
    method: 'POST',
    path: at('export'),
    access: 'dashboard.export',
    freshProof: true,
    summary: 'Writes a table of the dashboard into my downloads; answers its id.',
    input: DashboardShape.extend({ table: z.enum(dashboardTables), kind: TableFileKind.default('csv') }).refine(
      ...inOrder,
    ),
    data: z.object({ id: z.number() }),
  }),
};
