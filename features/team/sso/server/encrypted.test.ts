import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '#platform/server/clock.ts';
import { selfSigned, type SelfSigned } from '#platform/server/self-signed.ts';
import { failures } from '#shared/errors.ts';
import { aMember } from '#test/builders.ts';
import { answerXml, signElement, type Answer } from '#test/identity-provider.ts';
import { sealAssertion, type Sealing } from '#test/sealed-assertion.ts';
import type { SsoRefusal } from '../contract.ts';
import { resealSsoKeys } from './sealed-keys.ts';
import { aCompany, aStage, type Company } from './sso-stage.fixture.ts';

/* Assertions that only we can read. */

let aheadMs = 0;
const stage = await aStage({ clock: { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs } });
const { idp, server } = stage;
const { db } = server.world;
afterAll(stage.close);

const AT = '/admin/saas_plat';
const DAY_MS = 86_400_000;
const codeOf = (name: keyof typeof failures): number => failures[name].code;
const certificatesIn = (metadata: string): string[] =>
  [...metadata.matchAll(/use="encryption">.*?<X509Certificate>([^<]+)</gs)].map(
    ([, base64]) => `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  );
const renew = (company: Company, token = company.owner.token) =>
  server.ask('POST', `${AT}/sso_config/encryption_key`, { token });
const metadataOf = async (company: Company): Promise<string> =>
  (await server.built.http.inject({ method: 'GET', url: `${AT}/sso/${company.domain}/metadata` })).body;

let company: Company;
let cert: string;
let stranger: SelfSigned;
beforeAll(async () => {
  company = await aCompany(stage);
  stranger = await selfSigned('us.example');
  await renew(company);
  [cert] = certificatesIn(await metadataOf(company)) as [string];
});

/** Asked of the database: weeks later the owner's session is over. */
const problemOf = async (tenantId: number): Promise<string> =>
  (
    await db.everyTenant('looks', (tx) =>
      sql<{ problem: string | null }>`select problem from sso_config where tenant_id = ${tenantId}`.execute(tx.as()),
    )
  ).rows[0]?.problem ?? 'nothing told';

/** Posts an answer; tells who came in by it, or why nobody did. */
async function attempt(make: (honest: Answer) => string | Promise<string>, at = company) {
  const { asked, verifier } = await at.begin();
  await db.everyTenant('nothing was refused yet', (tx) =>
    sql`update sso_config set problem = null where tenant_id = ${at.tenantId}`.execute(tx.as()),
  );
  const [from, to] = [-60_000, 300_000].map((ms) => new Date(Date.now() + aheadMs + ms)) as [Date, Date];
  const honest = { ...idp.answerTo(asked, { nameId: at.email('ana') }), from, to };
  const landed = await at.post(Buffer.from(await make(honest)).toString('base64'));
  if (landed.code === null) return problemOf(at.tenantId);
  // Sessions count by the database's clock, which nobody turned.
  if (aheadMs > 0) return 'taken';
  const { data } = await at.exchange(landed.code, verifier);
  return (await server.ask('GET', `${AT}/user/info`, { token: data.token! })).data.email as string;
}

test('[ADMIN-03] an assertion that is encrypted for us is read', async () => {
  for (const content of ['aes128-gcm', 'aes256-gcm'] as const)
    expect(
      await attempt((honest) =>
        sealAssertion(answerXml(honest), cert, { content: `http://www.w3.org/2009/xmlenc11#${content}` }),
      ),
    ).toBe(company.email('ana'));
});

test.each<[string, SsoRefusal, (honest: Answer) => Promise<string>]>([
  ['for another key', 'decryption', (honest) => sealAssertion(answerXml(honest), stranger.cert)],
  [
    'and changed on the way',
    'decryption',
    async (honest) =>
      (await sealAssertion(answerXml(honest), cert)).replace(
        /(<xenc:CipherValue>.{40})(.)/s,
        (_all, before: string, letter: string) => before + (letter === 'A' ? 'B' : 'A'),
      ),
  ],
  ['and not signed', 'unsigned', (honest) => sealAssertion(answerXml({ ...honest, signs: 'nothing' }), cert)],
  [
    'and signed by somebody else',
    'signature',
    (honest) => sealAssertion(answerXml({ ...honest, signer: stranger }), cert),
  ],
  [
    'and signed on the outside alone: anybody can encrypt for us',
    'unsigned',
    async (honest) =>
      signElement(await sealAssertion(answerXml({ ...honest, signs: 'nothing' }), cert), 'Response', idp.signer),
  ],
  [
    'beside a plain one',
    'malformed',
    async (honest) => {
      const plain = /<saml:Assertion .*<\/saml:Assertion>/s.exec(answerXml(honest))![0];
      return (await sealAssertion(answerXml(honest), cert)).replace('</samlp:Response>', `${plain}</samlp:Response>`);
    },
  ],
  [
    'twice',
    'malformed',
    async (honest) =>
      (await sealAssertion(answerXml(honest), cert)).replace(
        /<saml:EncryptedAssertion>.*<\/saml:EncryptedAssertion>/s,
        '$&$&',
      ),
  ],
  [
    'for a hundred keys',
    'malformed',
    async (honest) =>
      (await sealAssertion(answerXml(honest), stranger.cert)).replace(/<e:EncryptedKey.*<\/e:EncryptedKey>/s, (key) =>
        key.repeat(100),
      ),
  ],
])('[ADMIN-03] an assertion that is encrypted %s is refused (%s)', async (_name, why, make) => {
  expect(await attempt(make)).toBe(why);
});

