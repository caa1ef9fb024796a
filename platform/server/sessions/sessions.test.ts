import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember, aSession, aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { handClock } from '#test/clock.ts';
import { openDb } from '../db/open-db.ts';
import type { Db } from '../db/db.ts';
import { openSessions } from './open-sessions.ts';
import { SESSION_IDLE_MS } from './sessions.ts';

let opened: TestDb;
let db: Db;
beforeAll(async () => {
  opened = await testDb();
  db = opened.db;
});
afterAll(() => opened.close());

test('a token tells who is asking, and is stored as a hash only', async () => {
  const ana = await aMember(db, await aTenant(db), {
    functions: ['things.edit'],
    needsMasking: true,
    language: 'zh-CN',
    timeZone: 'Asia/Shanghai',
    voiceSeat: true,
  });
  const identity = await openSessions(db, handClock()).identify(ana.token);
  expect(identity).toMatchObject({
    userId: ana.userId,
    tenantId: ana.tenantId,
    functions: new Set(['things.edit']),
    needsMasking: true,
    language: 'zh-CN',
    timeZone: 'Asia/Shanghai',
    voiceSeat: true,
  });
  const { rows } = await db.everyTenant('look', (tx) =>
    sql<{ token_hash: Buffer }>`select token_hash from session where id = ${ana.sessionId}`.execute(tx.as()),
  );
  expect(rows[0]!.token_hash.toString('base64url')).not.toBe(ana.token);
  // 256 bits, and others each time.
  const again = await aSession(db, ana);
  expect(again.token).not.toBe(ana.token);
  for (const { token } of [ana, again]) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});

test('an ended session is unknown at once, in every process, and its sockets hear of it', async () => {
  const ana = await aMember(db, await aTenant(db));
  const elsewhere = openDb({ url: opened.url, report() {} });
  const [here, there] = [openSessions(db, handClock()), openSessions(elsewhere, handClock())];
  await here.start();
  await there.start();
  expect(await here.identify(ana.token)).not.toBeNull();
  expect(await there.identify(ana.token)).not.toBeNull();
  const ended: number[] = [];
  there.onEnded((sessionId) => ended.push(sessionId));
  await db.everyTenant('sign out', (tx) => here.end(tx, { sessionId: ana.sessionId }));
  await expect.poll(() => ended).toEqual([ana.sessionId]);
  expect(await there.identify(ana.token)).toBeNull();
  await expect.poll(() => here.identify(ana.token)).toBeNull();
  here.stop();
  there.stop();
  await elsewhere.close();
});

test('who asked within the minute is known at once; who changed, ended or is due to be written down is asked for', async () => {
  const ana = await aMember(db, await aTenant(db));
  const clock = handClock();
  const sessions = openSessions(db, clock);
  expect(sessions.known(ana.token)).toBeUndefined();
  await sessions.identify(ana.token);
  expect(sessions.known(ana.token)).toMatchObject({ userId: ana.userId, tenantId: ana.tenantId });
  expect(sessions.known('made up')).toBeUndefined();
  clock.turn(61_000);
  expect(sessions.known(ana.token), 'a minute later').toBeUndefined();
  await sessions.identify(ana.token);
  await db.everyTenant('a role', (tx) => sessions.changed(tx, { userId: ana.userId }));
  expect(sessions.known(ana.token), 'with other rights').toBeUndefined();
  await sessions.identify(ana.token);
  await db.everyTenant('sign out', (tx) => sessions.end(tx, { sessionId: ana.sessionId }));
  expect(sessions.known(ana.token), 'signed out').toBeUndefined();
});

test('signing out everywhere spares the session that asks', async () => {
  const ana = await aMember(db, await aTenant(db));
  const phone = await aSession(db, ana);
  const sessions = openSessions(db, handClock());
  expect(
    await db.everyTenant('sign out', (tx) => sessions.end(tx, { userId: ana.userId, except: ana.sessionId })),
  ).toBe(1);
  expect(await sessions.identify(phone.token)).toBeNull();
  expect(await sessions.identify(ana.token)).not.toBeNull();
});

test('use keeps a session alive; what a page does by itself does not', async () => {
  const ana = await aMember(db, await aTenant(db));
  const clock = handClock();
  const sessions = openSessions(db, clock);
  const expiresMs = async () => {
    const { rows } = await db.everyTenant('look', (tx) =>
      sql<{
        ms: number;
      }>`select (extract(epoch from expires_at) * 1000)::float8 ms from session where id = ${ana.sessionId}`.execute(
        tx.as(),
      ),
    );
    return rows[0]!.ms;
  };
  const before = await expiresMs();
  await sessions.identify(ana.token, { renew: false });
  expect(await expiresMs()).toBe(before);
  await sessions.identify(ana.token);
  expect(await expiresMs()).toBeGreaterThan(before);

  clock.turn(SESSION_IDLE_MS + 1);
  await db.everyTenant('a day later', (tx) =>
    sql`update session set expires_at = now() - interval '1 s' where id = ${ana.sessionId}`.execute(tx.as()),
  );
  expect(await sessions.identify(ana.token, { renew: false })).toBeNull();
});

test('a lost right is gone with the next call', async () => {
  const ana = await aMember(db, await aTenant(db), { functions: ['things.edit'] });
  const sessions = openSessions(db, handClock());
  await sessions.start();
  expect((await sessions.identify(ana.token))!.functions.has('things.edit')).toBe(true);
  await db.everyTenant('take it away', async (tx) => {
    await sql`update role set functions = '{}' where tenant_id = ${ana.tenantId}`.execute(tx.as());
    await sessions.changed(tx, { tenantId: ana.tenantId });
  });
  await expect.poll(async () => (await sessions.identify(ana.token))!.functions.size).toBe(0);
  sessions.stop();
});

