import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openPushService } from '#adapters/web-push/push-service.fixture.ts';
import type { NoticeKind } from '#core/push/notice-kinds.ts';
import type { Identity } from '#platform/server/http/caller.ts';
import { newKey } from '#platform/server/secrets/key-file.ts';
import { openSecretKeys } from '#platform/server/secrets/open-secret-keys.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { handClock } from '#test/clock.ts';
import { testDb } from '#test/test-db.ts';
import { testServer } from '#test/test-server.ts';
import { NOTICE_DUE, pushNoticesApi, type NoticeDevice } from '../contract.ts';
import { openLook } from './look.ts';
import { openPushKey, resealPushKey } from './push-key.ts';

const service = await openPushService();
// Two servers share its connections.
const opened = await testDb({ max: 20 });
const { db } = opened;
const server = await testServer({ db, allowPrivate: true });
afterAll(async () => {
  await server.close();
  await opened.close();
  await service.close();
});
const { sessions, catalogue } = server.world;

/** What waits in these tests, by whom it is for; and what is not worth telling any more. */
const waits = new Map<number, { subject: string; no: number }>();
const over = new Set<string>();
catalogue.notices.unshift({
  kind: 'chat',
  waiting: async (_tx, people) =>
    people.flatMap((person) => {
      const waiting = waits.get(person.userId);
      return waiting ? [{ ...person, ...waiting }] : [];
    }),
  describeSubject: async ({ needsMasking }: Identity, subject) =>
    over.has(subject) ? null : { who: needsMasking ? 'M**' : 'Mei Lin', address: `/interactive/chat?id=${subject}` },
});

const path = (of: keyof typeof pushNoticesApi, id = 0): string => pushNoticesApi[of].path.replace('{id}', String(id));
async function subscribe({ token }: Member, name: string, kinds?: NoticeKind[]): Promise<number> {
  const { code, data } = await server.ask<{ id: number }>('POST', path('subscribe'), {
    token,
    body: { ...service.browser(name), ...(kinds ? { kinds } : {}) },
  });
  expect(code).toBe(0);
  return data!.id;
}
const devicesOf = async ({ token }: Member) => (await server.ask<NoticeDevice[]>('GET', path('list'), { token })).data!;
const due = ({ tenantId, userId }: Member, subject: string, kind: NoticeKind = 'chat') =>
  db.tenant({ tenantId }, (tx) => tx.announce(NOTICE_DUE, { tenantId, userId, kind, subject }));
const noticesOf = (name: string) =>
  service.of(name).map(({ text }) => JSON.parse(text) as { title: string; body: string; tag: string });
/** Told after everything that was ordered before it, to a device that hears of nothing else. A job that is tried again tells it again: browsers show it once, by its tag. */
async function everythingIsSent(person: Member): Promise<void> {
  const name = randomUUID();
  const id = await subscribe(person, name);
  await due(person, `last-${name}`);
  await expect.poll(() => noticesOf(name).length, { timeout: 10_000 }).toBeGreaterThan(0);
  // Several are sent at once, and the last may overtake others.
  const dueJobs = `select 1 from graphile_worker._private_jobs where run_at <= now()`;
  await expect.poll(async () => (await db.pool.query(dueJobs)).rows, { timeout: 10_000 }).toEqual([]);
  await server.ask('DELETE', path('remove', id), { token: person.token });
}

