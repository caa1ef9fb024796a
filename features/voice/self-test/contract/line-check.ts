import { z } from 'zod';
import { testFaults } from '#core/line-check/probe-phone.port.ts';
import { WireIceServer } from '#features/team/agents/contract.ts';
import { endpoint, Id, nothing, WireTime } from '#shared/endpoint.ts';

/** How far back histories and trends go, at most. */
export const TREND_DAYS_MOST = 90;
const LINES_MOST = 50;

/** What a test phone registers with. It reaches the exchange's own numbers and nobody else, for ten minutes. */
const ProbeAccount = z.object({
  number: z.string(),
  ha1: z.string(),
  domain: z.string(),
  iceServers: z.array(WireIceServer),
});

const LineToCheck = z.object({
  id: z.number(),
  /** In the caller's language. */ name: z.string(),
  /** Websocket of the line. */ url: z.string(),
  /** The agent's phone uses this one. */ current: z.boolean(),
});
export type LineToCheck = z.infer<typeof LineToCheck>;
export const CheckBegun = z.object({ account: ProbeAccount, lines: z.array(LineToCheck) });
export type CheckBegun = z.infer<typeof CheckBegun>;

const Figure = z.number().finite().min(0).max(100_000).nullable();
const LineResult = z.object({
  endPointId: Id,
  /** Null where the call came to nothing; `error` says why then. */
  mos: z.number().min(1).max(5).nullable(),
  roundTripMs: Figure,
  jitterMs: Figure,
  lossPercent: Figure,
  error: z.enum(testFaults).nullable(),
});
export type LineResult = z.output<typeof LineResult>;

const Days = z.object({ days: z.coerce.number().int().min(1).max(TREND_DAYS_MOST).default(30) });

/** A check of a line, as a graph draws it. */
const LinePoint = z.object({ at: WireTime, mos: z.number().nullable() });
const LineHistory = z.object({ endPointId: z.number(), name: z.string(), points: z.array(LinePoint) });
export type LineHistory = z.infer<typeof LineHistory>;

const DayFigures = z.object({ /** A day of the reader's zone. */ day: z.string(), mos: z.number(), count: z.number() });
const Trend = z.object({
  id: z.number(),
  name: z.string(),
  /** Mean of all. */ mos: z.number().nullable(),
  count: z.number(),
  /** Calls, or checks, that people complain about (below 3) or that failed. */ poor: z.number(),
  days: z.array(DayFigures),
});
export type Trend = z.infer<typeof Trend>;
export const Trends = z.object({
  /** Test calls, by line. */ checks: z.array(Trend),
  /** Calls of agents, by the line they had. */ lines: z.array(Trend),
  /** Calls of agents, the worst first. */ agents: z.array(Trend),
});
export type Trends = z.infer<typeof Trends>;

/** How one agent sounded lately. */
const AgentSound = z.object({
  /** Mean of their calls; null without one. */
  mos: z.number().nullable(),
  calls: z.number(),
  /** Of these, those that people complain about. */
  poor: z.number(),
  /** Their last check of each line; null where the test call failed. */
  checks: z.array(z.object({ endPointId: z.number(), name: z.string(), at: WireTime, mos: z.number().nullable() })),
});
export type AgentSound = z.infer<typeof AgentSound>;

const at = <P extends string>(path: P) => `/cc/api/lineCheck/v1/${path}` as const;

export const lineCheckApi = {
  begin: endpoint({
    method: 'POST',
    path: at('begin'),
    access: 'signedIn',
    reads: true,
    handlesFailures: true,
    limit: { per: 'user', max: 30, windowSec: 300 },
    summary: 'My lines, and an account for a phone that tests them; refused while I am in a call.',
    input: nothing,
    data: CheckBegun,
  }),
  testing: endpoint({
    method: 'POST',
    path: at('testing'),
    access: 'signedIn',
    reads: true,
    renewsSession: false,
    handlesFailures: true,
    limit: { per: 'user', max: 300, windowSec: 300 },
    summary: 'My page tests this line now: its is_check is 1 until the report, the next line, or half a minute.',
    input: z.object({ endPointId: Id }),
    data: z.null(),
  }),
  report: endpoint({
    method: 'POST',
    path: at('report'),
    access: 'signedIn',
    reads: true,
    renewsSession: false,
    handlesFailures: true,
    limit: { per: 'user', max: 60, windowSec: 300 },
    summary: 'What a check of my lines showed; `quiet` for one nobody asked for.',
    input: z.object({ kind: z.enum(['asked', 'quiet']), results: z.array(LineResult).min(1).max(LINES_MOST) }),
    data: z.null(),
  }),
  history: endpoint({
    method: 'POST',
    path: at('history'),
    access: 'signedIn',
    reads: true,
    summary: 'How my checks of each line went.',
    input: Days,
    data: z.array(LineHistory),
  }),
  trends: endpoint({
    method: 'POST',
    path: at('trends'),
    access: 'line-check.view',
    reads: true,
    summary: 'How lines and agents sounded, day by day: test calls by line, calls by line and by agent.',
    input: Days,
    data: Trends,
  }),
  ofAgent: endpoint({
    method: 'POST',
    path: at('ofAgent'),
    access: 'line-check.view',
    reads: true,
    summary: 'How one agent sounded lately: their calls together, and their last check of each line.',
    input: Days.extend({ userId: Id }),
    data: AgentSound,
  }),
};
