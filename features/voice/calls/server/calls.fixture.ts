import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { fakeTelephony, type FakeTelephony } from '#adapters/telephony/fake/fake-telephony.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { FlowHost } from '#core/flow/flow-host.port.ts';
import type { LegId, Telephony } from '#core/telephony/telephony.port.ts';
import { tenantsOfNode } from '#features/team/agent-groups/server/desk.fixture.ts';
import { openQueueDesk } from '#features/team/agent-groups/server/index.ts';
import { startAlone } from '#features/team/agent-status/server/board.fixture.ts';
import { openAgentBoard } from '#features/team/agent-status/server/index.ts';
import { makeAgent } from '#features/team/agents/server/index.ts';
import { callPasses } from '#features/chat/chat-channels/server/index.ts';
import { openCallHolds } from '#features/money/charges/server/index.ts';
import { openCallBook } from '#features/voice/call-records/server/index.ts';
import { openCallPlans, type Allocate } from '#features/voice/call-routes/server/index.ts';
import { systemTimer, type After } from '#platform/server/timer.ts';
import { emptyCatalogue } from '#platform/server/catalogue.ts';
import { systemClock, type Clock } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db/db.ts';
import { openLog } from '#platform/server/log.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import { openSessions } from '#platform/server/sessions/open-sessions.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { aMember, aTenant, type Member, type MemberWishes } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { handClock, type HandClock } from '#test/clock.ts';
import type { CallDeskParts } from './desk-orders.ts';
import { openCallDesk } from './open-call-desk.ts';
import { callHandlers } from './call-handlers.ts';
import { mobileHandlers } from './mobile-handlers.ts';
import { monitorHandlers } from './monitor-handlers.ts';
import { pageHandlers } from './page-handlers.ts';
import { targetHandlers } from './target-handlers.ts';

export interface Agent extends Member {
  name: string;
  sipNum: string;
}

let made = 0;

const tokenOf = (sipNum: string): string => `token of ${sipNum}`;

