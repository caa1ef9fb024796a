import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type {
  CampaignCallEnd,
  CampaignCallEvent,
  CampaignCallPlan,
  CampaignDesk,
  CampaignNews,
} from '#core/call/campaign-call.ts';
import { callPasses } from '#features/chat/chat-channels/server/index.ts';
import { campaignsRepo, membersRepo } from '#features/outbound/campaigns/server/index.ts';
import { DialerFields } from '#features/outbound/campaigns/contract.ts';
import { aDesk } from '#features/team/agent-groups/server/desk.fixture.ts';
import type { LiveQueueDesk } from '#features/team/agent-groups/server/index.ts';
import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import { openCallPlans, roomOnLines, type CallPlans } from '#features/voice/call-routes/server/index.ts';
import { emptyCatalogue } from '#platform/server/catalogue.ts';
import type { CampaignDoor } from '#platform/server/contributions.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { Homes } from '#platform/server/homes/homes.ts';
import { aTenant, type Member } from '#test/builders.ts';
import { handClock, type HandClock } from '#test/clock.ts';
import { anAgent } from '#features/team/agent-status/server/board.fixture.ts';
import type { FlowCallers } from './engine.ts';
import { openCampaignEngine } from './open-engine.ts';

/** A Wednesday, noon in Mexico City: everybody there may be called. */
export const NOON = Date.UTC(2026, 10, 18, 18);
/** Numbers of Mexico City, each its own. */
export const numberOf = (n: number): string => `5255${String(10_000_000 + n)}`;

export const nobodyAnswers: CampaignCallEnd = {
  outcome: 'noAnswer',
  cause: 'noAnswer',
  sipStatus: 480,
  endedBy: 'server',
  wasAnswered: false,
  rangMs: 20_000,
  earlyVoicemail: false,
  gaveUp: false,
  talkMs: 0,
};
export const talked = (talkMs: number): CampaignCallEnd => ({
  ...nobodyAnswers,
  outcome: 'talked',
  cause: 'normal',
  sipStatus: 200,
  endedBy: 'customer',
  wasAnswered: true,
  rangMs: 8_000,
  talkMs,
});

