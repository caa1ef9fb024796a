import { sql } from 'kysely';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import type { TestServer } from '#test/test-server.ts';
import type { DialerCustomer, DialerWhy } from '../contract.ts';
import type { LiveCampaign } from './engine.ts';

/** A Wednesday, noon in Mexico City: everybody there may be called. */
export const NOON = Date.UTC(2026, 10, 18, 18);

/** Numbers of Mexico City, each its own. */
export const numberOf = (n: number): string => `5255${String(20_000_000 + n)}`;
export const people = (count: number, first = 0) =>
  Array.from({ length: count }, (_, n) => ({ phone: `+${numberOf(first + n)}`, name: `Customer ${first + n}` }));

const why: DialerWhy = {
  limit: 'risk',
  free: 2,
  handling: 3,
  leaving: 0,
  inbound: 0,
  callersPerQuarter: 0,
  keptForInbound: 0,
  ringing: 6,
  expectedFree: 2.4,
  expectedAnswers: 1.8,
  answerRate: 0.3,
  ringMs: 11_000,
  handlingMs: 95_000,
  risk: 0.04,
  riskAllowed: 0.03,
  allowanceLeft: 4,
};

/** A campaign that dials, as its engine tells. */
export const aLiveCampaign = (campaignId: number, some: Partial<LiveCampaign> = {}): LiveCampaign => ({
  campaignId,
  dialling: 2,
  ringing: 6,
  waiting: 1,
  talking: 3,
  free: 2,
  wrapUp: 1,
  why: {
    ...why,
    counts: {
      rollingDay: { answered: 100, abandoned: 2 },
      day: { answered: 100, abandoned: 2 },
      month: { answered: 900, abandoned: 20 },
    },
  },
  limit: null,
  today: { answered: 100, abandoned: 2 },
  thirtyDays: { answered: 900, abandoned: 20 },
  startsPerSec: 4,
  ...some,
});

interface WayOfCall {
  status: number;
  result?: number;
  /** Milliseconds from its beginning; without it the call did not come so far. */
  rang?: number;
  answered?: number;
  connected?: number;
  abandoned?: number;
  ended?: number;
  talkSec?: number;
  byMachine?: boolean;
}

/** A team with somebody who plans tasks of the dialler. */
export async function aDialerTeam(server: TestServer) {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  const planner = await aMember(db, tenantId, {
    name: 'Sofía',
    functions: ['dialer.view', 'dialer.edit', 'campaigns.edit', 'customers.view', 'customers.use'],
  });
  const ask = (who: Member, path: string, body: object = {}) =>
    server.ask('POST', `/cc/api/dialerTask/v1/${path}`, { token: who.token, body });
  /** The data of a call that goes well. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the envelope of a test server is read as what the test expects
  const answerOf = async <D = any>(who: Member, path: string, body: object = {}): Promise<D> => {
    const { code, msg, data } = await ask(who, path, body);
    if (code !== 0) throw new Error(`${path}: ${code} ${msg}`);
    return data as D;
  };
  const rows = <R extends object>(query: ReturnType<typeof sql>) =>
    db.tenant({ tenantId }, async (tx) => (await query.execute(tx.as())).rows as R[]);
  const moment = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return {
    tenantId,
    planner,
    ask,
    answerOf: answerOf,
    rows,
    /** A task of people of a list that runs at once. */
    async aTask(count: number, settings: object = {}, first = 0): Promise<number> {
      const { id } = await answerOf<{ id: number }>(planner, 'createFrom', {
        settings: { name: `Offers ${(tasks += 1)}`, startType: 3, ...settings },
        source: { from: 'list', customers: people(count, first) },
      });
      return id;
    },
    customers: async (id: number, more: object = {}): Promise<DialerCustomer[]> =>
      (await answerOf<{ list: DialerCustomer[] }>(planner, 'customers', { id, size: 200, ...more })).list,
    /** A call that was made, as its engine leaves it. */
    async aCall(of: DialerCustomer, beganMs: number, way: WayOfCall, userId: number | null = null): Promise<void> {
      const at = (ms: number | undefined) => moment(ms === undefined ? undefined : beganMs + ms);
      await rows(sql`
        insert into campaign_attempt (campaign_id, member_id, number, user_id, call_id, status, result, talk_sec, began_at, rang_at, answered_at, connected_at, abandoned_at, ended_at, by_machine)
        values (${of.taskId}, ${of.id}, ${of.phone}, ${userId}::bigint, ${`call-${(calls += 1)}`}, ${way.status}, ${way.result ?? null}::smallint, ${way.talkSec ?? 0}, ${moment(beganMs)}::timestamptz,
          ${at(way.rang)}::timestamptz, ${at(way.answered)}::timestamptz, ${at(way.connected)}::timestamptz, ${at(way.abandoned)}::timestamptz, ${at(way.ended)}::timestamptz, ${way.byMachine ?? false})`);
    },
  };
}
let tasks = 0;
let calls = 0;
