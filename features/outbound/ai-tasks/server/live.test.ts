import { afterAll, expect, test, vi } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { AI_CALLS_CHANGED } from '../contract.ts';
import { aTeamOfFlows } from './ai-tasks.fixture.ts';
import { openLivePushes } from './live-pushes.ts';

const server = await testServer();
afterAll(server.close);
vi.setConfig({ testTimeout: 120_000 });

test('[TASK-02] a task that does not run has no calls at this moment, and nobody can say when it will be through', async () => {
  const { planner, aTask, get } = await aTeamOfFlows(server);
  const id = await aTask(2);
  expect((await get(planner, 'live', { id })).data).toEqual({ calls: null, forecast: { is: 'unknown' } });
  const others = await aTeamOfFlows(server);
  expect((await get(others.planner, 'live', { id })).code).toBe(404);
});

test('[TASK-02] whoever sees AI tasks is told that calls went on, at most once in a while; other campaigns tell nothing', async () => {
  const { tenantId, aTask } = await aTeamOfFlows(server);
  const id = await aTask(1);
  const pushes: unknown[] = [];
  let change: (tenantId: number, id: number) => void = () => {};
  const rests: (() => void)[] = [];
  const work: Promise<unknown>[] = [];
  const { db } = server.world;
  const stop = openLivePushes(
    {
      tenant: (scope, deed) => {
        const done = db.tenant(scope, (tx) =>
          deed(
            Object.assign(Object.create(tx) as typeof tx, { push: async (news: unknown) => void pushes.push(news) }),
          ),
        );
        work.push(done.catch(() => {}));
        return done;
      },
    },
    { onChange: (listener) => ((change = listener), () => (change = () => {})) },
    (_, act) => (rests.push(act), () => {}),
  );
  const settled = async () => void (await Promise.all(work));
  change(tenantId, id);
  change(tenantId, id);
  await settled();
  expect(pushes).toEqual([{ kind: AI_CALLS_CHANGED, body: { id }, access: 'ai-tasks.view' }]);
  rests.shift()!();
  await settled();
  expect(pushes, 'what happened meanwhile is told after the rest').toHaveLength(2);
  rests.shift()!();
  await settled();
  expect(pushes, 'nothing happened since').toHaveLength(2);
  change(await aTenant(db), id);
  await settled();
  expect(pushes, 'not a task of theirs').toHaveLength(2);
  stop();
});

test('[TASK-02] a database that says only after the rest that it is away keeps nobody from being told later', async () => {
  let change: (tenantId: number, id: number) => void = () => {};
  const rests: (() => void)[] = [];
  const fails: ((problem: Error) => void)[] = [];
  const stop = openLivePushes(
    { tenant: () => new Promise((_, reject) => fails.push(reject)) },
    { onChange: (listener) => ((change = listener), () => {}) },
    (_, act) => (rests.push(act), () => {}),
  );
  change(1, 2);
  rests.shift()!();
  fails.shift()!(new Error('away'));
  await Promise.resolve().then(() => {});
  change(1, 2);
  expect(fails).toHaveLength(1);
  stop();
});
