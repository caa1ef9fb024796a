import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { GONE_MS, SILENT_MS } from '#core/agent-status/agent-machine.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { aSession, aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { STATUS_CHANGED } from '../contract.ts';
import type { BoardAgent } from './agent-board.ts';
import { aBoard, anAgent, getReady } from './board.fixture.ts';

const { db, url, close } = await testDb();
afterAll(close);

const rowsOf = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await db.everyTenant('the test looks', (tx) => query.execute(tx.as()))).rows;
const history = (userId: number) =>
  rowsOf(
    sql<{
      status: number;
      changed_by: string | null;
      reason: string | null;
      open: boolean;
    }>`select status, changed_by, reason, until is null open from agent_status_event where user_id = ${userId} order by id`,
  );
const pushed = (tenantId: number) =>
  rowsOf(
    sql<{
      kind: string;
      user_id: number | null;
      access: string | null;
      body: any;
    }>`select kind, user_id, access, body from outbox where tenant_id = ${tenantId} order by id`,
  );

test('[STATUS-13] a change is stored, remembered in the history, and told to the agent, the supervisors and the listeners', async () => {
  const tenantId = await aTenant(db);
  const ana = await anAgent(db, tenantId);
  const world = aBoard(db);
  const changes: [BoardAgent, BoardAgent][] = [];
  world.board.onChange((now, before) => changes.push([now, before]));
  await getReady(world, ana);
  await world.board.send(ana, { type: 'statusChosen', status: AgentStatus.eating, nowMs: world.clock.nowMs() });
  expect(await history(ana.userId)).toEqual([
    { status: 67, changed_by: null, reason: null, open: false },
    { status: 62, changed_by: null, reason: null, open: true },
  ]);
  expect(
    await rowsOf(sql`select status, device_id, session_id from agent_state where user_id = ${ana.userId}`),
  ).toEqual([{ status: 62, device_id: 'desk', session_id: ana.sessionId }]);
  const pushes = await pushed(tenantId);
  expect(pushes.filter(({ kind }) => kind === STATUS_CHANGED).every(({ user_id }) => user_id === ana.userId)).toBe(
    true,
  );
  expect(pushes.at(-1)).toMatchObject({
    kind: 'agent-status.board',
    user_id: null,
    access: 'agent-status.view',
    body: { status: 62, whyNotRoutable: 'notAvailable', sipNumber: ana.sipNum },
  });
  await world.board.send(ana, { type: 'socketClosed', nowMs: world.clock.nowMs() });
  expect((await pushed(tenantId)).slice(pushes.length)).toMatchObject([
    { kind: 'agent-status.board', body: { connected: false } },
  ]);
  expect(changes.at(-2)).toMatchObject([
    { status: 62, whyNotRoutable: 'notAvailable' },
    { status: 67, whyNotRoutable: null },
  ]);
  expect(world.board.bySipNum(ana.sipNum)).toMatchObject({ userId: ana.userId, status: 62 });
});

test('an agent of whom nothing changes is the same object, so that boards of hundreds are compared at a glance', async () => {
  const tenantId = await aTenant(db);
  const [ana, budi] = [await anAgent(db, tenantId), await anAgent(db, tenantId)];
  const world = aBoard(db);
  for (const agent of [ana, budi]) await getReady(world, agent);
  const here = ({ userId }: { userId: number }) => world.board.agent(userId, tenantId);
  const before = [here(ana), here(budi)];
  expect(here(ana)).toBe(before[0]);
  await world.board.send(ana, { type: 'statusChosen', status: AgentStatus.eating, nowMs: world.clock.nowMs() });
  expect(here(ana)).toMatchObject({ status: AgentStatus.eating, whyNotRoutable: 'notAvailable' });
  expect(here(ana)).not.toBe(before[0]);
  expect(here(budi)).toBe(before[1]);
});

test('a ping changes nothing that is stored or told', async () => {
  const tenantId = await aTenant(db);
  const ana = await anAgent(db, tenantId);
  const world = aBoard(db);
  await getReady(world, ana);
  const before = (await pushed(tenantId)).length;
  const listener = vi.fn<() => void>();
  world.board.onChange(listener);
  world.clock.turn(30_000);
  await world.board.send(ana, { type: 'heardFrom', nowMs: world.clock.nowMs() });
  world.board.tick();
  await world.board.stop();
  expect([(await pushed(tenantId)).length, listener.mock.calls.length]).toEqual([before, 0]);
});

