import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { aTeam, NOON, numberOf } from '#features/outbound/preview/server/preview.fixture.ts';
import { setSkillsOfMember } from '#features/team/agent-groups/server/index.ts';
import { failures } from '#shared/errors.ts';
import { aMember } from '#test/builders.ts';
import { clockOf } from '#test/clock.ts';
import { testServer } from '#test/test-server.ts';

const server = await testServer({ clock: clockOf(() => NOON) });
afterAll(server.close);
vi.setConfig({ testTimeout: 60_000 });

/** A team whose planner keeps days without calls. */
async function aQuietTeam() {
  const team = await aTeam(server);
  const keeper = await aMember(server.world.db, team.tenantId, { functions: ['do-not-call.view', 'do-not-call.edit'] });
  const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, who = keeper) =>
    server.ask(method, `/cc/api/doNotCall/v1/${path}`, { token: who.token, ...(body && { body }) });
  const add = (days: object[], more: object = {}) => ask('POST', 'days/add', { country: 'MX', days, ...more });
  return { ...team, keeper, days: ask, add };
}
const today = { date: '2026-11-18', name: 'Quiet day' };

test('[TASK-01] a day without calls keeps an agent from calling there, is told as the reason, and is over once it is removed', async () => {
  const { ana, aTask, next, add, days, told } = await aQuietTeam();
  const id = await aTask(1);
  const { data: added } = await add([today]);
  const work = (await next(ana, id))!;
  expect(work).toMatchObject({ blocked: 'dayOff', callableAt: '2026-11-19 06:00:00' });
  expect((await days('GET', 'days')).data).toMatchObject([{ country: 'MX', area: '', ...today }]);
  expect((await days('DELETE', 'days/delete', { id: added[0].id })).code).toBe(0);
  expect(await told(ana, 'open', { customerId: work.customer.id })).toMatchObject({ blocked: null });
});

test('[TASK-01] a day of a region is a day of its numbers alone, and one of every year has no year', async () => {
  const { ana, aTask, next, add } = await aQuietTeam();
  const id = await aTask(1);
  await add([{ date: '11-18', name: 'Of Guadalajara' }], { area: '33' });
  expect(await next(ana, id)).toMatchObject({ blocked: null, customer: { phone: numberOf(0) } });
  await add([{ date: '11-18', name: 'Of the capital' }], { area: '55' });
  expect(await next(ana, id)).toMatchObject({ blocked: 'dayOff' });
});

test('[TASK-01] a day twice takes the new name; what is no day, or no country, is refused', async () => {
  const { add, days } = await aQuietTeam();
  await add([today, { ...today, name: 'Again' }]);
  await add([{ ...today, name: 'And again' }]);
  expect((await days('GET', 'days')).data).toMatchObject([{ ...today, name: 'And again' }]);
  expect((await add([{ date: '2026-02-30', name: 'None' }])).code).toBe(failures.invalidInput.code);
  expect((await add([today], { country: 'ZZ' })).code).toBe(failures.invalidInput.code);
  expect((await days('DELETE', 'days/delete', { id: 99_999_999 })).code).toBe(failures.notFound.code);
});

test('[TASK-03] whoever waited for the end of a day is asked about again when it is taken off', async () => {
  const { aTask, add, days, rows } = await aQuietTeam();
  const id = await aTask(1);
  const { data: added } = await add([today]);
  await rows(sql`update campaign_customer set waits_for = 'dayOff', next_at = now() + interval '1 day' where campaign_id = ${id}`);
  await days('DELETE', 'days/delete', { id: added[0].id });
  await expect
    .poll(() => rows(sql`select waits_for from campaign_customer where campaign_id = ${id}`), { timeout: 20_000 })
    .toEqual([{ waits_for: null }]);
});

test('[TASK-01] a task that asks for a skill is worked on by those who have it', async () => {
  const { tenantId, ana, anAgent, aTask, next, told, planner } = await aQuietTeam();
  const budi = await anAgent();
  const able = (userId: number, level: number) =>
    server.world.db.tenant({ tenantId }, (tx) => setSkillsOfMember(tx, userId, [{ skill: 'es', level }]));
  await able(ana.userId, 3);
  await able(budi.userId, 9);
  const id = await aTask(4, { skills: [{ skill: 'es', level: 5 }], assignRule: 'evenly' });
  expect(await told(planner, 'detail', { id })).toMatchObject({
    skills: [{ skill: 'es', level: 5 }],
    agents: [{ id: budi.userId }],
  });
  expect(await next(ana, id)).toBeNull();
  expect(await next(budi, id)).toMatchObject({ customer: { agentId: budi.userId } });
});