/** A desk whose calls the test leads; agents it offers take their calls at once. */
export function aHandDesk(board: Pick<AgentBoard, 'send'>, clock: HandClock) {
  const listeners = new Set<(event: CampaignCallEvent) => void>();
  const dialled: (CampaignCallPlan & { atMs: number })[] = [];
  const ended: { callId: string; how: string }[] = [];
  const offered: { callId: string; userId: number }[] = [];
  const talks = new Map<string, number>();
  const phones = { take: true };
  const planOf = (callId: string) => dialled.find((plan) => plan.callId === callId)!;
  const emit = (callId: string, event: CampaignNews): void => {
    const { tenantId } = planOf(callId);
    for (const listener of listeners) listener({ tenantId, callId, atMs: clock.nowMs(), ...event });
  };
  const desk: CampaignDesk = {
    dial: (plan) => void dialled.push({ ...plan, atMs: clock.nowMs() }),
    async offer(tenantId, callId, userId) {
      if (!phones.take) return false;
      const who = { tenantId, userId };
      const now = await board.send(who, { type: 'callOffered', callId, forCampaign: true, nowMs: clock.nowMs() });
      if (now.call?.callId !== callId) return false;
      offered.push({ callId, userId });
      await board.send(who, { type: 'callBegan', callId, nowMs: clock.nowMs() });
      talks.set(callId, userId);
      emit(callId, { type: 'connected', userId });
      return true;
    },
    end(_tenantId, callId, how) {
      ended.push({ callId, how });
      emit(callId, { type: 'ended', end: { ...nobodyAnswers, cause: 'cancelled', endedBy: 'server' } });
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return {
    desk,
    /** Whether agents who are offered a call take it. */
    phones,
    dialled,
    offered,
    ended,
    rings: (callId: string) => emit(callId, { type: 'rang' }),
    answers: (callId: string) => emit(callId, { type: 'answered' }),
    machine: (callId: string) => emit(callId, { type: 'machine' }),
    givesUp: (callId: string) => emit(callId, { type: 'abandoned' }),
    optsOut: (callId: string) => emit(callId, { type: 'optedOut' }),
    async ends(callId: string, end: CampaignCallEnd = nobodyAnswers, wrapUpMs = 0) {
      const userId = talks.get(callId);
      talks.delete(callId);
      emit(callId, { type: 'ended', end });
      const nowMs = clock.nowMs();
      if (userId !== undefined)
        await board.send({ tenantId: planOf(callId).tenantId, userId }, { type: 'callEnded', callId, wrapUpMs, nowMs });
    },
  };
}

export interface EngineWishes {
  clock?: HandClock;
  doors?: CampaignDoor[];
  flows?: FlowCallers;
  flowsBorne?: number;
  /** Where the tenant is at home; here, unless told. */
  find?: Homes['find'];
  /** Called before the lines of a route are looked at; may throw. */
  looks?: (ask: { routerId: number }) => void;
  /** What becomes of looking a group up. */
  grouped?: (find: LiveQueueDesk['group']) => LiveQueueDesk['group'];
  /** What becomes of the plans of several calls. */
  planned?: (plan: CallPlans['autoDialMany']) => CallPlans['autoDialMany'];
}

/** The engine with the real board, line, plans and database, and a desk whose calls the test leads. */
export async function anEngine(db: Db, wishes: EngineWishes = {}) {
  const {
    clock = handClock(NOON),
    doors = [],
    flows = null,
    flowsBorne = 100,
    find = async () => ({ at: 'here' }),
    planned = (plan) => plan,
    grouped = (find) => find,
    looks = () => {},
  } = wishes;
  const house = aDesk(db, { clock });
  const plans = openCallPlans({ ...house, catalogue: emptyCatalogue() }, callPasses(db));
  const hand = aHandDesk(house.board, clock);
  const engine = openCampaignEngine(
    {
      db,
      clock,
      log: house.log,
      after: clock.after,
      desk: hand.desk,
      plans: { ...plans, autoDialMany: planned(plans.autoDialMany) },
      board: house.board,
      queues: { ...house.desk, group: grouped(house.desk.group) },
      room: async (tx, ask) => {
        looks(ask);
        return roomOnLines(house, tx, ask);
      },
      doors: () => doors,
      flows,
      machine: { roomForFlows: (underWay) => flowsBorne - underWay },
      newCallId: randomUUID,
    },
    { isHere: () => true, find },
  );
  await house.start();
  await engine.start();
  return {
    ...house,
    ...hand,
    line: house.desk,
    engine,
    clock,
    /** Time passes, and everything that follows is done. */
    async pass(ms = 100, stepMs = 100): Promise<void> {
      for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
        clock.turn(Math.min(stepMs, ms - passedMs));
        await engine.settled();
        await new Promise((soon) => setImmediate(soon));
        await engine.settled();
      }
    },
    async stop() {
      await engine.stop();
      await house.stop();
    },
  };
}

export type TestEngine = Awaited<ReturnType<typeof anEngine>>;

/** A tenant with a line, a campaign that runs on it, and customers. */
export async function aCampaign(
  db: Db,
  { customers = 10, kind = 'dialer', settings = {}, line = {}, first = 0, tenantId, numbers }: CampaignWishes = {},
) {
  const team = tenantId ?? (await aTeamWithLine(db, line));
  const id = await db.tenant({ tenantId: team }, async (tx) => {
    const { dispatchType = 1, ...fields } = { ...settings } as { dispatchType?: 1 | 3 };
    const all = DialerFields.parse({ name: `Renewals ${(made += 1)}`, dispatchType, ...fields });
    const dialling = { ...all, ...settings, ...(kind === 'ai' ? { dispatchType: null } : {}) };
    const row = await campaignsRepo(tx).add(kind, all, { userId: null, name: 'Ana' }, dialling);
    const people = (numbers ?? Array.from({ length: customers }, (_, n) => numberOf(first + n))).map((number, n) => ({
      customerId: null,
      number,
      country: numbers ? '' : 'MX',
      name: `Customer ${n}`,
      timeZone: '',
      columns: { contract: `A-${n}` },
      consent: 1 as const,
      priority: 5,
      agentId: null,
    }));
    await membersRepo(tx).add(row.id, people, null);
    await campaignsRepo(tx).count(row.id, { customers: people.length });
    await campaignsRepo(tx).setState(row.id, 'running', null);
    return row.id;
  });
  return { tenantId: team, id };
}
let made = 0;

export interface CampaignWishes {
  customers?: number;
  kind?: 'dialer' | 'ai';
  settings?: object;
  line?: { maxCalls?: number | null; perSec?: number | null };
  first?: number;
  tenantId?: number;
  numbers?: readonly string[];
}

/** A tenant with one line to everywhere. */
async function aTeamWithLine(
  db: Db,
  { maxCalls = null, perSec = null }: { maxCalls?: number | null; perSec?: number | null },
): Promise<number> {
  const tenantId = await aTenant(db);
  await db.everyTenant('lines', async (tx) => {
    await sql`insert into trunk (tenant_id, name, carrier, max_calls, calls_per_sec) values (${tenantId}, 'A', 'rehearsal', ${maxCalls}, ${perSec})`.execute(
      tx.as(),
    );
    await sql`insert into external_number (tenant_id, number, country_iso2) values (${tenantId}, ${`52555${String(tenantId).padStart(7, '0')}`}, 'MX')`.execute(
      tx.as(),
    );
    await sql`delete from call_limit where tenant_id = ${tenantId}`.execute(tx.as());
  });
  return tenantId;
}

/** Somebody at work who takes calls now. */
export async function atWork(db: Db, engine: Pick<TestEngine, 'available'>, tenantId: number): Promise<Member> {
  const member = await anAgent(db, tenantId);
  await engine.available(member);
  return member;
}

export interface AttemptRow {
  id: number;
  memberId: number;
  callId: string;
  status: number;
  result: number | null;
  talkSec: number;
  userId: number | null;
  isOver: boolean;
  isAbandoned: boolean;
}
export const attemptsOf = (db: Db, tenantId: number): Promise<AttemptRow[]> =>
  db.tenant(
    { tenantId },
    async (tx) =>
      (
        await sql<AttemptRow>`select id, member_id "memberId", call_id "callId", status, result, talk_sec "talkSec", user_id "userId", ended_at is not null "isOver", abandoned_at is not null "isAbandoned" from campaign_attempt order by id`.execute(
          tx.as(),
        )
      ).rows,
  );

export interface MemberRow {
  id: number;
  number: string;
  state: number;
  closedBy: string | null;
  nextMs: number;
  attempts: number;
}
export const membersOf = (db: Db, tenantId: number): Promise<MemberRow[]> =>
  db.tenant(
    { tenantId },
    async (tx) =>
      (
        await sql<MemberRow>`select id, number, task_state state, closed_by "closedBy", (extract(epoch from next_at) * 1000)::float8 "nextMs", attempts from campaign_customer order by id`.execute(
          tx.as(),
        )
      ).rows,
  );

export const campaignOf = (db: Db, tenantId: number, id: number) =>
  db.tenant({ tenantId }, async (tx) => (await campaignsRepo(tx).find(id))!);