test('events of one agent are taken one after another, also when many come at once', async () => {
  const ana = await anAgent(db, await aTenant(db));
  const world = aBoard(db);
  await getReady(world, ana);
  const offers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      world.board.send(ana, { type: 'callOffered', callId: `c${index}`, nowMs: world.clock.nowMs() }),
    ),
  );
  expect(new Set(offers.map(({ call }) => call?.callId))).toEqual(new Set(['c0']));
});

test('an agent who is asked for many times at once has one place', async () => {
  const ana = await anAgent(db, await aTenant(db));
  const { board, clock } = aBoard(db);
  await Promise.all(
    Array.from({ length: 10 }, () =>
      board.send(ana, { type: 'statusChosen', status: AgentStatus.onBreak, nowMs: clock.nowMs() }),
    ),
  );
  expect(await history(ana.userId)).toHaveLength(1);
  expect(board.ofTenant(ana.tenantId)).toHaveLength(1);
});

test('complaint 1: 70 s of silence are seen by the supervisor, and the next sign ends them', async () => {
  const tenantId = await aTenant(db);
  const ana = await anAgent(db, tenantId);
  const world = aBoard(db);
  await getReady(world, ana);
  const changes: BoardAgent[] = [];
  world.board.onChange((now) => changes.push(now));
  world.clock.turn(SILENT_MS + 1);
  expect(world.board.agent(ana.userId, tenantId)!.whyNotRoutable).toBe('silent');
  world.board.tick();
  await expect.poll(() => changes.at(-1)).toMatchObject({ whyNotRoutable: 'silent', status: 67 });
  expect((await pushed(tenantId)).at(-1)).toMatchObject({
    access: 'agent-status.view',
    body: { whyNotRoutable: 'silent', status: 67 },
  });
  expect(
    (await world.board.send(ana, { type: 'callOffered', callId: 'c1', nowMs: world.clock.nowMs() })).call,
  ).toBeNull();
  await world.board.send(ana, { type: 'heardFrom', nowMs: world.clock.nowMs() });
  expect(changes.at(-1)).toMatchObject({ whyNotRoutable: null });
});

test('complaint 9: whoever does not come back is offline within 25 s, for everybody', async () => {
  const ana = await anAgent(db, await aTenant(db));
  const world = aBoard(db);
  await getReady(world, ana);
  await world.board.send(ana, { type: 'socketClosed', nowMs: world.clock.nowMs() });
  world.clock.turn(GONE_MS);
  world.board.tick();
  await expect
    .poll(() => history(ana.userId))
    .toMatchObject([{ status: 67 }, { status: 0, reason: 'gone', open: true }]);
  expect(world.board.agent(ana.userId, ana.tenantId)).toMatchObject({ status: 0, whyNotRoutable: 'offline' });
});

test('complaint 10: wrap-up ends by the clock, and is written down as long as it was', async () => {
  const ana = await anAgent(db, await aTenant(db));
  const world = aBoard(db);
  await getReady(world, ana);
  const at = () => world.clock.nowMs();
  await world.board.send(ana, { type: 'callBegan', callId: 'c1', nowMs: at() });
  await world.board.send(ana, { type: 'callEnded', callId: 'c1', wrapUpMs: 30_000, nowMs: at() });
  world.clock.turn(29_000);
  world.board.tick();
  expect(world.board.agent(ana.userId, ana.tenantId)!.whyNotRoutable).toBe('wrapUp');
  world.clock.turn(1_000);
  world.board.tick();
  await expect.poll(() => world.board.agent(ana.userId, ana.tenantId)!.whyNotRoutable).toBeNull();
  expect(
    await rowsOf(
      sql`select call_id, extract(epoch from ended_at - started_at)::int seconds from agent_wrap_up where user_id = ${ana.userId}`,
    ),
  ).toEqual([{ call_id: 'c1', seconds: 30 }]);
});