/** Everything of voice on a real database around the given exchange: board, line, plans, book and desk are the real ones. */
export function aVoice(
  db: Db,
  {
    telephony,
    clock = systemClock,
    after = systemTimer,
    node = `node-${(made += 1)}`,
    flows,
    ear,
    allocate,
    teamSound,
    atHome,
  }: {
    telephony: Telephony;
    clock?: Clock;
    after?: After;
    node?: string;
    flows?: FlowHost;
    ear?: CallDeskParts['ear'];
    allocate?: Allocate;
    teamSound?: CallDeskParts['teamSound'];
    atHome?: CallDeskParts['atHome'];
  },
) {
  const problems: string[] = [];
  const log = openLog('warn', { write: (line) => void problems.push(line) });
  const files = diskFiles(mkdtempSync(join(tmpdir(), 'openseat-calls-')));
  const world = {
    db,
    clock,
    telephony,
    log,
    files,
    catalogue: emptyCatalogue(),
    metrics: openMetrics(),
    sessions: openSessions(db, clock),
    exchange: { domain: 'openseat.test', node, iceServers: () => [] },
  };
  const board = openAgentBoard(world);
  const queues = openQueueDesk(world, board);
  const plans = openCallPlans(world, callPasses(db), allocate);
  const book = openCallBook(world);
  const desk = openCallDesk(
    world,
    {
      board,
      queues,
      plans,
      book,
      holds: openCallHolds(db, clock.nowMs),
      ...(flows && { flows }),
      ...(ear && { ear }),
      ...(teamSound && { teamSound }),
      ...(atHome && { atHome }),
    },
    after,
  );
  const ask = {
    ...callHandlers(world, desk),
    ...mobileHandlers(desk),
    ...monitorHandlers(world, desk, board),
    ...pageHandlers(world, desk),
    ...targetHandlers(world, desk),
  };
  return {
    ...world,
    board,
    queues,
    plans,
    book,
    desk,
    ask,
    problems,
    async start() {
      await startAlone(board);
      await queues.start();
      await desk.start();
      for (const tenantId of await tenantsOfNode(db, node, 'call_record')) await desk.moveIn(tenantId);
      for (const tenantId of await tenantsOfNode(db, node, 'queue_entry')) await queues.moveIn(tenantId);
    },
    async stop() {
      await desk.stop();
      await queues.stop();
      await board.stop();
      await book.stop();
    },
    /** A member who has signed in for calls; the phone is still to be registered. */
    async aMemberWithPhone(tenantId: number, wishes: MemberWishes = {}, { isReady = true } = {}): Promise<Agent> {
      const member = await aMember(db, tenantId, { voiceSeat: true, functions: ['calls.use'], ...wishes });
      const sipNum = await db.everyTenant('a phone', async (tx) => {
        await makeAgent(tx, member);
        const { rows } = await sql<{
          sip_num: string;
        }>`select sip_num from agent where user_id = ${member.userId}`.execute(tx.as());
        await sql`insert into sip_login (tenant_id, user_id, sip_num, session_id, device_id, seed, ha1, cc_token_hash)
          values (${tenantId}, ${member.userId}, ${rows[0]!.sip_num}, ${member.sessionId}, 'desk', '', '', ${hashToken(tokenOf(rows[0]!.sip_num))})`.execute(
          tx.as(),
        );
        return rows[0]!.sip_num;
      });
      await board.send(member, {
        type: 'signedIn',
        status: isReady ? AgentStatus.available : AgentStatus.eating,
        nowMs: clock.nowMs(),
      });
      await board.send(member, { type: 'socketOpened', nowMs: clock.nowMs() });
      return { ...member, name: member.identity.name, sipNum };
    },
    agentNow: (agent: Agent) => board.agent(agent.userId, agent.tenantId)!,
    live: async (agent: Agent) => (await ask.live(agent.caller(), {})).calls,
    /** The one call of this agent. */
    async callIdOf(agent: Agent): Promise<string> {
      return (await ask.live(agent.caller(), {})).calls[0]!.callId;
    },
    /** Records of the tenant, oldest first. */
    async records(tenantId: number) {
      await desk.settled();
      const { rows } = await db.everyTenant('looks', (tx) =>
        sql<{
          call_id: string;
          direction: string;
          outcome: number;
          cause: string;
          refusal: number | null;
          ended: boolean;
          ended_by: string;
          survey_score: number | null;
          has_recording: boolean;
          callback_of: string | null;
          events: string[];
        }>`
          select r.call_id, direction, outcome, cause, refusal, ended_at is not null ended, ended_by, survey_score, has_recording, callback_of,
            array(select e.type || coalesce(' ' || (e.detail ->> 'reason'), '') from call_event e where e.tenant_id = r.tenant_id and e.call_id = r.call_id order by seq) events
          from call_record r where r.tenant_id = ${tenantId} order by r.id`.execute(tx.as()),
      );
      return rows;
    },
  };
}

/** What a phone of this agent sends with a call. */
export const phoneHeaders = ({ sipNum }: Agent): Record<string, string> => ({
  [CallHeader.ccAgent]: sipNum,
  [CallHeader.ccToken]: tokenOf(sipNum),
  [CallHeader.calleeCountryCode]: '52',
});