test.each<Partial<Sealing>>([
  { content: 'http://www.w3.org/2001/04/xmlenc#aes128-cbc' },
  { content: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc' },
  { content: 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc' },
  { key: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' },
])('[ADMIN-03] an encryption that lets strangers find out what it hides is refused: %j', async (how) => {
  expect(await attempt((honest) => sealAssertion(answerXml(honest), cert, how))).toBe('encryption');
});

describe('AES-CBC, which does not show changes', () => {
  const sealCbc = (xml: string, way: 'aes128-cbc' | 'aes256-cbc' = 'aes256-cbc') =>
    sealAssertion(xml, cert, { content: `http://www.w3.org/2001/04/xmlenc#${way}` });
  const signed = (xml: string, by = idp.signer) => signElement(xml, 'Response', by);
  /** The bytes of the encrypted assertion become others. */
  const withContent = (xml: string, change: (bytes: Buffer) => Uint8Array) =>
    xml.replace(
      /(?<=<xenc:CipherValue>)[^<]*(?=<\/xenc:CipherValue>\s*<\/xenc:CipherData>\s*<\/xenc:EncryptedData>)/,
      (base64) => Buffer.from(change(Buffer.from(base64, 'base64'))).toString('base64'),
    );
  const changed = (xml: string, at = 40) =>
    withContent(xml, (bytes) => {
      bytes[at]! ^= 1;
      return bytes;
    });

  test.each(['aes128-cbc', 'aes256-cbc'] as const)(
    '[ADMIN-03] is read inside a response the company signed: %s',
    async (way) => {
      expect(await attempt(async (honest) => signed(await sealCbc(answerXml(honest), way)))).toBe(company.email('ana'));
    },
  );

  test('[ADMIN-03] is not decrypted where the response is not signed', async () => {
    expect(await attempt((honest) => sealCbc(answerXml(honest)))).toBe('encryption');
    // Whatever stands in it: what is decrypted would be refused as something else.
    expect(await attempt(async (honest) => changed(await sealCbc(answerXml(honest))))).toBe('encryption');
  });

  test.each<[string, (honest: Answer) => Promise<string>]>([
    ['a signature of somebody else', async (honest) => signed(await sealCbc(answerXml(honest)), stranger)],
    ['a change after the signature', async (honest) => changed(signed(await sealCbc(answerXml(honest))))],
    ['a change of its first block', async (honest) => signed(changed(await sealCbc(answerXml(honest)), 2))],
    ['a change in its middle', async (honest) => signed(changed(await sealCbc(answerXml(honest))))],
    [
      'bad padding',
      async (honest) =>
        signed(
          withContent(await sealCbc(answerXml(honest)), (bytes) => {
            // The byte that says how long the padding is becomes more than a block.
            bytes[bytes.length - 17]! ^= 0x80;
            return bytes;
          }),
        ),
    ],
    [
      'half a block',
      async (honest) => signed(withContent(await sealCbc(answerXml(honest)), (bytes) => bytes.subarray(0, -8))),
    ],
    [
      'a key of somebody else',
      async (honest) =>
        signed(
          await sealAssertion(answerXml(honest), stranger.cert, {
            content: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
          }),
        ),
    ],
  ])('[ADMIN-03] answers %s as it answers everything that is wrong', async (_name, make) => {
    expect(await attempt(make)).toBe('decryption');
  });

  test('[ADMIN-03] counts by the signature inside, as everything encrypted does', async () => {
    expect(await attempt(async (honest) => signed(await sealCbc(answerXml({ ...honest, signs: 'nothing' }))))).toBe(
      'unsigned',
    );
  });
});

test('[ADMIN-03] a signature inside and another outside is as good as the one inside', async () => {
  expect(
    await attempt(async (honest) => signElement(await sealAssertion(answerXml(honest), cert), 'Response', idp.signer)),
  ).toBe(company.email('ana'));
});

test('[ADMIN-03] signature wrapping stays refused where it is encrypted', async () => {
  expect(
    await attempt((honest) => {
      const whole = answerXml(honest);
      const signed = /<saml:Assertion .*<\/saml:Assertion>/s.exec(whole)![0];
      const evil = signed
        .replace(/<Signature .*<\/Signature>/s, '')
        .replace(/ID="[^"]*"/, 'ID="_evil"')
        .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${company.email('owner')}`)
        .replace('</saml:Assertion>', `${signed}</saml:Assertion>`);
      return sealAssertion(whole.replace(signed, evil), cert);
    }),
  ).toBe('malformed');
});

test('[ADMIN-03] where an owner wants assertions encrypted, a plain one is refused', async () => {
  const strict = await aCompany(stage);
  expect((await strict.save({ encryptedOnly: true })).code).toBe(codeOf('ssoEncryptionKeyMissing'));
  await renew(strict);
  const clerk = await aMember(db, strict.tenantId, { functions: ['sso.view', 'sso.edit'] });
  expect((await strict.save({ encryptedOnly: true, defaultRoleIds: [] }, clerk)).code).toBe(codeOf('ssoOwnerOnly'));
  expect((await strict.save({ encryptedOnly: true, defaultRoleIds: [strict.agentRole] })).data).toMatchObject({
    encryptedOnly: true,
  });
  expect(await attempt(answerXml, strict)).toBe('unencrypted');
  const [theirs] = certificatesIn(await metadataOf(strict));
  expect(await attempt((honest) => sealAssertion(answerXml(honest), theirs!), strict)).toBe(strict.email('ana'));
});

test('[ADMIN-03] a key is made by an owner, sealed, and replaced: the old one opens for a week, metadata carry both', async () => {
  const fresh = await aCompany(stage);
  expect(certificatesIn(await metadataOf(fresh)), 'nobody encrypts before an owner wants it').toEqual([]);
  const clerk = await aMember(db, fresh.tenantId, { functions: ['sso.view', 'sso.edit'] });
  expect((await renew(fresh, clerk.token)).code).toBe(codeOf('ssoOwnerOnly'));
  expect((await renew(fresh)).data).toMatchObject([{ until: null }]);
  const [first] = certificatesIn(await metadataOf(fresh)) as [string];
  expect((await renew(fresh)).data).toMatchObject([{ until: null }, { until: expect.any(String) }]);
  const both = certificatesIn(await metadataOf(fresh));
  expect([both.length, both[1]]).toEqual([2, first]);
  for (const each of both)
    expect(await attempt((honest) => sealAssertion(answerXml(honest), each), fresh)).toBe(fresh.email('ana'));

  const kept = async () =>
    (
      await db.everyTenant('looks', (tx) =>
        sql<{
          now: string;
          old: string | null;
        }>`select decryption_key now, old_decryption_key old from sso_key where tenant_id = ${fresh.tenantId}`.execute(
          tx.as(),
        ),
      )
    ).rows[0]!;
  expect(await kept()).toEqual({ now: expect.stringMatching(/^sealed\./), old: expect.stringMatching(/^sealed\./) });
  await resealSsoKeys(db);
  expect(await attempt((honest) => sealAssertion(answerXml(honest), both[0]!), fresh)).toBe(fresh.email('ana'));

  aheadMs = 7 * DAY_MS + 60_000;
  try {
    expect(await attempt((honest) => sealAssertion(answerXml(honest), first), fresh)).toBe('decryption');
    expect(await attempt((honest) => sealAssertion(answerXml(honest), both[0]!), fresh)).toBe('taken');
    expect(certificatesIn(await metadataOf(fresh))).toEqual([both[0]]);
    await server.built.features
      .find(({ name }) => name === 'sso')!
      .jobs!.find(({ task }) => task === 'sso.sweep')!
      .run({} as never);
    expect((await kept()).old).toBeNull();
  } finally {
    aheadMs = 0;
  }
  const { rows } = await db.tenant(fresh.owner, (tx) =>
    sql<{
      n: number;
    }>`select count(*)::int n from operation_log where module = 'sso' and action = 'renewKey'`.execute(tx.as()),
  );
  expect(rows[0]!.n).toBeGreaterThanOrEqual(2);
});