test('a disabled member cannot come in', async () => {
  const ana = await aMember(db, await aTenant(db));
  await db.everyTenant('disable', (tx) =>
    sql`update member set enabled = false where user_id = ${ana.userId}`.execute(tx.as()),
  );
  expect(await openSessions(db, handClock()).identify(ana.token)).toBeNull();
});

test('[SOCK-01] a ticket opens one door once', async () => {
  const ana = await aMember(db, await aTenant(db));
  const sessions = openSessions(db, handClock());
  const ticket = await sessions.issueTicket(ana.sessionId, '/cc/asm/websocket');
  expect(await sessions.redeemTicket(ticket, '/home/api/realtime')).toBeNull();
  const racing = await Promise.all([1, 2, 3].map(() => sessions.redeemTicket(ticket, '/cc/asm/websocket')));
  expect(racing.filter(Boolean)).toHaveLength(1);
  const late = await sessions.issueTicket(ana.sessionId, '/cc/asm/websocket');
  await db.everyTenant('half a minute later', (tx) =>
    sql`update ticket set expires_at = now() - interval '1 s'`.execute(tx.as()),
  );
  expect(await sessions.redeemTicket(late, '/cc/asm/websocket')).toBeNull();
});

test('[CALL-25] a pass opens one address many times, until it expires or its session ends', async () => {
  const ana = await aMember(db, await aTenant(db));
  const sessions = openSessions(db, handClock());
  const pass = await sessions.issuePass(ana.sessionId, '/cc/api/recording/v1/r1', 60);
  for (let use = 0; use < 3; use += 1)
    expect(await sessions.honourPass(pass, '/cc/api/recording/v1/r1')).toMatchObject({
      userId: ana.userId,
      tenantId: ana.tenantId,
    });
  expect(await sessions.honourPass(pass, '/cc/api/recording/v1/r2')).toBeNull();
  expect(await sessions.redeemTicket(pass, '/cc/api/recording/v1/r1')).toBeNull();
  const ticket = await sessions.issueTicket(ana.sessionId, '/cc/api/recording/v1/r1');
  expect(await sessions.honourPass(ticket, '/cc/api/recording/v1/r1')).toBeNull();

  await db.everyTenant('a minute later', (tx) =>
    sql`update ticket set expires_at = now() - interval '1 s' where session_id = ${ana.sessionId}`.execute(tx.as()),
  );
  expect(await sessions.honourPass(pass, '/cc/api/recording/v1/r1')).toBeNull();
  const another = await sessions.issuePass(ana.sessionId, '/cc/api/recording/v1/r1', 60);
  const { rows } = await db.pool.query('select 1 from ticket where session_id = $1', [ana.sessionId]);
  expect(rows).toHaveLength(1);
  await db.everyTenant('signs out', (tx) => sessions.end(tx, { sessionId: ana.sessionId }));
  expect(await sessions.honourPass(another, '/cc/api/recording/v1/r1')).toBeNull();
});

test('[SHELL-30] a sign-in ends after its longest time however much it is used, and sooner where the tenant says so', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant);
  const clock = handClock();
  const older = (days: number) =>
    db.everyTenant('some days later', (tx) =>
      sql`update session set created_at = now() - ${days} * interval '1 day' where id = ${ana.sessionId}`.execute(
        tx.as(),
      ),
    );
  const known = () => openSessions(db, clock, { longestDays: 30 }).identify(ana.token);
  await older(29);
  expect(await known()).not.toBeNull();
  await older(30);
  expect(await known()).toBeNull();
  await older(8);
  expect(await known()).not.toBeNull();
  await db.everyTenant('a week', (tx) =>
    sql`insert into tenant_setting (tenant_id, name, value) values (${tenant}, 'SessionDays', '7')`.execute(tx.as()),
  );
  expect(await known()).toBeNull();
  await older(6);
  expect(await known()).not.toBeNull();
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{ days: number }>`
      select extract(epoch from expires_at - created_at)::float8 / 86400 days from session where id = ${ana.sessionId}`.execute(
      tx.as(),
    ),
  );
  expect(rows[0]!.days, 'use does not carry it further').toBeLessThanOrEqual(7);
  expect(await openSessions(db, clock, { longestDays: 5 }).rulesOf(tenant)).toMatchObject({ longestDays: 5 });
});

test('[SHELL-30] a person signed in once too often is signed out where it was longest ago', async () => {
  const ana = await aMember(db, await aTenant(db));
  const sessions = openSessions(db, handClock(), { mostPerPerson: 3 });
  const origin = { requestId: 'test', address: '192.0.2.1', userAgent: 'test' };
  const more = () => db.everyTenant('a sign-in', (tx) => sessions.open(tx, ana, origin));
  await db.everyTenant('an hour ago', (tx) =>
    sql`update session set last_seen_at = now() - interval '1 hour' where id = ${ana.sessionId}`.execute(tx.as()),
  );
  const second = await more();
  await more();
  expect(await sessions.identify(ana.token, { renew: false })).not.toBeNull();
  const fourth = await more();
  expect(await sessions.identify(ana.token)).toBeNull();
  for (const { token } of [second, fourth]) expect(await sessions.identify(token)).not.toBeNull();
});