/** The same with an exchange in memory and a clock that the test turns. */
export function aHouse(
  db: Db,
  {
    node,
    flows,
    ear,
    allocate,
    teamSound,
    atHome,
    telephony = fakeTelephony(),
    clock = handClock(),
  }: {
    node?: string;
    telephony?: FakeTelephony;
    clock?: HandClock;
    flows?: FlowHost;
    ear?: CallDeskParts['ear'];
    allocate?: Allocate;
    teamSound?: CallDeskParts['teamSound'];
    atHome?: CallDeskParts['atHome'];
  } = {},
) {
  const voice = aVoice(db, {
    telephony,
    clock,
    after: clock.after,
    ...(node ? { node } : {}),
    ...(flows && { flows }),
    ...(ear && { ear }),
    ...(allocate && { allocate }),
    ...(teamSound && { teamSound }),
    ...(atHome && { atHome }),
  });
  const { board, desk } = voice;

  /** Time passes: at the exchange, on the clock, for every timer; step by step, so that nothing is early. */
  async function pass(ms: number): Promise<void> {
    await desk.settled();
    const untilMs = clock.monotonicMs() + ms;
    do {
      const stepMs = Math.max(0, Math.min(clock.dueMs() ?? untilMs, untilMs) - clock.monotonicMs());
      clock.leap(stepMs);
      telephony.passMs(stepMs);
      await desk.settled();
    } while (clock.actNext() || clock.monotonicMs() < untilMs);
  }

  const rings = async (agent: Agent): Promise<LegId> => {
    await soon(() => telephony.ringing(agent.sipNum)).toBeTruthy();
    return telephony.ringing(agent.sipNum)!;
  };

  return {
    ...voice,
    clock,
    telephony,
    pass,
    /** Everything that was asked for has been done. */
    settled: desk.settled,
    /** The leg that rings at this agent. */
    rings,
    /** …and is picked up. */
    async takes(agent: Agent): Promise<LegId> {
      const leg = await rings(agent);
      telephony.picksUp(leg);
      await desk.settled();
      return leg;
    },
    /** A customer calls the group's number and has been answered into the line. */
    async callsIn(house: House, from = '525512345678'): Promise<LegId> {
      const leg = telephony.outsideCalls({ line: 'rehearsal', from, to: house.did });
      await desk.settled();
      return leg;
    },
    /** The agent's phone calls somebody, with the headers a phone sends. */
    dials: (agent: Agent, to: string, headers: Record<string, string> = {}): LegId =>
      telephony.phoneCalls(agent.sipNum, to, { ...phoneHeaders(agent), ...headers }),
    /** A member with a phone that is ready for calls. */
    async anAgent(...wishes: Parameters<typeof voice.aMemberWithPhone>): Promise<Agent> {
      const agent = await voice.aMemberWithPhone(...wishes);
      telephony.registers(agent.sipNum);
      await board.send(agent, { type: 'phoneRegistered', nowMs: clock.nowMs() });
      return agent;
    },
  };
}

export interface House {
  tenantId: number;
  groupId: number;
  did: string;
}

/** A tenant with a line outside, a number to show, a group and the number that leads to it. */
export async function aTenantHouse(
  db: Db,
  {
    allowCallback = false,
    settings = {},
    carrier = 'rehearsal',
  }: { allowCallback?: boolean; settings?: Record<string, string>; carrier?: string } = {},
): Promise<House> {
  const tenantId = await aTenant(db);
  const number = (made += 1) + 10_000;
  const did = `5255501${number}`;
  return db.everyTenant('a house', async (tx) => {
    const id = async (query: ReturnType<typeof sql>): Promise<number> =>
      ((await query.execute(tx.as())).rows[0] as { id: number }).id;
    const line = await id(
      sql`insert into trunk (tenant_id, name, carrier) values (${tenantId}, 'A', ${carrier}) returning id`,
    );
    const router = await id(
      sql`insert into router (tenant_id, name, type) values (${tenantId}, 'Mexico', ${RouteType.manualCall}) returning id`,
    );
    await sql`insert into router_trunk (tenant_id, router_id, trunk_id, position) values (${tenantId}, ${router}, ${line}, 0)`.execute(
      tx.as(),
    );
    await sql`insert into external_number (tenant_id, number, country_iso2) values (${tenantId}, ${`5255500${number}`}, 'MX')`.execute(
      tx.as(),
    );
    const groupId = await id(
      sql`insert into agent_group (tenant_id, name, group_no, announce_position, allow_callback) values (${tenantId}, 'Sales', 1001, false, ${allowCallback}) returning id`,
    );
    await sql`insert into did_number (tenant_id, number, carrier, country_iso2, inbound_config, group_id) values (${tenantId}, ${did}, ${carrier}, 'MX', 1, ${groupId})`.execute(
      tx.as(),
    );
    for (const [name, value] of Object.entries(settings))
      await sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, ${name}, ${value})`.execute(
        tx.as(),
      );
    return { tenantId, groupId, did };
  });
}

/** The number of the house is answered by a published flow. */
export async function flowAnswers(db: Db, { tenantId, did }: House): Promise<number> {
  return db.everyTenant('a flow', async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into flow (tenant_id, name, draft, published_version) values (${tenantId}, 'Reception', '{}', 1) returning id`.execute(
      tx.as(),
    );
    const flow = JSON.stringify(aFlow({}, []));
    await sql`insert into flow_version (tenant_id, flow_id, version, flow) values (${tenantId}, ${rows[0]!.id}, 1, ${flow}::jsonb)`.execute(
      tx.as(),
    );
    await sql`update did_number set inbound_config = 2, flow_id = ${rows[0]!.id} where number = ${did}`.execute(
      tx.as(),
    );
    return rows[0]!.id;
  });
}

