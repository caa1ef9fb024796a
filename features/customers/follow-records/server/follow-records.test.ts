import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { FollowRecord } from '../contract.ts';
import { clockOf } from '#test/clock.ts';

const NOW = Date.UTC(2026, 10, 15, 10);
const server = await testServer({ clock: clockOf(() => NOW) });
afterAll(server.close);
const { db } = server.world;

async function aTeam() {
  const tenantId = await aTenant(db);
  const [sofia, ana, budi] = [
    await aMember(db, tenantId, {
      functions: ['follow-records.use', 'follow-records.edit', 'customers.use', 'customers.view'],
    }),
    await aMember(db, tenantId, { functions: ['follow-records.use', 'customers.view'] }),
    await aMember(db, tenantId, { functions: ['follow-records.use', 'customers.view'], needsMasking: true }),
  ];
  const ask = (who: Member, method: 'GET' | 'POST' | 'PUT' | 'DELETE', body?: object, path = '') =>
    server.ask(method, `/admin/cdp/api/v1/follow-record${path}`, { token: who.token, ...(body ? { body } : {}) });
  const list = async (who: Member, query: string): Promise<FollowRecord[]> =>
    (await ask(who, 'GET', undefined, `?${query}`)).data.list;
  const lucia = (
    await db.tenant({ tenantId }, (tx) =>
      sql<{ id: number }>`insert into customer (full_name) values ('Lucía Hernández') returning id`.execute(tx.as()),
    )
  ).rows[0]!.id;
  return { tenantId, sofia, ana, budi, ask, list, lucia };
}
const contents = (rows: FollowRecord[]) => rows.map(({ content }) => content);
const remind = (payload: object) =>
  server.built.features.find(({ name }) => name === 'follow-records')!.jobs![0]!.run(payload as never);
/** On their way or sent: one moment of the database sees every push in one of the two. */
const pushed = async (userId: number): Promise<number> =>
  (
    await db.pool.query(
      "select 1 from realtime_event where kind = 'follow-records.due' and user_id = $1 union all select 1 from outbox where kind = 'follow-records.due' and user_id = $1",
      [userId],
    )
  ).rowCount ?? 0;

test('[CDP-05] what is due comes first by its time, then notes; mine, late and done are told apart', async () => {
  const { ana, sofia, ask, list, lucia } = await aTeam();
  const add = (content: string, more: object = {}) => ask(ana, 'POST', { customer_id: lucia, content, ...more });
  await add('A note');
  await add('Tomorrow', { due_at: '2026-11-16 10:00:00' });
  const late = (await add('Late', { due_at: '2026-11-15 09:00:00' })).data.id;
  await add('For Sofía', { due_at: '2026-11-17 10:00:00', assignee_id: sofia.userId });
  expect(contents(await list(sofia, `customer_id=${lucia}`))).toEqual(['Late', 'Tomorrow', 'For Sofía', 'A note']);
  expect(contents(await list(ana, 'mine=true&open=true'))).toEqual(['Late', 'Tomorrow']);
  expect(contents(await list(ana, 'mine=true&overdue=true'))).toEqual(['Late']);
  expect((await ask(ana, 'PUT', { id: late, done: true })).code).toBe(0);
  expect(await list(ana, 'mine=true&open=false')).toMatchObject([
    { content: 'Late', done_at: '2026-11-15 10:00:00', customer_name: 'Lucía Hernández', assignee: ana.identity.name },
  ]);
  expect(contents(await list(ana, '')), 'others’ are not mine').toEqual(['Tomorrow', 'Late']);
  expect((await ask(ana, 'POST', { customer_id: 99_999_999, content: 'Nobody' })).code).toBe(404);
  expect((await ask(ana, 'POST', { customer_id: lucia, content: 'Nobody', assignee_id: 99_999_999 })).code).toBe(404);
});

test('[CDP-05] only its people change a follow-up; a masked reader sees no number and writes no stars', async () => {
  const { ana, sofia, budi, ask, list, lucia } = await aTeam();
  const { id } = (
    await ask(ana, 'POST', {
      customer_id: lucia,
      content: 'Call +52 55 1234 5678',
      due_at: '2026-11-16 10:00:00',
      assignee_id: ana.userId,
    })
  ).data;
  expect([
    (await ask(budi, 'PUT', { id, done: true })).code,
    (await ask(budi, 'DELETE', undefined, `/${id}`)).code,
  ]).toEqual([403, 403]);
  const [seen] = await list(budi, `customer_id=${lucia}`);
  expect(seen!.content).not.toContain('1234');
  expect(seen!.customer_name).not.toContain('Hern');
  await ask(sofia, 'PUT', { id, assignee_id: budi.userId });
  expect((await ask(budi, 'PUT', { id, content: seen!.content, done: true })).code).toBe(0);
  expect((await list(sofia, `customer_id=${lucia}`))[0]).toMatchObject({
    content: 'Call +52 55 1234 5678',
    done_at: '2026-11-15 10:00:00',
  });
  expect((await ask(ana, 'DELETE', undefined, `/${id}`)).code).toBe(0);
});

test('[CDP-05] the assignee is told once when the time has come, not when it was moved or done before', async () => {
  const { tenantId, ana, sofia, ask, lucia } = await aTeam();
  const { id } = (
    await ask(sofia, 'POST', {
      customer_id: lucia,
      content: 'Call',
      due_at: '2026-11-15 12:00:00',
      assignee_id: ana.userId,
    })
  ).data;
  const jobs = async () =>
    (
      await db.pool.query('select run_at::text at from graphile_worker.jobs where key = $1', [
        `follow-records.remind.${id}`,
      ])
    ).rows as { at: string }[];
  expect(await jobs(), 'it waits in the database').toHaveLength(1);
  await ask(sofia, 'PUT', { id, due_at: '2026-11-15 13:00:00' });
  expect(await jobs(), 'another time replaces it').toHaveLength(1);
  await remind({ tenantId, id, dueAt: '2026-11-15 12:00:00' });
  expect(await pushed(ana.userId)).toBe(0);
  for (let times = 0; times < 2; times += 1) await remind({ tenantId, id, dueAt: '2026-11-15 13:00:00' });
  expect(await pushed(ana.userId)).toBe(1);
  const done = (
    await ask(sofia, 'POST', {
      customer_id: lucia,
      content: 'Mail',
      due_at: '2026-11-15 12:00:00',
      assignee_id: ana.userId,
    })
  ).data.id;
  await ask(ana, 'PUT', { id: done, done: true });
  await remind({ tenantId, id: done, dueAt: '2026-11-15 12:00:00' });
  expect(await pushed(ana.userId)).toBe(1);
});

test('[CDP-05] follow-ups stand in the timeline of their customer', async () => {
  const { sofia, ana, ask, lucia } = await aTeam();
  await ask(ana, 'POST', { customer_id: lucia, content: 'Spoke about Oaxaca' });
  const { data } = await server.ask('POST', '/admin/cdp/customer/timeline', {
    token: sofia.token,
    body: { id: lucia, kinds: ['follow'] },
  });
  expect(data.list).toMatchObject([
    { kind: 'follow', who: ana.identity.name, body: { content: 'Spoke about Oaxaca' } },
  ]);
});
