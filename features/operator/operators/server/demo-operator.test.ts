import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DEMO_PASSWORD } from '#features/team/demo-inbox/server/index.ts';
import { demoInboxApi } from '#features/team/demo-inbox/contract.ts';
import { secondFactorApi } from '#features/team/second-factor/contract.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { seedDemo } from '#db/seed.ts';
import { failures } from '#shared/errors.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { operatorsApi } from '../contract.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ demo: true });
  await seedDemo(server.world, []);
});
afterAll(() => server.close());

const email = 'operator@openseat.example';

/** The newest code among the messages the demo keeps, as whoever sits at its machine reads them. */
async function keptCodes(): Promise<string[]> {
  const { data } = await server.ask('GET', demoInboxApi.messages.path);
  return (data as { to: string; text: string }[]).flatMap(({ to, text }) =>
    to === email ? (/\b(\d{6})\b/.exec(text)?.[1] ?? []) : [],
  );
}

test('the demo has somebody who runs it: the demo’s password, then a code that appears among its messages, opens the console', async () => {
  const signIn = { email, password: DEMO_PASSWORD };
  const { data } = await server.ask('PUT', accountApi.login.path, { body: signIn });
  const { ticket } = data.secondStep as { ticket: string };
  expect(await keptCodes()).toEqual([]);
  const step = await server.ask('POST', secondFactorApi.step.path, { body: { ticket } });
  expect(step.data).toMatchObject({ kind: 'proof', totp: true });
  await expect.poll(keptCodes, { timeout: 20_000 }).toHaveLength(1);
  const [code] = await keptCodes();
  const proven = await server.ask('POST', secondFactorApi.proveStep.path, { body: { ticket, code } });
  const { token } = proven.data as { token: string };
  expect((await server.ask('GET', accountApi.info.path, { token })).data).toMatchObject({
    isOperator: true,
    tenantName: 'OpenSeat',
  });
  expect(await server.ask('GET', operatorsApi.list.path, { token })).toMatchObject({ code: 0, data: [{ email }] });

  // A code is good once: the next sign-in has the next one.
  const again = await server.ask('PUT', accountApi.login.path, { body: signIn });
  const next = again.data.secondStep.ticket as string;
  await server.ask('POST', secondFactorApi.step.path, { body: { ticket: next } });
  await expect.poll(async () => new Set(await keptCodes()).size, { timeout: 20_000 }).toBe(2);
  const [newest] = (await keptCodes()).filter((one) => one !== code);
  const used = await server.ask('POST', secondFactorApi.proveStep.path, { body: { ticket: next, code } });
  expect(used.code).toBe(failures.secondFactorWrong.code);
  const good = await server.ask('POST', secondFactorApi.proveStep.path, { body: { ticket: next, code: newest } });
  expect(good.code).toBe(0);
});

test('owners of the demo’s companies are no operators, and the seed makes the operator once', async () => {
  await seedDemo(server.world, []);
  const { data } = await server.ask('GET', demoInboxApi.people.path);
  expect((data as { email: string }[]).filter((one) => one.email === email)).toHaveLength(1);
  const owner = { email: 'owner@aurora.example', password: DEMO_PASSWORD };
  const { token } = (await server.ask('PUT', accountApi.login.path, { body: owner })).data as { token: string };
  expect((await server.ask('GET', operatorsApi.list.path, { token })).code).toBe(failures.notAllowed.code);
});
