import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { afterChanges } from '../core/row-changes.ts';
import { anAgent } from '#features/team/agent-status/server/board.fixture.ts';
import { houseOfTests, serve, soon } from '#features/voice/calls/server/calls.fixture.ts';
import { aProcess, type Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { aMember, type Member } from '#test/builders.ts';
import {
  monitorSocket,
  type MonitorAgent,
  type MonitorBoardMessage,
  type MonitorCall,
  type MonitorChangesMessage,
  type MonitorDown,
  type MonitorGroup,
} from '../contract.ts';
import type { Watcher } from './monitor-board.ts';
import { openMonitorBoard } from './open-monitor-board.ts';
import { openMonitorSockets } from './monitor-sockets.ts';

vi.setConfig({ testTimeout: 30_000 });

const { db, url, house, aTeam } = await houseOfTests();
const { telephony } = house;
const board = openMonitorBoard({ db, clock: house.clock, log: house.log }, house);
beforeAll(() => board.start());
afterAll(() => board.stop());

/** Somebody who looks, and what they know by what they were told. */
async function looks(
  tenantId: number,
  { zone = 'UTC', needsMasking = () => false }: { zone?: string; needsMasking?: () => boolean } = {},
) {
  const sent: (MonitorBoardMessage | MonitorChangesMessage)[] = [];
  const known = {
    agents: new Map() as ReadonlyMap<number | string, MonitorAgent>,
    groups: new Map() as ReadonlyMap<number | string, MonitorGroup>,
    calls: new Map() as ReadonlyMap<number | string, MonitorCall>,
  };
  const watcher: Watcher = {
    tenantId,
    zone,
    needsMasking,
    send(message) {
      sent.push(message);
      const isAll = message.kind === 'board';
      known.agents = afterChanges(
        isAll ? new Map() : known.agents,
        isAll ? { rows: message.agents, gone: [] } : message.agents,
        ({ userId }) => userId,
      );
      known.groups = afterChanges(
        isAll ? new Map() : known.groups,
        isAll ? { rows: message.groups, gone: [] } : message.groups,
        ({ id }) => id,
      );
      known.calls = afterChanges(
        isAll ? new Map() : known.calls,
        isAll ? { rows: message.calls, gone: [] } : message.calls,
        ({ callId }) => callId,
      );
    },
  };
  const leave = await board.watch(watcher);
  return {
    sent: sent,
    known,
    leave,
    agent: ({ userId }: { userId: number }) => known.agents.get(userId)!,
    call: () => [...known.calls.values()][0],
  };
}

const fresh = (tenantId: number, needsMasking = false) => board.read({ tenantId, zone: 'UTC', needsMasking });

test('[CC-09] who looks sees agents, groups and calls at once, then every change, and always knows what a fresh reader would', async () => {
  const [tenant, ana, budi] = await aTeam(2);
  const sofia = await looks(tenant.tenantId);
  expect(sofia.sent).toHaveLength(1);
  expect(sofia.agent(ana)).toMatchObject({
    name: ana.name,
    groups: [tenant.groupId],
    voice: { status: AgentStatus.available, whyNotRoutable: null, call: null },
    text: null,
  });
  expect([...sofia.known.groups.values()]).toMatchObject([
    { id: tenant.groupId, name: 'Sales', waiting: 0, signedIn: 2, free: 2, talking: 0, answered: 0, lost: 0 },
  ]);

  const caller = await house.callsIn(tenant);
  await soon(() => sofia.call()).toMatchObject({
    state: 'queued',
    direction: 'inbound',
    customerNumber: '525512345678',
    groupId: tenant.groupId,
    ourNumber: tenant.did,
  });
  const [one, other] = await soon(() => [ana, budi].some(({ sipNum }) => telephony.ringing(sipNum)))
    .toBe(true)
    .then(() => (telephony.ringing(ana.sipNum) ? [ana, budi] : [budi, ana]) as [typeof ana, typeof budi]);
  await house.takes(one);
  await soon(() => sofia.call()).toMatchObject({
    state: 'talking',
    agents: [{ userId: one.userId, name: one.name, at: 'talking' }],
    held: false,
  });
  await soon(() => sofia.agent(one).voice).toMatchObject({ call: { at: 'talking' }, whyNotRoutable: 'inCall' });
  await soon(() => [...sofia.known.groups.values()][0]).toMatchObject({ talking: 1, free: 1, answered: 1, kept: 1 });
  await board.read({ tenantId: tenant.tenantId, zone: 'UTC', needsMasking: false }).then(({ agents, calls }) => {
    expect([...sofia.known.agents.values()]).toEqual(expect.arrayContaining(agents));
    expect([...sofia.known.calls.values()]).toEqual(calls);
  });
  telephony.hangsUp(caller);
  await house.settled();
  await soon(() => sofia.known.calls.size).toBe(0);
  await soon(() => sofia.agent(one).voice?.wrapUp).not.toBeNull();
  expect(sofia.agent(other).voice).toMatchObject({ whyNotRoutable: null });
  sofia.leave();
});

test('[CC-09] a status that is changed is seen by everybody who looks, with who changed it; nobody of another team sees it', async () => {
  const [tenant, ana] = await aTeam(1);
  const [elsewhere] = await aTeam(0);
  const [sofia, wall, stranger] = [
    await looks(tenant.tenantId),
    await looks(tenant.tenantId, { zone: 'Asia/Shanghai', needsMasking: () => true }),
    await looks(elsewhere.tenantId),
  ];
  await house.board.send(ana, {
    type: 'statusForced',
    status: AgentStatus.meeting,
    by: 'Sofia',
    nowMs: house.clock.nowMs(),
  });
  for (const one of [sofia, wall])
    await soon(() => one.agent(ana).voice).toMatchObject({
      status: AgentStatus.meeting,
      modifiedBy: 'Sofia',
      whyNotRoutable: 'notAvailable',
    });
  expect(stranger.known.agents.size).toBe(0);
  for (const one of [sofia, wall, stranger]) one.leave();
});

test('[CC-09] many changes at once are few messages, and the last one always comes', async () => {
  const [tenant, ana] = await aTeam(1);
  const sofia = await looks(tenant.tenantId);
  for (let turn = 0; turn < 40; turn += 1)
    await house.board.send(ana, {
      type: 'statusForced',
      status: turn % 2 === 0 ? AgentStatus.meeting : AgentStatus.eating,
      by: 'Sofia',
      nowMs: house.clock.nowMs(),
    });
  await house.board.send(ana, {
    type: 'statusForced',
    status: AgentStatus.available,
    by: 'Sofia',
    nowMs: house.clock.nowMs(),
  });
  await soon(() => sofia.agent(ana).voice?.status).toBe(AgentStatus.available);
  expect(sofia.sent.length).toBeLessThan(20);
  sofia.leave();
});

test('[CC-09] whose role asks for stars sees stars, from the moment it does', async () => {
  const [tenant, ana] = await aTeam(1);
  const role = { hides: false };
  const sofia = await looks(tenant.tenantId, { needsMasking: () => role.hides });
  const masked = await looks(tenant.tenantId, { needsMasking: () => true });
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  await soon(() => sofia.call()?.state).toBe('talking');
  await soon(() => masked.call()?.state).toBe('talking');
  expect([sofia.call()!.customerNumber, masked.call()!.customerNumber]).toEqual(['525512345678', '52******5678']);
  expect(JSON.stringify(masked.sent)).not.toContain('525512345678');
  role.hides = true;
  await soon(() => sofia.call()?.customerNumber).toBe('52******5678');
  expect(sofia.sent.at(-1)!.kind).toBe('board');
  expect((await fresh(tenant.tenantId, true)).calls[0]!.customerNumber).toBe('52******5678');
  telephony.hangsUp(caller);
  await house.settled();
  sofia.leave();
  masked.leave();
});

test('[CC-09] the customer of a call is named as soon as the book knows them, with a star where the role asks for it; whoever is forgotten has no name', async () => {
  const [tenant, ana] = await aTeam(1);
  const [sofia, masked] = [await looks(tenant.tenantId), await looks(tenant.tenantId, { needsMasking: () => true })];
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  await soon(() => sofia.call()?.state).toBe('talking');
  expect(sofia.call()!.customerName).toBe('');
  const { callId } = sofia.call()!;
  const named = (name: string) =>
    db.everyTenant('a name', (tx) =>
      sql`
    insert into call_record (tenant_id, call_id, node, direction, started_at, customer_number, our_number, customer_name) values (${tenant.tenantId}, ${callId}, 'n', 'inbound', now(), '525512345678', '1', ${name})
    on conflict (tenant_id, call_id) do update set customer_name = excluded.customer_name`.execute(tx.as()),
    );
  await named('Lucía Pérez');
  board.touch(tenant.tenantId);
  await soon(() => sofia.call()?.customerName).toBe('Lucía Pérez');
  await soon(() => masked.call()?.customerName).toBe('L**');
  expect(JSON.stringify(masked.sent)).not.toContain('Lucía');
  expect((await fresh(tenant.tenantId, true)).calls[0]!.customerName).toBe('L**');
  await named('');
  board.touch(tenant.tenantId);
  await soon(() => sofia.call()?.customerName).toBe('');
  telephony.hangsUp(caller);
  await house.settled();
  for (const one of [sofia, masked]) one.leave();
});

test('[CC-09] callers who gave up and who waited too long count against the service level; yesterday and other groups do not', async () => {
  const [tenant] = await aTeam(0);
  const { tenantId, groupId } = tenant;
  const now = house.clock.nowMs();
  const record = (
    callId: string,
    some: {
      outcome: number;
      queueSec: number;
      agoMs?: number;
      answered?: boolean;
      ended?: boolean;
      direction?: string;
    },
  ) =>
    db.everyTenant('a record', (tx) =>
      sql`
      insert into call_record (tenant_id, call_id, node, direction, started_at, answered_at, ended_at, queue_sec, customer_number, our_number, group_id, outcome)
      values (${tenantId}, ${callId}, 'n', ${some.direction ?? 'inbound'}, ${new Date(now - (some.agoMs ?? 0))}, ${some.answered ? new Date(now) : null}, ${some.ended === false ? null : new Date(now)}, ${some.queueSec}, '525512345678', '1', ${groupId}, ${some.outcome})`.execute(
        tx.as(),
      ),
    );
  await record('quick', { outcome: 1, queueSec: 20, answered: true });
  await record('late', { outcome: 1, queueSec: 21, answered: true });
  await record('lasting', { outcome: 0, queueSec: 0, answered: true, ended: false });
  await record('abandoned', { outcome: 2, queueSec: 5 });
  await record('missed', { outcome: 3, queueSec: 50 });
  await record('voicemail', { outcome: 6, queueSec: 50 });
  await record('promised', { outcome: 7, queueSec: 50 });
  await record('out', { outcome: 1, queueSec: 0, answered: true, direction: 'outbound' });
  await record('yesterday', { outcome: 2, queueSec: 5, agoMs: 30 * 3_600_000 });
  expect((await fresh(tenantId)).groups).toMatchObject([
    { id: groupId, answered: 3, kept: 2, lost: 2, serviceLevelSec: 20 },
  ]);
});

test('[CC-09] text agents are shown with how much they have; people without a seat are not', async () => {
  const [tenant] = await aTeam(0);
  const chen = await aMember(db, tenant.tenantId, { name: 'Chen', textSeat: true });
  await aMember(db, tenant.tenantId, { name: 'Owner', isOwner: true });
  await serve(db, house.queues, tenant, chen);
  expect((await fresh(tenant.tenantId)).agents).toEqual([
    {
      userId: chen.userId,
      name: 'Chen',
      groups: [tenant.groupId],
      voice: null,
      text: { online: false, since: null, load: 0, capacity: 5 },
    },
  ]);
});

test('[CC-09] somebody who never worked is offline, and nothing is told of them while nothing happens', async () => {
  const [tenant] = await aTeam(0);
  const noor = await anAgent(db, tenant.tenantId);
  const sofia = await looks(tenant.tenantId);
  expect(sofia.agent(noor).voice).toMatchObject({
    sipNumber: noor.sipNum,
    status: AgentStatus.offline,
    since: null,
    whyNotRoutable: 'offline',
  });
  board.touch(tenant.tenantId);
  await fresh(tenant.tenantId);
  await fresh(tenant.tenantId);
  expect(sofia.sent.filter(({ kind }) => kind === 'changes')).toEqual([]);
  sofia.leave();
});

const sockets = await aProcess(url, { channels: [openMonitorSockets(board)] });
afterAll(() => sockets.stop());
const pageOf = async (member: Member, query: Record<string, string> = {}): Promise<Page> =>
  sockets.page(member.sessionId, query, monitorSocket.path);
const messagesOf = (page: Page): MonitorDown[] => page.data() as unknown as MonitorDown[];

test('[CC-09] a socket is for those who may look: others are refused, and whoever loses the right is sent away', async () => {
  const [tenant, ana] = await aTeam(1);
  const sofia = await aMember(db, tenant.tenantId, { functions: ['monitoring.view'] });
  const page = await pageOf(sofia, { zone: 'America/Mexico_City' });
  await soon(() => messagesOf(page)[0]).toMatchObject({ kind: 'board', agents: [{ userId: ana.userId }] });
  page.say({ kind: 'ping' });
  await soon(() => messagesOf(page).at(-1)).toEqual({ kind: 'pong' });
  await house.board.send(ana, {
    type: 'statusForced',
    status: AgentStatus.eating,
    by: 'Sofia',
    nowMs: house.clock.nowMs(),
  });
  await soon(() => messagesOf(page).at(-1)).toMatchObject({
    kind: 'changes',
    agents: { rows: [{ voice: { status: AgentStatus.eating } }], gone: [] },
  });
  await (await pageOf(await aMember(db, tenant.tenantId, { functions: ['calls.use'] }))).closes(4009);
  await page.leave();
});

test('[CC-09] a zone nobody knows is read as UTC', async () => {
  const [tenant] = await aTeam(0);
  const sofia = await aMember(db, tenant.tenantId, { functions: ['monitoring.view'] });
  const page = await pageOf(sofia, { zone: 'Nowhere/At all' });
  await soon(() => messagesOf(page)[0]?.kind).toBe('board');
  await page.leave();
});
