import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openHttpSms } from '#adapters/sms/http/open-http-sms.ts';
import { openLocalCentre } from '#adapters/sms/smpp/local-centre.fixture.ts';
import { openSmppSms } from '#adapters/sms/smpp/open-smpp-sms.ts';
import type { OutsideFetch } from '#core/http/outside-fetch.port.ts';
import type { OpenSmsProvider } from '#core/sms/sms-provider.port.ts';
import { accountServer, aPerson, codeOf, digits, PASSWORD } from '#features/team/account/server/account.fixture.ts';
import { CODE_FAILED } from '#features/team/account/contract.ts';
import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import { testDb } from '#test/test-db.ts';
import { openCarriers } from './carriers.ts';
import { codeCarrier } from './code-carrier.ts';
import { aTenantThatSends } from './sms.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const { db, close } = await testDb();

/** Two carriers on this machine that speak their protocols; the one by HTTP answers as told. */
const phones: { to: string; text: string }[] = [];
let answer = 200;
const web = createServer(async (request, reply) => {
  let body = '';
  for await (const part of request) body += String(part);
  if (answer === 200) phones.push(JSON.parse(body) as { to: string; text: string });
  reply.writeHead(answer, { 'content-type': 'application/json' }).end('{"id":"m1"}');
});
await new Promise<void>((resolve) => void web.listen(0, '127.0.0.1', resolve));
const centre = await openLocalCentre({ password: '' });

const outside: OutsideFetch = async ({ url, method = 'GET', headers = {}, body }) => {
  const answered = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: body as string }) });
  return { status: answered.status, headers: {}, body: new Uint8Array(await answered.arrayBuffer()) };
};
const open: OpenSmsProvider = (account, listener) => {
  if (account.kind === 'http') return openHttpSms(account, outside, { httpsOnly: false });
  if (account.kind === 'smpp') return openSmppSms(account, listener, { find: async (host) => host });
  throw new Error('a rehearsed carrier brings no codes');
};
const listener = { report: async () => {}, reply: async () => {} };
const carriers = openCarriers({ db, secrets: openTenantSecrets(db), open, listenerFor: () => listener });
const server = await accountServer({
  db,
  hasCarrier: false,
  smsCountries: new Set(),
  codeCarriers: [codeCarrier({ db, carriers })],
});
afterAll(async () => {
  await server.close();
  await carriers.stop();
  await centre.close();
  web.close();
  await close();
});

const settings = {
  http: {
    url: `http://127.0.0.1:${(web.address() as AddressInfo).port}/send`,
    method: 'POST',
    headers: {},
    body: '{"to":"{to}","text":"{text}"}',
    from: 'Aurora',
    refPath: 'id',
    repeatable: false,
    report: { ref: '', status: '', delivered: [], failed: [], pending: [] },
    reply: { ref: '', from: '', to: '', text: '' },
  },
  smpp: {
    host: '127.0.0.1',
    port: centre.port,
    tls: false,
    systemId: 'aurora',
    systemType: '',
    from: '5255',
    longAs: 'parts',
  },
};

let made = 0;
const aPhone = (): string => `+5255${String(20_000_000 + (made += 1) * 100)}`;
const browser = { deviceUniqueIdentification: 'the browser of this test' };

/** Somebody of a team with a carrier of its own, signed in. */
async function atTeam(kind: 'http' | 'smpp', wishes: Parameters<typeof aTenantThatSends>[1] = {}) {
  const tenantId = await aTenantThatSends(db, wishes);
  await db.everyTenant('a carrier', (tx) =>
    sql`update sms_provider set kind = ${kind}, settings = ${JSON.stringify(settings[kind])}::jsonb, version = version + 1 where tenant_id = ${tenantId}`.execute(
      tx.as(),
    ),
  );
  const person = await aPerson(db, [tenantId]);
  const { data } = await server.ask('login', { email: person.email, password: PASSWORD });
  return { ...person, tenantId, token: data.token };
}
const askFor = async (contact: string, who: { token: string }) =>
  server.ask('sendCode', { contact, purpose: 'bindPhone', captchaId: await server.captcha(), ...browser }, who);
const textTo = (kind: 'http' | 'smpp', contact: string) =>
  vi.waitFor(
    () => {
      const found = (kind === 'http' ? phones : centre.phones).findLast(({ to }) => to === contact.slice(1));
      if (!found) throw new Error('nothing came yet');
      return found;
    },
    { timeout: 8_000, interval: 20 },
  );
async function bookOf(tenantId: number) {
  const { rows } = await db.everyTenant('look', (tx) =>
    sql<{ state: string; cost: number; balance: number; messages: number; row: string }>`
      select c.state, c.cost_minor cost, b.balance_e4 / 100 balance, c::text "row",
        (select count(*) from sms_message m where m.tenant_id = c.tenant_id) messages
      from sms_code c join money_account b using (tenant_id) where c.tenant_id = ${tenantId} order by c.id`.execute(
      tx.as(),
    ),
  );
  return rows;
}
const failedPushes = async (tenantId: number) =>
  (
    await db.everyTenant('look', (tx) =>
      sql`select 1 from outbox where tenant_id = ${tenantId} and kind = ${CODE_FAILED}`.execute(tx.as()),
    )
  ).rows.length;

