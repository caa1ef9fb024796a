import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#platform/server/realtime/realtime-process.fixture.ts';
import { aMember, type Member } from './builders.ts';
import { besides } from './tenancy/besides.ts';
import { aFilledTenant, type FilledTenant } from './tenancy/filled-tenant.ts';
import { formsOf, inputFor } from './tenancy/inputs.ts';
import { sendAs, type SweepCaller } from './tenancy/send.ts';
import { hurriedClock } from '#test/clock.ts';
import { testServer, type TestServer } from './test-server.ts';

/*
 * How a tenant protects numbers (`EncryptType`) is obeyed by everything that reads: the calls are read off the contracts.
 * What is done with the mask, call by call and on sockets, sees `masking.test.ts`: both masks are one and the same.
 */

const TENANT = 550_055;
let server: TestServer;
let tenant: FilledTenant;
let owner: Member;
let people: Record<'owner' | 'member' | 'key', SweepCaller>;

beforeAll(async () => {
  server = await testServer({ clock: hurriedClock() });
  const { db, catalogue } = server.world;
  // Its desk is here before it: else what it has would be taken for left behind, and be put right.
  await server.built.homes.find(TENANT);
  tenant = await aFilledTenant(db, TENANT);
  owner = await aMember(db, TENANT, { isOwner: true });
  const member = await aMember(db, TENANT, { functions: catalogue.functions.flatMap(({ functions }) => functions) });
  const { data } = await server.ask('POST', '/cc/api/tenantApi/v1/add', {
    token: owner.token,
    body: { name: 'ERP', scopes: catalogue.scopes.map(({ scope }) => scope), expiresAt: null, maskNumbers: false },
  });
  people = {
    owner: { name: 'owner', member: owner, token: owner.token },
    member: { name: 'member', member, token: member.token },
    key: { name: 'key', member: null, token: data.key as string },
  };
}, 120_000);
afterAll(() => server.close());

const protect = (value: string) =>
  server.ask('PUT', '/admin/saas_plat/config/value', { token: owner.token, body: { name: 'EncryptType', value } });

const shows = (text: string): boolean => text.includes(tenant.number) || text.includes(tenant.email);

/** The calls that answer somebody with a number or an address of a customer. */
async function telling(who: SweepCaller): Promise<string[]> {
  const reading = server.built.features
    .flatMap((feature) => feature.routes)
    .filter(({ endpoint: { access, reads, method, api } }) => {
      const isOpen = who.member !== null || api !== undefined;
      return access !== 'public' && isOpen && (reads === true || method === 'GET');
    });
  // They never say the number: else an answer might repeat it.
  const own = { ...tenant, number: tenant.phoneWord };
  const revealingCalls = await Promise.all(
    reading.map(async (route) => {
      const what = `${route.module}.${route.name}`;
      const answers = await Promise.all(
        formsOf(route.endpoint).map((schema) =>
          sendAs(server, who, route, {
            ...(inputFor(schema, { own, count: 1 }) as object),
            ...besides[what]?.('', own),
          }),
        ),
      );
      return answers.some(({ text }) => shows(text)) ? [what] : [];
    }),
  );
  return revealingCalls.flat();
}

async function fileOf(path: string, body: object): Promise<string> {
  const { code, data } = await server.ask('POST', path, { token: owner.token, body });
  expect(code).toBe(0);
  const file = await eventually(async () => {
    const answer = await server.built.http.inject({
      method: 'GET',
      url: `/cc/api/download/v1/${data.id}/file`,
      headers: { authorization: `Bearer ${owner.token}` },
    });
    if (!answer.headers['content-disposition']) throw new Error('not yet');
    return answer;
  }, 20_000);
  return file.rawPayload.toString('utf8');
}
const calls = () =>
  fileOf('/cc/api/ccCdr/v1/export', { startDate: '2020-01-01 00:00:00', endDate: '2030-01-01 00:00:00' });

/** Whether somebody reads a number in the list of customers. */
const sees = async ({ token }: SweepCaller): Promise<boolean> =>
  shows(JSON.stringify(await server.ask('POST', '/admin/cdp/customer/list', { token: token!, body: {} })));
const seen = async () => ({
  owner: await sees(people.owner),
  member: await sees(people.member),
  key: await sees(people.key),
});

test(
  '[SEC-02] the setting decides who is told numbers, by every call, and who sets it is in the log',
  { timeout: 180_000 },
  async () => {
    expect(await seen()).toEqual({ owner: true, member: true, key: true });
    expect((await protect('1')).code).toBe(0);
    expect(await seen()).toEqual({ owner: true, member: false, key: true });
    expect(await telling(people.member)).toEqual([]);
    await protect('2');
    expect(await seen()).toEqual({ owner: true, member: true, key: false });
    expect(await telling(people.key)).toEqual([]);
    expect((await telling(people.member)).length, 'the search finds what is there').toBeGreaterThan(5);
    await protect('3');
    expect(await seen()).toEqual({ owner: true, member: false, key: false });
    expect((await protect('4')).code).toBe(400);
    await protect('0');
    expect(await seen()).toEqual({ owner: true, member: true, key: true });
    const { rows } = await server.world.db.pool.query(
      `select change from operation_log where tenant_id = $1 and action = 'setConfigValue' and outcome = 0 order by id limit 2`,
      [TENANT],
    );
    expect(rows).toEqual([{ change: { before: null, after: '1' } }, { change: { before: '1', after: '2' } }]);
  },
);

test(
  '[SEC-02] files hold numbers unless what leaves the product is protected, also those of owners',
  { timeout: 60_000 },
  async () => {
    await protect('0');
    expect(shows(await calls())).toBe(true);
    for (const value of ['2', '3']) {
      await protect(value);
      expect(shows(await calls()), value).toBe(false);
    }
  },
);

test('[SEC-02] webhooks tell no number while what leaves the product is protected', async () => {
  const masks = async () =>
    (
      await server.world.db.pool.query<{ masked: boolean }>(
        `select masked from webhook_delivery where tenant_id = $1 and type = 'customer.created' order by id desc limit 1`,
        [TENANT],
      )
    ).rows[0]?.masked;
  await server.world.db.pool.query(
    `update webhook set enabled = true, stopped = null, mask_numbers = false, events = array['customer.created'] where tenant_id = $1`,
    [TENANT],
  );
  for (const [value, masked] of [
    ['1', false],
    ['2', true],
  ] as const) {
    await protect(value);
    await server.ask('POST', '/admin/cdp/customer/insert', {
      token: owner.token,
      body: { full_name: `Ana ${value}`, phones: [{ number: `+52551234000${value}` }], fields: { [TENANT]: 'x' } },
    });
    await eventually(async () => expect(await masks()).toBe(masked));
  }
});