test('[push] a device is told in its person’s language, and whom it is about only where the team wants names', async () => {
  const ana = await aMember(db, await aTenant(db), { isOwner: true });
  await subscribe(ana, 'ana');
  await due(ana, '7');
  await expect
    .poll(() => noticesOf('ana'))
    .toEqual([{ title: 'A chat waits for you', body: '', address: '/interactive/chat?id=7', tag: 'chat-7' }]);
  const { headers, publicKey } = service.of('ana')[0]!;
  expect(headers).toMatchObject({ ttl: '3600', urgency: 'high' });
  expect(headers['topic']).toMatch(/^[\w-]{32}$/);
  const { data } = await server.ask<{ publicKey: string }>('GET', path('key'), { token: ana.token });
  expect(data!.publicKey).toBe(publicKey);

  await db.pool.query(`insert into tenant_setting (tenant_id, name, value) values ($1, 'NamesInNotices', 'true')`, [
    ana.tenantId,
  ]);
  await db.pool.query(`update user_account set language = 'es-MX' where id = $1`, [ana.userId]);
  await db.everyTenant('another language', (tx) => sessions.changed(tx, { userId: ana.userId }));
  await due(ana, '8');
  await expect.poll(() => noticesOf('ana')[1]).toMatchObject({ title: 'Un chat te espera', body: 'Mei Lin' });
  // What one chat says later takes the place of what it said before.
  expect(service.of('ana')[1]!.headers['topic']).not.toBe(headers['topic']);
  expect(await devicesOf(ana)).toMatchObject([{ failedAt: null, current: true, lastUsedAt: expect.any(String) }]);
});

test('[push] whoever sees stars reads them in notices too', async () => {
  const ana = await aMember(db, await aTenant(db), { needsMasking: true });
  await db.pool.query(`insert into tenant_setting (tenant_id, name, value) values ($1, 'NamesInNotices', 'true')`, [
    ana.tenantId,
  ]);
  await subscribe(ana, 'masked');
  await due(ana, '1');
  await expect.poll(() => noticesOf('masked')[0]?.body).toBe('M**');
});

test('[push] nobody is told who has a page before their eyes, who does not want that kind, or of what is over', async () => {
  const tenant = await aTenant(db);
  const [ana, budi] = [await aMember(db, tenant), await aMember(db, tenant)];
  await subscribe(ana, 'here');
  await subscribe(budi, 'calls-only', ['missedCall']);
  const tab = randomUUID();
  const here = (isVisible: boolean) => server.ask('PUT', path('here'), { token: ana.token, body: { tab, isVisible } });
  expect((await here(true)).data).toEqual({ hasDevices: true });
  waits.set(ana.userId, { subject: '5', no: 1 });
  await openLook(server.world).look();
  await due(ana, '6');
  await due(budi, '6');
  over.add('9');
  await everythingIsSent(await aMember(db, tenant));
  // What waited while the page was there is told when it is left; what happened then, the page told.
  await here(false);
  await due(ana, '9');
  await openLook(server.world).look();
  await everythingIsSent(await aMember(db, tenant));
  await expect.poll(() => noticesOf('here')).toMatchObject([{ tag: 'chat-5' }]);
  expect(noticesOf('calls-only')).toEqual([]);
  waits.delete(ana.userId);
});

test('[push] what waits is told once, however many processes look, and again when there is more of it', async () => {
  const ana = await aMember(db, await aTenant(db));
  await subscribe(ana, 'waits');
  const other = await testServer({ db, allowPrivate: true });
  other.world.catalogue.notices.unshift(catalogue.notices[0]!);
  waits.set(ana.userId, { subject: '3', no: 4 });
  await Promise.all([server, other, server, other].map(({ world }) => openLook(world).look()));
  await everythingIsSent(ana);
  expect(noticesOf('waits').filter(({ tag }) => tag === 'chat-3')).toHaveLength(1);
  waits.set(ana.userId, { subject: '3', no: 5 });
  await openLook(server.world).look();
  await expect.poll(() => noticesOf('waits').filter(({ tag }) => tag === 'chat-3')).toHaveLength(2);
  waits.delete(ana.userId);
  await other.close();
});