test.each(['http', 'smpp'] as const)(
  '[ADMIN-01] a code for a new phone leaves through the team’s carrier (%s), at its cost, and nothing keeps the code or the number',
  async (kind) => {
    const ana = await atTeam(kind);
    const phone = aPhone();
    expect((await askFor(phone, ana)).code).toBe(0);
    const text = await textTo(kind, phone);
    const code = digits({ ...text, subject: '' });
    await vi.waitFor(async () => expect(await bookOf(ana.tenantId)).toMatchObject([{ state: 'sent' }]));
    const [kept] = await bookOf(ana.tenantId);
    expect(kept).toMatchObject({ cost: 4, balance: 996, messages: 0 });
    for (const trace of [kept!.row, ...server.logged]) {
      expect(trace).not.toContain(phone.slice(1));
      expect(trace).not.toContain(code);
    }
    const { data } = await server.ask(
      'contactVerification',
      { contact: phone, purpose: 'bindPhone', code, ...browser },
      ana,
    );
    expect((await server.ask('bindPhone', { proof: data.proof, password: PASSWORD }, ana)).data).toEqual({ phone });
    // Who forgot the password is nobody yet; whose number it is finds the way.
    const reset = { contact: phone, purpose: 'resetPassword', captchaId: await server.captcha(), ...browser };
    expect((await server.ask('sendCode', reset)).code).toBe(0);
    await vi.waitFor(
      async () =>
        expect(await bookOf(ana.tenantId)).toMatchObject([{ state: 'sent' }, { state: 'sent', balance: 992 }]),
      { timeout: 8_000 },
    );
    const again = digits({ ...(await textTo(kind, phone)), subject: '' });
    const proven = { contact: phone, purpose: 'resetPassword', code: again, ...browser };
    expect((await server.ask('contactVerification', proven)).code).toBe(0);
  },
);

test('[ADMIN-01] to a country the team has not opened no code goes, and the person is told before anything is sent', async () => {
  const ana = await atTeam('http');
  expect((await askFor('+4915112345678', ana)).code).toBe(codeOf('codeCountryClosed'));
  expect(await bookOf(ana.tenantId)).toEqual([]);
});

test('[ADMIN-01] codes by phone are offered where they can arrive: to this team, not to one with a rehearsed carrier', async () => {
  const ana = await atTeam('http');
  const noor = await aPerson(db, [await aTenantThatSends(db)]);
  const { data } = await server.ask('login', { email: noor.email, password: PASSWORD });
  expect((await server.ask('setupState', {}, ana)).data.phoneCodes).toBe(true);
  expect((await server.ask('setupState', {}, { token: data.token })).data.phoneCodes).toBe(false);
  expect((await server.ask('setupState')).data.phoneCodes).toBe(true);
  expect((await askFor(aPhone(), { token: data.token })).code).toBe(codeOf('codeCountryClosed'));
});

test('[ADMIN-01] what the carrier refuses is tried once more and stays paid, for it is the team’s own; then the person is told and may ask again at once', async () => {
  const ana = await atTeam('http');
  const phone = aPhone();
  answer = 500;
  try {
    expect((await askFor(phone, ana)).code).toBe(0);
    await vi.waitFor(
      async () => expect(await bookOf(ana.tenantId)).toMatchObject([{ state: 'failed', balance: 996 }]),
      {
        timeout: 8_000,
      },
    );
    expect(await failedPushes(ana.tenantId)).toBe(0);
    expect((await askFor(phone, ana)).code).toBe(codeOf('tooManyRequests'));
    // What the clock would do ten seconds later.
    const job = server.feature.jobs!.find(({ task }) => task === 'account.sendCode')!;
    const { rows } = await db.everyTenant('look', (tx) =>
      sql<{ id: number }>`select id from verify_code where contact = ${phone}`.execute(tx.as()),
    );
    await job.run({ id: rows[0]!.id, tryNo: 1 } as never);
    expect(await failedPushes(ana.tenantId)).toBe(1);
    expect(server.logged.join('')).not.toContain(phone.slice(1));
  } finally {
    answer = 200;
  }
  expect((await askFor(phone, ana)).code).toBe(0);
  await textTo('http', phone);
});

test('[ADMIN-01] a team that cannot pay sends no codes', async () => {
  const ana = await atTeam('http', { balanceMinor: 3 });
  const phone = aPhone();
  expect((await askFor(phone, ana)).code).toBe(0);
  await vi.waitFor(() => expect(server.logged.join('')).toContain('noBalance'));
  expect(phones.some(({ to }) => to === phone.slice(1))).toBe(false);
});

test('[ADMIN-01] a person asks for ten codes a day at most, a network for thirty, whatever numbers they name', async () => {
  const ana = await atTeam('http');
  const answers: number[] = [];
  for (let asked = 0; asked < 11; asked += 1) answers.push((await askFor(aPhone(), ana)).code);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 0), codeOf('tooManyRequests')]);
  const stranger = async () =>
    (
      await server.ask(
        'sendCode',
        { contact: aPhone(), purpose: 'resetPassword', captchaId: await server.captcha() },
        { address: '203.0.113.9' },
      )
    ).code;
  const codes: number[] = [];
  for (let asked = 0; asked < 31; asked += 1) codes.push(await stranger());
  expect(codes.filter((code) => code === 0)).toHaveLength(30);
  expect(codes.at(-1)).not.toBe(0);
});
