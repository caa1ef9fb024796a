import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#platform/server/clock.ts';
import { COMPANY_VERIFIER, RETURN_TO } from '#shared/company-sign-in.ts';
import { failures } from '#shared/errors.ts';
import { aMember } from '#test/builders.ts';
import type { Answer } from '#test/identity-provider.ts';
import { aCompany, aStage, type Company } from './sso-stage.fixture.ts';

/* Sign-ins that begin at the provider: its list of applications sends an answer nobody asked for. */

let aheadMs = 0;
const stage = await aStage({ clock: { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs } });
const { idp, server } = stage;
afterAll(stage.close);

const AT = '/admin/saas_plat';
const DAY_MS = 86_400_000;
const AGAIN = { code: null, to: '/login?reason=ssoStartAgain' };

let company: Company;
beforeAll(async () => {
  company = await aCompany(stage, { fromProvider: true });
});

/** An answer to nothing. */
const unasked = (to = company, changed: Partial<Answer> = {}): string =>
  idp.answer(
    { id: '', acsUrl: to.sp.acsUrl, entityId: to.sp.entityId, relayState: '' },
    { nameId: to.email('ana') },
    { inResponseTo: null, ...changed },
  );

test('[ADMIN-03] who begins at the provider comes in where an owner allows it', async () => {
  const landed = await company.post(unasked());
  expect(landed).toMatchObject({ status: 200, to: '/company', code: expect.any(String) });
  const { data } = await company.exchange(landed.code, landed.kept[COMPANY_VERIFIER]!);
  expect((await server.ask('GET', `${AT}/user/info`, { token: data.token! })).data).toMatchObject({
    email: company.email('ana'),
    loginType: 'sso',
  });
});

test('[ADMIN-03] it is off unless an owner switches it on, and then says where people begin', async () => {
  const careful = await aCompany(stage);
  expect((await careful.config()).fromProvider).toBe(false);
  expect(await careful.post(unasked(careful))).toMatchObject(AGAIN);
  expect((await careful.config()).problem?.why).toBe('unsolicited');
  const clerk = await aMember(server.world.db, careful.tenantId, { functions: ['sso.view', 'sso.edit'] });
  expect((await careful.save({ fromProvider: true, defaultRoleIds: [] }, clerk)).code).toBe(failures.ssoOwnerOnly.code);
  expect((await careful.save({ fromProvider: true, enabled: false })).code).toBe(0);
  expect((await careful.post(unasked(careful))).code, 'nobody comes in while it is off').toBeNull();
});

test('[ADMIN-03] switching it asks for no new trial: it does not change who vouches', async () => {
  const worked = await aCompany(stage);
  expect((await worked.signIn(worked.email('ana'))).code).toBe(0);
  expect((await worked.save({ fromProvider: true })).data.workedAt).not.toBeNull();
});

test('[ADMIN-03] an answer nobody asked for counts once, for as long as it holds', async () => {
  const answer = unasked(company, { to: new Date(Date.now() + 5 * DAY_MS) });
  expect((await company.post(answer)).code).not.toBeNull();
  expect(await company.post(answer)).toMatchObject(AGAIN);
  expect((await company.config()).problem?.why).toBe('replay');
  aheadMs = 3 * DAY_MS;
  try {
    await server.built.features
      .find(({ name }) => name === 'sso')!
      .jobs!.find(({ task }) => task === 'sso.sweep')!
      .run({} as never);
    expect(await company.post(answer), 'days later, after old messages were deleted').toMatchObject(AGAIN);
  } finally {
    aheadMs = 0;
  }
});

test('[ADMIN-03] of several that come at once, to whichever process, one counts', async () => {
  const answer = unasked();
  const landed = await Promise.all([1, 2, 3, 4].map(() => company.post(answer)));
  expect(landed.filter(({ code }) => code !== null)).toHaveLength(1);
});

test('[ADMIN-03] an answer to a request that is not ours stays refused', async () => {
  expect(await company.post(unasked(company, { inResponseTo: '_0123456789abcdef' }))).toMatchObject(AGAIN);
  const half = (xml: string) => xml.replace(/ InResponseTo="[^"]*"/, '');
  expect(
    await company.post(unasked(company, { inResponseTo: '_0123456789abcdef', unsignedAssertion: half })),
    'named outside alone',
  ).toMatchObject(AGAIN);
});

test.each([
  ['/record?page=2', '/record?page=2'],
  ['/settings/sso', '/settings/sso'],
  ['//evil.example', undefined],
  ['https://evil.example/', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('[ADMIN-03] what comes beside the answer leads to a page of ours or nowhere: %j', async (RelayState, page) => {
  const { kept } = await company.post(unasked(), { RelayState });
  expect(kept[RETURN_TO]).toBe(page);
});