test('a phone that registers or goes away is noticed, also of an agent nobody asked for yet', async () => {
  const ana = await anAgent(db, await aTenant(db));
  const { board, telephony } = aBoard(db);
  await board.start();
  telephony.registers(ana.sipNum);
  await expect.poll(() => board.bySipNum(ana.sipNum)?.registered).toBe(true);
  telephony.unregisters(ana.sipNum);
  await expect.poll(() => board.bySipNum(ana.sipNum)?.registered).toBe(false);
  telephony.registers('99999999999');
  await board.stop();
});

test('after a restart calls are over, statuses are kept, and nobody is routable before the page is back', async () => {
  const tenantId = await aTenant(db);
  const [ana, budi] = [await anAgent(db, tenantId), await anAgent(db, tenantId)];
  const first = aBoard(db);
  for (const agent of [ana, budi]) {
    await getReady(first, agent);
    await first.board.send(agent, { type: 'callBegan', callId: `call-${agent.userId}`, nowMs: first.clock.nowMs() });
  }
  await first.board.send(budi, { type: 'statusChosen', status: AgentStatus.eating, nowMs: first.clock.nowMs() });
  await first.board.stop();
  const second = aBoard(db, first.clock);
  await second.board.start();
  expect(second.board.agent(ana.userId, tenantId)).toMatchObject({
    status: 67,
    call: null,
    connected: false,
    whyNotRoutable: 'socketClosed',
  });
  expect(second.board.agent(budi.userId, tenantId)).toMatchObject({ status: 62, call: null, nextStatus: null });
  expect(await rowsOf(sql`select call_id from agent_state where tenant_id = ${tenantId}`)).toEqual([
    { call_id: null },
    { call_id: null },
  ]);
  second.telephony.registers(ana.sipNum);
  await expect.poll(() => second.board.bySipNum(ana.sipNum)?.registered).toBe(true);
  expect(await second.board.send(ana, { type: 'socketOpened', nowMs: second.clock.nowMs() })).toMatchObject({
    status: 67,
    whyNotRoutable: null,
  });
  await second.board.stop();
});

test('[STATUS-14] a new sign-in begins with the default, a reload keeps what was', async () => {
  const ana = await anAgent(db, await aTenant(db));
  const { board, clock } = aBoard(db);
  const signIn = (sessionId: number, deviceId = 'desk') =>
    board.signIn(ana, { sessionId, deviceId, newStatus: AgentStatus.onBreak });
  expect((await signIn(ana.sessionId)).status).toBe(66);
  await board.send(ana, { type: 'statusChosen', status: AgentStatus.available, nowMs: clock.nowMs() });
  expect((await signIn(ana.sessionId)).status).toBe(67);
  await board.send(ana, { type: 'signedOut', nowMs: clock.nowMs() });
  expect((await signIn(ana.sessionId)).status).toBe(66);
});

test('[STATUS-11] the end of the sign-in a status belongs to takes the agent offline at once; of another sign-in it does not', async () => {
  const ana = await anAgent(db, await aTenant(db));
  const world = aBoard(db);
  await world.board.start();
  await getReady(world, ana);
  const end = (sessionId: number) => db.everyTenant('a sign-out', (tx) => world.sessions.end(tx, { sessionId }));
  await end((await aSession(db, ana)).sessionId);
  await world.board.stop();
  expect(world.board.agent(ana.userId, ana.tenantId)!.status).toBe(67);
  await world.board.start();
  await end(ana.sessionId);
  await expect.poll(() => history(ana.userId)).toMatchObject([{ status: 67 }, { status: 0, reason: 'signedOut' }]);
  await world.board.stop();
});