/** A visitor of a chat of this house, and the pass their page was given. */
export async function aVisitorWithPass(
  db: Db,
  { tenantId, groupId }: House,
  {
    name = 'Mei',
    customerId = null,
    used = true,
    blocked = false,
  }: { name?: string; customerId?: number | null; used?: boolean; blocked?: boolean } = {},
): Promise<{ visitorId: number; guest: string; again(): Promise<string> }> {
  const key = `site-${(made += 1)}-${process.pid}`;
  const pass = (visitorId: number) => async (): Promise<string> => {
    const guest = `guest-${key}-${(made += 1)}`;
    await db.everyTenant('a pass', (tx) =>
      sql`insert into chat_call_pass (guest, tenant_id, visitor_id, group_id, ha1, address, expires_at, used_at) values (${guest}, ${tenantId}, ${visitorId}, ${groupId}, ${ha1OfGuest(guest)}, '', now() + interval '1 minute', ${used ? sql`now()` : null})`.execute(
        tx.as(),
      ),
    );
    return guest;
  };
  const visitorId = await db.everyTenant('a visitor', async (tx) => {
    const { rows: channels } = await sql<{
      id: number;
    }>`insert into chat_channel (tenant_id, key, kind, name, group_id) values (${tenantId}, ${key}, 'web', 'Site', ${groupId}) returning id`.execute(
      tx.as(),
    );
    const { rows } = await sql<{
      id: number;
    }>`insert into chat_visitor (tenant_id, channel_id, name, customer_id, language, blocked_at) values (${tenantId}, ${channels[0]!.id}, ${name}, ${customerId}, 'es-MX', ${blocked ? sql`now()` : null}) returning id`.execute(
      tx.as(),
    );
    return rows[0]!.id;
  });
  return { visitorId, guest: await pass(visitorId)(), again: pass(visitorId) };
}

const ha1OfGuest = (guest: string): string =>
  createHash('md5').update(`${guest}:openseat.test:secret-${guest}`).digest('hex');

/** Comes about, sooner or later; the machine that runs the tests may be busy. */
// oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits it.
export const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000, interval: 10 });

/** These agents serve the group. */
export async function serve(
  db: Db,
  queues: { refresh(tenantId: number): Promise<void> },
  { tenantId, groupId }: House,
  ...agents: readonly Member[]
): Promise<void> {
  await db.everyTenant('members', async (tx) => {
    for (const { userId } of agents)
      await sql`insert into agent_group_member (tenant_id, group_id, user_id) values (${tenantId}, ${groupId}, ${userId})`.execute(
        tx.as(),
      );
  });
  await queues.refresh(tenantId);
}

/** A house for the tests of a file, on a database of theirs; it may report no problem until the last of them. */
export async function houseOfTests({
  beforeStop = async () => {},
  ...wishes
}: {
  beforeStop?: (house: ReturnType<typeof aHouse>) => Promise<void>;
  flows?: FlowHost;
  ear?: CallDeskParts['ear'];
  allocate?: Allocate;
  teamSound?: CallDeskParts['teamSound'];
  telephony?: FakeTelephony;
} = {}) {
  const { db, url, close } = await testDb();
  const house = aHouse(db, wishes);
  beforeAll(house.start);
  afterAll(async () => {
    await beforeStop(house);
    await house.stop();
    expect(house.problems).toEqual([]);
    await close();
  });

  /** A tenant, and so many agents of its group who are ready. Ask for no more than you named. */
  async function aTeam(
    count: 0 | 1 | 2 | 3 | 4,
    wishes: Parameters<typeof aTenantHouse>[1] = {},
  ): Promise<[House, Agent, Agent, Agent, Agent]> {
    const tenant = await aTenantHouse(db, wishes);
    const agents: Agent[] = [];
    for (let index = 0; index < count; index += 1) agents.push(await house.anAgent(tenant.tenantId));
    await serve(db, house.queues, tenant, ...agents);
    return [tenant, ...agents] as never;
  }

  return { db, url, house, aTeam };
}