test('[push] a browser its maker no longer knows is forgotten; one that is busy is tried again and says so', async () => {
  const ana = await aMember(db, await aTenant(db));
  const [gone, busy] = [await subscribe(ana, 'gone'), await subscribe(ana, 'busy')];
  service.answer('gone', 410);
  service.answer('busy', 429, { 'retry-after': '3000' });
  await due(ana, '1');
  await expect
    .poll(async () => (await devicesOf(ana)).map(({ id, failedAt }) => [id, failedAt !== null]))
    .toEqual([[busy, true]]);
  const waiting = async () => {
    const { rows } = await db.pool.query<{ sec: number }>(
      `select extract(epoch from run_at - now())::int sec from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'push-notices.send' and payload->>'subscriptionId' = $1`,
      [String(busy)],
    );
    return rows.map(({ sec }) => sec > 2_900);
  };
  // The first try is put away a moment after it asked for the second.
  await expect.poll(waiting).toEqual([true]);
  expect((await server.ask('POST', path('trial', gone), { token: ana.token })).code).toBe(404);
});

test('[push] a test notice says at once what came of it', async () => {
  const ana = await aMember(db, await aTenant(db));
  const trial = async (id: number) =>
    (await server.ask<{ outcome: string }>('POST', path('trial', id), { token: ana.token })).data!.outcome;
  expect(await trial(await subscribe(ana, 'fine'))).toBe('sent');
  expect(noticesOf('fine')).toMatchObject([{ title: 'Notices reach this device' }]);
  for (const [name, status, outcome] of [
    ['lost', 404, 'gone'],
    ['strict', 403, 'refused'],
    ['down', 503, 'unreachable'],
  ] as const) {
    const id = await subscribe(ana, name);
    service.answer(name, status);
    expect(await trial(id)).toBe(outcome);
  }
});

test('[push] signing out, an ended session and a removed member end the notices', async () => {
  const tenant = await aTenant(db);
  const [ana, budi] = [await aMember(db, tenant), await aMember(db, tenant)];
  await subscribe(ana, 'signed-out');
  await subscribe(budi, 'removed');
  await db.everyTenant('a sign-out', (tx) => sessions.end(tx, { userId: ana.userId }));
  await db.pool.query('delete from member where tenant_id = $1 and user_id = $2', [tenant, budi.userId]);
  const left = async () =>
    (await db.pool.query('select user_id from push_subscription where tenant_id = $1', [tenant])).rows;
  await expect.poll(left).toEqual([]);
  await due(ana, '1');
  await everythingIsSent(await aMember(db, tenant));
  expect([...noticesOf('signed-out'), ...noticesOf('removed')]).toEqual([]);
});

test('[push] a session whose end nobody heard is written to no more', async () => {
  const ana = await aMember(db, await aTenant(db));
  await subscribe(ana, 'expired');
  await db.pool.query(`update session set expires_at = now() - interval '1 minute' where user_id = $1`, [ana.userId]);
  await db.everyTenant('nobody told the cache', (tx) => sessions.changed(tx, { userId: ana.userId }));
  await due(ana, '1');
  await expect
    .poll(async () => (await db.pool.query('select 1 from push_subscription where user_id = $1', [ana.userId])).rows)
    .toEqual([]);
  expect(noticesOf('expired')).toEqual([]);
});

test('[push] a browser belongs to whoever is signed in there last; a page that comes again is known by its session', async () => {
  const tenant = await aTenant(db);
  const [ana, budi] = [await aMember(db, tenant), await aMember(db, tenant)];
  const target = service.browser('shared');
  const sendSubscription = (who: Member, what: 'subscribe' | 'renew') =>
    server.ask(what === 'renew' ? 'PUT' : 'POST', path(what), { token: who.token, body: target });
  await sendSubscription(ana, 'subscribe');
  expect((await sendSubscription(ana, 'renew')).data).toEqual({ known: true });
  expect((await sendSubscription(budi, 'renew')).data).toEqual({ known: false });
  await sendSubscription(budi, 'subscribe');
  expect(await devicesOf(ana)).toEqual([]);
  expect(await devicesOf(budi)).toHaveLength(1);
});