test('what happened while the database was away holds, and is written when it is back; a wish is refused', async () => {
  const ana = await anAgent(db, await aTenant(db));
  const other = openDb({ url, max: 2, report: () => {} });
  const world = aBoard(other);
  await getReady(world, ana);
  await world.board.send(ana, { type: 'callOffered', callId: 'c1', nowMs: world.clock.nowMs() });
  const working = other.tenant;
  other.tenant = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
  expect(
    await world.board.send(ana, { type: 'offerEnded', callId: 'c1', outcome: 'missed', nowMs: world.clock.nowMs() }),
  ).toMatchObject({ status: 66, call: null });
  await expect(
    world.board.send(ana, { type: 'statusChosen', status: AgentStatus.available, nowMs: world.clock.nowMs() }),
  ).rejects.toThrow('away');
  expect(world.board.agent(ana.userId, ana.tenantId)!.status).toBe(66);
  world.board.tick();
  await world.board.stop();
  expect(await history(ana.userId)).toHaveLength(1);
  other.tenant = working;
  world.board.tick();
  await expect.poll(() => history(ana.userId)).toMatchObject([{ status: 67 }, { status: 66, reason: 'missed' }]);
  await world.board.stop();
  await other.close();
});

test('a renamed agent and one who is no agent any more are noticed', async () => {
  const ana = await anAgent(db, await aTenant(db));
  const world = aBoard(db);
  await world.board.start();
  await getReady(world, ana);
  await db.everyTenant('a new name', async (tx) => {
    await sql`update member set nick_name = 'Anita' where user_id = ${ana.userId}`.execute(tx.as());
    await world.sessions.changed(tx, { userId: ana.userId });
  });
  await expect.poll(() => world.board.agent(ana.userId, ana.tenantId)?.name).toBe('Anita');
  await db.everyTenant('leaves', async (tx) => {
    await sql`update agent set enabled = false where user_id = ${ana.userId}`.execute(tx.as());
    await world.sessions.changed(tx, { userId: ana.userId });
  });
  await expect.poll(() => world.board.agent(ana.userId, ana.tenantId)).toBeNull();
  await expect(world.board.send(ana, { type: 'signedOut', nowMs: 0 })).rejects.toMatchObject({
    name: 'phoneAgentMissing',
  });
  await world.board.stop();
});

test('an agent who loses the seat for calls in the middle of one gets no other, and is free when the seat is given back', async () => {
  const ana = await anAgent(db, await aTenant(db));
  const world = aBoard(db);
  await world.board.start();
  await getReady(world, ana);
  for (const callId of ['c1', 'c2'])
    await world.board.send(ana, { type: 'callBegan', callId, nowMs: world.clock.nowMs() });
  const seat = (isGiven: boolean) =>
    db.everyTenant('a seat', async (tx) => {
      await sql`update member set voice_seat = ${isGiven} where user_id = ${ana.userId}`.execute(tx.as());
      await world.sessions.changed(tx, { userId: ana.userId });
    });
  await seat(false);
  await expect.poll(() => world.board.agent(ana.userId, ana.tenantId)).toBeNull();
  await expect(
    world.board.send(ana, { type: 'callEnded', callId: 'c1', wrapUpMs: 0, nowMs: world.clock.nowMs() }),
  ).rejects.toMatchObject({ name: 'phoneAgentMissing' });
  await seat(true);
  expect(await getReady(world, ana)).toMatchObject({ call: null, status: 67, whyNotRoutable: null });
  await world.board.stop();
});

test('an agent who had no seat when the server came back is in no call of the time before', async () => {
  const ana = await anAgent(db, await aTenant(db));
  const [before, after] = [aBoard(db), aBoard(db)];
  await getReady(before, ana);
  await before.board.send(ana, { type: 'callBegan', callId: 'c1', nowMs: before.clock.nowMs() });
  const seat = (isGiven: boolean) =>
    db.everyTenant('a seat', (tx) =>
      sql`update member set voice_seat = ${isGiven} where user_id = ${ana.userId}`.execute(tx.as()),
    );
  await seat(false);
  await after.board.start();
  await seat(true);
  expect(await getReady(after, ana)).toMatchObject({ call: null, whyNotRoutable: null });
  await after.board.stop();
});

test('a listener that fails keeps nobody else from hearing', async () => {
  const ana = await anAgent(db, await aTenant(db));
  const world = aBoard(db);
  const listener = vi.fn<() => void>();
  world.board.onChange(() => {
    throw new Error('a bug');
  });
  world.board.onChange(listener);
  await getReady(world, ana);
  expect(listener).toHaveBeenCalled();
  expect(world.lines.join()).toContain('listener');
});
