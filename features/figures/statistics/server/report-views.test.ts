import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Letter } from '#core/messages/messages.port.ts';
import { msOfColumn } from '#platform/server/db/moments.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { reportViewsApi, type ReportView } from '../contract/report-views.ts';
import { sendReport, takeDue } from './mail-reports.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

const functions = ['statistics.view', 'statistics.export'];
const view = { report: 'dayReport', name: 'Mornings', address: { by: 'hour', range: 'yesterday' }, shared: false };
const ask = (token: string, endpoint: { path: string }, body: object) =>
  server.ask('POST', endpoint.path, { token, body });
const viewsOf = async (token: string): Promise<ReportView[]> =>
  (await ask(token, reportViewsApi.views, { report: 'dayReport' })).data as ReportView[];
const added = async (token: string, fields: object = view): Promise<number> =>
  ((await ask(token, reportViewsApi.addView, fields)).data as { id: number }).id;

async function aTeam() {
  const tenant = await aTenant(db);
  const [ana, budi] = [await aMember(db, tenant, { functions }), await aMember(db, tenant, { functions })];
  const owner = await aMember(db, tenant, { isOwner: true });
  return { tenant, ana, budi, owner };
}

test('[CC-10] a view is kept for oneself, shared with the team when one says so, and its name is taken once', async () => {
  const { ana, budi } = await aTeam();
  const id = await added(ana.token);
  expect(await viewsOf(ana.token)).toMatchObject([{ id, name: 'Mornings', mine: true, mayEdit: true, mail: null }]);
  expect(await viewsOf(budi.token)).toEqual([]);
  expect((await ask(ana.token, reportViewsApi.addView, view)).code).not.toBe(0);
  const { report: _, ...fields } = view;
  await ask(ana.token, reportViewsApi.updateView, { id, ...fields, shared: true });
  expect(await viewsOf(budi.token)).toMatchObject([{ id, mine: false, mayEdit: false }]);
});

test('[CC-10] a private view of a colleague does not exist; a shared one is changed by its author or an owner alone', async () => {
  const { ana, budi, owner } = await aTeam();
  const [hidden, shown] = [await added(ana.token), await added(ana.token, { ...view, name: 'Ours', shared: true })];
  const { report: _, ...fields } = view;
  for (const endpoint of [reportViewsApi.updateView, reportViewsApi.removeView]) {
    expect(await ask(budi.token, endpoint, { id: hidden, ...fields })).toMatchObject({ code: 404 });
    expect(await ask(budi.token, endpoint, { id: shown, ...fields })).toMatchObject({ code: 403 });
  }
  expect(await ask(budi.token, reportViewsApi.mailView, { id: hidden, mail: null })).toMatchObject({ code: 404 });
  expect(await ask(owner.token, reportViewsApi.removeView, { id: shown })).toMatchObject({ code: 0 });
  expect(await viewsOf(ana.token)).toMatchObject([{ id: hidden }]);
});

test('[CC-10] a view is sent once when it is due, about the days before, with the file; and not to whoever may not see it any more', async () => {
  const { tenant, ana, budi } = await aTeam();
  const id = await added(ana.token, { ...view, shared: true });
  for (const one of [ana, budi])
    expect(
      await ask(one.token, reportViewsApi.mailView, { id, mail: { every: 'day', hour: 7, kind: 'csv' } }),
    ).toMatchObject({ code: 0 });
  expect(await viewsOf(ana.token)).toMatchObject([{ mail: { every: 'day', hour: 7, kind: 'csv' } }]);
  const dueMs = Date.parse('2026-11-18T07:00:00Z');
  await db.everyTenant('a test', async (tx) => {
    await sql`update report_mail set zone = 'UTC', next_at = ${new Date(dueMs)} where view_id = ${id}`.execute(tx.as());
    await sql`update member set enabled = false where tenant_id = ${tenant} and user_id = ${budi.userId}`.execute(
      tx.as(),
    );
  });
  const clock = { ...server.world.clock, nowMs: () => dueMs + 60_000 };
  await Promise.all([takeDue({ db, clock }), takeDue({ db, clock })]);
  const jobs = await db.everyTenant('a test', (tx) =>
    sql<{ payload: { userId: number; dueMs: number; viewId: number; tenantId: number } }>`
      select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'statistics.sendReport'`.execute(tx.as()),
  );
  const ours = jobs.rows.map(({ payload }) => payload).filter(({ viewId }) => viewId === id);
  expect(ours.map(({ userId }) => userId).sort()).toEqual([ana.userId, budi.userId].sort());
  const sent: Letter[] = [];
  const world = { ...server.world, clock, mail: { send: async (letter: Letter) => void sent.push(letter) } };
  for (const payload of ours) await sendReport(world, payload);
  expect(sent).toMatchObject([
    { subject: 'Mornings: 2026-11-17 to 2026-11-17', files: [{ name: 'dayReport-2026-11-17_2026-11-17_UTC.csv' }] },
  ]);
  expect(new TextDecoder().decode(sent[0]!.files![0]!.content).split('\n').length).toBeGreaterThan(24);
  const left = await db.everyTenant('a test', (tx) =>
    sql<{ userId: number; nextMs: number }>`
      select user_id "userId", ${msOfColumn('next_at')} "nextMs" from report_mail where view_id = ${id}`.execute(
      tx.as(),
    ),
  );
  expect(left.rows).toEqual([{ userId: ana.userId, nextMs: dueMs + 86_400_000 }]);
});

test('[CC-10] a suspended tenant gets no mails; resumed, the newest of them and no other', async () => {
  const { tenant, ana } = await aTeam();
  const id = await added(ana.token);
  await ask(ana.token, reportViewsApi.mailView, { id, mail: { every: 'day', hour: 7, kind: 'csv' } });
  const dueMs = Date.parse('2026-11-10T07:00:00Z');
  const [at, put] = [
    (days: number) => ({ db, clock: { ...server.world.clock, nowMs: () => dueMs + days * 86_400_000 + 60_000 } }),
    (state: string) => db.pool.query('update tenant set state = $1 where id = $2', [state, tenant]),
  ];
  await db.pool.query(`update report_mail set zone = 'UTC', next_at = $1 where view_id = $2`, [new Date(dueMs), id]);
  const waiting = async (): Promise<number[]> => {
    const { rows } = await db.pool.query<{ due: number }>(
      `select (payload ->> 'dueMs')::float8 due from graphile_worker._private_jobs where payload ->> 'viewId' = $1`,
      [String(id)],
    );
    return rows.map((row) => row.due);
  };
  await put('suspended');
  for (const day of [0, 1, 2, 3, 4]) await takeDue(at(day));
  expect(await waiting()).toEqual([]);
  await put('active');
  await Promise.all([takeDue(at(5)), takeDue(at(5))]);
  expect(await waiting()).toEqual([dueMs + 5 * 86_400_000]);
  const { rows } = await db.pool.query<{ next: Date }>('select next_at next from report_mail where view_id = $1', [id]);
  expect(new Date(rows[0]!.next).getTime()).toBe(dueMs + 6 * 86_400_000);
});
