import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { openTenantSecrets, phoneWords } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const words = phoneWords(openTenantSecrets(db));

const NUMBER = '525512345678';
const convert = async (who: Member, originPhone: string, oprType = 1) =>
  server.ask('POST', '/cc/api/phone/v1/convert', {
    token: who.token,
    body: { originPhone, countryCode: '52', oprType },
  });
const protect = (tenantId: number, value: string) =>
  db.everyTenant('arranges', (tx) =>
    sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, 'EncryptType', ${value}) on conflict (tenant_id, name) do update set value = ${value}`.execute(
      tx.as(),
    ),
  );
const get = async (who: Member, path: string) =>
  (await server.ask('GET', `/cc/api/phone/v1/${path}`, { token: who.token })).data;

test('[SEC-02] whoever sees numbers gets them, and a word for them when asked to encrypt', async () => {
  const ana = await aMember(db, await aTenant(db));
  expect((await convert(ana, NUMBER)).data).toEqual({
    encryptPhone: '',
    displayPhone: NUMBER,
    realPhone: NUMBER,
    hasEncrypt: false,
  });
  const { data } = await convert(ana, '+52 (55) 1234-5678', 2);
  expect(data).toMatchObject({ displayPhone: NUMBER, realPhone: NUMBER, hasEncrypt: true });
  expect(data.encryptPhone).toMatch(/^enc\.[\w-]+$/);
  expect((await convert(ana, data.encryptPhone)).data).toMatchObject({ realPhone: NUMBER });
});

test('[SEC-02] a role that needs masking never gets the number, whatever it asks', async () => {
  const tenant = await aTenant(db);
  const [ana, budi] = [await aMember(db, tenant), await aMember(db, tenant, { needsMasking: true })];
  const { data: clear } = await convert(ana, NUMBER, 2);
  for (const [origin, oprType] of [
    [NUMBER, 1],
    [NUMBER, 2],
    [clear.encryptPhone, 1],
    [clear.encryptPhone, 2],
  ] as const) {
    const { data } = await convert(budi, origin, oprType);
    expect(data).toEqual({
      encryptPhone: expect.stringMatching(/^enc\./),
      displayPhone: '52******5678',
      realPhone: '',
      hasEncrypt: true,
    });
    expect(await words.numberToDial(tenant, data.encryptPhone)).toBe(NUMBER);
    // What they typed can be called and nothing else.
    expect(await words.numberOf(tenant, data.encryptPhone)).toBe(origin === NUMBER ? null : NUMBER);
  }
});

test('[SEC-02] a role that needs masking cannot type numbers until one has the word of a hidden number', async () => {
  const tenant = await aTenant(db);
  const budi = await aMember(db, tenant, { needsMasking: true });
  const hidden = await words.wordFor(tenant, NUMBER);
  const typed = await Promise.all(
    [1, 2].map(async (oprType) => (await convert(budi, NUMBER, oprType)).data.encryptPhone),
  );
  expect(new Set([hidden, ...typed]).size).toBe(3);
  for (const word of [hidden, ...typed]) expect((await convert(budi, word)).data.encryptPhone).toBe(word);
});

test('[SEC-02] a word of another tenant, a changed word and nonsense mean nothing', async () => {
  const [one, other] = [await aTenant(db), await aTenant(db)];
  const word = await words.wordFor(one, NUMBER);
  expect(await words.numberOf(one, word)).toBe(NUMBER);
  expect(await words.wordFor(one, NUMBER)).toBe(word);
  expect(await words.numberOf(other, word)).toBeNull();
  expect(await words.wordFor(other, NUMBER)).not.toBe(word);
  const body = Buffer.from(word.slice(4), 'base64url');
  for (let at = 0; at < body.length; at += 1) {
    const changed = Buffer.from(body);
    changed[at]! ^= 1;
    expect(await words.numberOf(one, `enc.${changed.toString('base64url')}`)).toBeNull();
  }
  for (const nonsense of ['', 'enc.', 'enc.AAAA', NUMBER]) expect(await words.numberOf(one, nonsense)).toBeNull();
  const noor = await aMember(db, other);
  expect((await convert(noor, word)).code).toBe(812);
});

test('[SEC-02] encryptType 0 to 3 says what every number of the tenant goes through', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant);
  const seen: unknown[] = [];
  for (const type of ['0', '1', '2', '3', '9']) {
    await protect(tenant, type);
    const { data } = await convert(ana, NUMBER);
    seen.push([
      (await get(ana, 'encryptType')).encryptType,
      data.displayPhone === NUMBER ? 'clear' : 'masked',
      data.hasEncrypt,
    ]);
  }
  expect(seen).toEqual([
    [0, 'clear', false],
    [1, 'masked', true],
    [2, 'clear', true],
    [3, 'masked', true],
    [0, 'clear', false],
  ]);
});

test('[SEC-02] the salt is one per tenant, and the role says whether it sees masked data', async () => {
  const tenant = await aTenant(db);
  const [ana, budi, noor] = [
    await aMember(db, tenant),
    await aMember(db, tenant, { needsMasking: true }),
    await aMember(db, await aTenant(db)),
  ];
  const [anas, budis, noors] = [await get(ana, 'security'), await get(budi, 'security'), await get(noor, 'security')];
  expect(anas).toEqual({ salt_key: budis.salt_key, role_need_desensitize: false });
  expect(budis.role_need_desensitize).toBe(true);
  expect(anas.salt_key).toMatch(/^[0-9a-f]{32}$/);
  expect(noors.salt_key).not.toBe(anas.salt_key);
});

test('[SEC-02] no request can read the secrets of its tenant', async () => {
  const tenant = await aTenant(db);
  await words.wordFor(tenant, NUMBER);
  await expect(
    db.tenant({ tenantId: tenant }, (tx) => sql`select * from tenant_secret`.execute(tx.as())),
  ).rejects.toThrow('permission denied');
});