test('[push] a colleague’s device, and another team’s, does not exist', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant);
  const id = await subscribe(ana, 'mine');
  for (const other of [await aMember(db, tenant, { isOwner: true }), await aMember(db, await aTenant(db))]) {
    const asked = [
      await server.ask('DELETE', path('remove', id), { token: other.token }),
      await server.ask('POST', path('trial', id), { token: other.token }),
      await server.ask('PUT', path('choose', id), { token: other.token, body: { kinds: [] } }),
    ];
    expect(asked.map(({ code }) => code)).toEqual([404, 404, 404]);
    expect(await devicesOf(other)).toEqual([]);
  }
  expect(await devicesOf(ana)).toHaveLength(1);
  expect(
    (await server.ask('PUT', path('choose', id), { token: ana.token, body: { kinds: ['chat', 'chat'] } })).code,
  ).toBe(0);
  expect(await devicesOf(ana)).toMatchObject([{ kinds: ['chat'] }]);
});

test('[push] only a public address and a key that is one can be handed in', async () => {
  const guarded = await testServer({ db });
  const ana = await aMember(db, await aTenant(db));
  const good = { ...service.browser('checked'), endpoint: 'https://push.example/abc' };
  const ask = async (body: object) => (await guarded.ask('POST', path('subscribe'), { token: ana.token, body })).code;
  expect(await ask(good)).toBe(0);
  for (const wrong of [
    { endpoint: 'http://push.example/abc' },
    { endpoint: 'https://127.0.0.1/abc' },
    { endpoint: 'https://db.internal/abc' },
    { endpoint: 'https://ana:secret@push.example/' },
    { endpoint: 'javascript:alert(1)' },
    { p256dh: `B${'A'.repeat(86)}` },
    { p256dh: 'short' },
    { auth: 'short' },
    { kinds: ['everything'] },
  ])
    expect(await ask({ ...good, ...wrong }), JSON.stringify(wrong)).not.toBe(0);
  await guarded.close();
});

test('[push] the key of the installation is made once, sealed, and opens under a new key after a rotation', async () => {
  let keys = [newKey()];
  const sealed = { ...db, keys: openSecretKeys(() => keys) };
  await db.pool.query('delete from push_key');
  const [first, second] = await Promise.all([openPushKey(sealed)(), openPushKey(sealed)()]);
  expect(first).toEqual(second);
  const kept = async () => (await db.pool.query<{ private_key: Buffer }>('select private_key from push_key')).rows[0]!;
  expect((await kept()).private_key.includes(first.privateKey)).toBe(false);
  keys = [newKey(), ...keys];
  expect(await resealPushKey({ ...db, keys: openSecretKeys(() => keys) })).toBe(1);
  keys = keys.slice(0, 1);
  expect(await openPushKey({ ...db, keys: openSecretKeys(() => keys) })()).toEqual(first);
  await db.pool.query('delete from push_key');
});

test('[push] while nothing happens the database is hardly asked; a message to a page, or a page that is left, wakes the look', async () => {
  const ana = await aMember(db, await aTenant(db));
  await subscribe(ana, 'woken');
  const clock = handClock();
  const look = openLook({ ...server.world, clock }, clock.after);
  await look.start();
  const inMs = () => (clock.dueMs() ?? Number.NaN) - clock.monotonicMs();
  /** The timer acts and the look is over. */
  const looks = async () => {
    clock.turn(inMs());
    await expect.poll(() => clock.dueMs()).not.toBeNull();
  };
  while (inMs() < 60_000) await looks();
  const happens: (() => Promise<unknown>)[] = [
    () => db.tenant({ tenantId: ana.tenantId }, (tx) => tx.push({ kind: 'push-notices.test', body: {} })),
    () => server.ask('PUT', path('here'), { token: ana.token, body: { tab: randomUUID(), isVisible: false } }),
  ];
  for (const happen of happens) {
    await happen();
    await expect.poll(inMs).toBe(5_000);
    clock.turn(30_000);
    await expect.poll(inMs).toBe(60_000);
  }
  await look.stop();
});
