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

test('[TASK-01] a day without calls keeps an agent from calling there, and is told as the reason until it is removed', async () => {
  const { ana, aTask, next, add, days, answerOf, ask } = await aQuietTeam();
  const id = await aTask(1);
  const { customer } = (await next(ana, id))!;
  const { data: added } = await add([today]);
  const open = () => answerOf(ana, 'open', { customerId: customer.id });
  expect(await open()).toMatchObject({ blocked: 'dayOff', callableAt: '2026-11-19 06:00:00' });
  expect((await ask(ana, 'call', { customerId: customer.id })).code).toBe(failures.notCallableNow.code);
  expect((await days('GET', 'days')).data).toMatchObject([{ country: 'MX', area: '', ...today }]);
  expect((await days('DELETE', 'days/delete', { id: added[0].id })).code).toBe(0);
  expect(await open()).toMatchObject({ blocked: null });
});

test('[TASK-01] a day of a region is a day of its numbers alone, and one of every year has no year', async () => {
  const { ana, aTask, next, add, answerOf } = await aQuietTeam();
  const id = await aTask(1);
  await add([{ date: '11-18', name: 'Of Guadalajara' }], { area: '33' });
  const { customer } = (await next(ana, id))!;
  expect(customer.phone).toBe(numberOf(0));
  await add([{ date: '11-18', name: 'Of the capital' }], { area: '55' });
  expect(await answerOf(ana, 'open', { customerId: customer.id })).toMatchObject({ blocked: 'dayOff' });
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

test('[TASK-01] whoever waits for the end of a day is next again when it is taken off the list', async () => {
  const { ana, aTask, next, add, days } = await aQuietTeam();
  const id = await aTask(1);
  const { data: added } = await add([today]);
  expect(await next(ana, id)).toBeNull();
  await days('DELETE', 'days/delete', { id: added[0].id });
  await expect.poll(() => next(ana, id), { timeout: 20_000 }).toMatchObject({ blocked: null });
});

test('[TASK-01] a task that asks for a skill is worked on by those who have it', async () => {
  const { tenantId, ana, anAgent, aTask, next, answerOf, planner } = await aQuietTeam();
  const budi = await anAgent();
  const able = (userId: number, level: number) =>
    server.world.db.tenant({ tenantId }, (tx) => setSkillsOfMember(tx, userId, [{ skill: 'es', level }]));
  await able(ana.userId, 3);
  await able(budi.userId, 9);
  const id = await aTask(4, { skills: [{ skill: 'es', level: 5 }], assignRule: 'evenly' });
  expect(await answerOf(planner, 'detail', { id })).toMatchObject({
    skills: [{ skill: 'es', level: 5 }],
    agents: [{ id: budi.userId }],
  });
  expect(await next(ana, id)).toBeNull();
  expect(await next(budi, id)).toMatchObject({ customer: { agentId: budi.userId } });
});
