import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned, type SelfSigned } from '#platform/server/self-signed.ts';
import { answerXml, signElement, type Answer } from '#test/identity-provider.ts';
import type { SsoRefusal } from '../contract.ts';
import { aCompany, aStage, type Company } from './sso-stage.fixture.ts';

/*
 * What strangers and dishonest providers send. Each is refused for its own reason, which the settings page tells, and
 * no code leaves the server.
 */

const stage = await aStage();
const { idp, server } = stage;
afterAll(stage.close);

let company: Company;
let stranger: SelfSigned;
beforeAll(async () => {
  company = await aCompany(stage);
  stranger = await selfSigned('idp.aurora.example');
});

const MINUTE_MS = 60_000;
const ago = (ms: number): Date => new Date(Date.now() - ms);
const VICTIM = 'owner';
const encoded = (xml: string): string => Buffer.from(xml).toString('base64');

/** Posts what `make` makes of an honest answer of the attacker's own; answers where it led and why it was refused. */
async function attempt(
  make: (honest: Answer) => string,
): Promise<{ to: string; code: string | null; why: SsoRefusal | undefined }> {
  const { asked } = await company.begin();
  await server.world.db.everyTenant('nothing was refused yet', (tx) =>
    sql`update sso_config set problem = null where tenant_id = ${company.tenantId}`.execute(tx.as()),
  );
  const { to, code } = await company.post(make(idp.answerTo(asked, { nameId: company.email('mallory') })));
  return { to, code, why: (await company.config()).problem?.why };
}
const refusedFor = (why: SsoRefusal) => ({
  to: `/login?reason=${why === 'unsolicited' || why === 'replay' ? 'ssoStartAgain' : 'ssoRefused'}`,
  code: null,
  why,
});

test('[ADMIN-03] the same answer untouched is taken', async () => {
  expect(await attempt((honest) => encoded(answerXml(honest)))).toMatchObject({
    to: '/company',
    code: expect.any(String),
  });
});

test.each<[string, SsoRefusal, (honest: Answer) => Partial<Answer>]>([
  ['nobody signed', 'unsigned', () => ({ signs: 'nothing' })],
  ['only the response is signed, not the assertion', 'unsigned', () => ({ signs: 'response' })],
  ['another key signed', 'signature', () => ({ signer: stranger })],
  ['is signed with SHA-1', 'algorithm', () => ({ algorithm: 'sha1' })],
  ['is for another audience', 'audience', () => ({ audience: 'https://other.example/metadata' })],
  ['is for another recipient', 'recipient', ({ acsUrl }) => ({ acsUrl: `${acsUrl}x`, destination: acsUrl })],
  ['has another destination', 'destination', ({ acsUrl }) => ({ destination: `${acsUrl}x` })],
  ['is from another issuer', 'issuer', () => ({ issuer: 'https://other-idp.example' })],
  ['is over', 'late', () => ({ from: ago(20 * MINUTE_MS), to: ago(2 * MINUTE_MS) })],
  ['is not yet good', 'early', () => ({ from: ago(-5 * MINUTE_MS), to: ago(-10 * MINUTE_MS) })],
  ['answers nothing', 'unsolicited', () => ({ inResponseTo: null })],
  ['answers a request we never made', 'unsolicited', () => ({ inResponseTo: '_0123456789abcdef' })],
  ['says the sign-in failed', 'status', () => ({ status: 'Responder' })],
])('[ADMIN-03] an answer that %s is refused (%s)', async (_name, why, changed) => {
  expect(await attempt((honest) => encoded(answerXml({ ...honest, ...changed(honest) })))).toEqual(refusedFor(why));
});

test('[ADMIN-03] an answer within a minute of the edge of its time is taken: clocks differ', async () => {
  expect(await attempt((honest) => encoded(answerXml({ ...honest, from: ago(-30_000) })))).toMatchObject({
    to: '/company',
  });
  expect(await attempt((honest) => encoded(answerXml({ ...honest, to: ago(30_000) })))).toMatchObject({
    to: '/company',
  });
});

/** The signed answer cut into its parts, and the assertion the attacker would like to be read. */
function cut(honest: Answer, signs: Answer['signs'] = 'assertion') {
  const whole = answerXml({ ...honest, signs });
  const signed = /<saml:Assertion .*<\/saml:Assertion>/s.exec(whole)![0];
  const signature = /<Signature .*?<\/Signature>/s.exec(signed)?.[0] ?? '';
  const bare = signed.replace(signature, '');
  const evil = bare
    .replace(/ID="[^"]*"/, 'ID="_evil"')
    .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${company.email(VICTIM)}`);
  return {
    whole,
    signed,
    signature,
    bare,
    evil,
    into: (...assertions: string[]) => whole.replace(signed, () => assertions.join('')),
  };
}

test.each<[string, (honest: Answer) => string]>([
  [
    'XSW1: the signed response inside the signature of a false one',
    (honest) => {
      const { whole } = cut(honest, 'both');
      const signature = /<\/saml:Issuer>(<Signature .*?<\/Signature>)/s.exec(whole)![1]!;
      const original = whole.replace(signature, '');
      const evil = original
        .replace(/ID="[^"]*"/, 'ID="_evilResponse"')
        .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${company.email(VICTIM)}`)
        .replace(/(<saml:Assertion [^>]*ID=")[^"]*/, '$1_evil');
      return evil.replace(
        '</saml:Issuer>',
        `</saml:Issuer>${signature.replace('</Signature>', `<Object>${original}</Object></Signature>`)}`,
      );
    },
  ],
  [
    'XSW2: the signed response before the signature of a false one',
    (honest) => {
      const { whole } = cut(honest, 'both');
      const signature = /<\/saml:Issuer>(<Signature .*?<\/Signature>)/s.exec(whole)![1]!;
      const original = whole.replace(signature, '');
      const evil = original
        .replace(/ID="[^"]*"/, 'ID="_evilResponse"')
        .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${company.email(VICTIM)}`)
        .replace(/(<saml:Assertion [^>]*ID=")[^"]*/, '$1_evil');
      return evil.replace('</saml:Issuer>', `</saml:Issuer>${original}${signature}`);
    },
  ],
  [
    'XSW3: a false assertion before the signed one',
    (honest) => {
      const { into, evil, signed } = cut(honest);
      return into(evil, signed);
    },
  ],
  [
    'XSW3 turned round: a false assertion behind the signed one',
    (honest) => {
      const { into, evil, signed } = cut(honest);
      return into(signed, evil);
    },
  ],
  [
    'XSW4: the signed assertion inside a false one',
    (honest) => {
      const { into, evil, signed } = cut(honest);
      return into(evil.replace('</saml:Assertion>', `${signed}</saml:Assertion>`));
    },
  ],
  [
    'XSW5: a false assertion with the signature, the true one behind it',
    (honest) => {
      const { into, evil, bare, signature } = cut(honest);
      return into(evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`), bare);
    },
  ],
  [
    'XSW6: the true assertion inside the signature of a false one',
    (honest) => {
      const { into, evil, bare, signature } = cut(honest);
      return into(
        evil.replace('</saml:Issuer>', `</saml:Issuer>${signature.replace('</Signature>', `${bare}</Signature>`)}`),
      );
    },
  ],
  [
    'XSW7: a false assertion in an extension',
    (honest) => {
      const { into, evil, signed } = cut(honest);
      return into(`<samlp:Extensions>${evil}</samlp:Extensions>`, signed);
    },
  ],
  [
    'XSW8: the true assertion in an object of the signature',
    (honest) => {
      const { into, evil, bare, signature } = cut(honest);
      return into(
        evil.replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signature.replace('</Signature>', `<Object>${bare}</Object></Signature>`)}`,
        ),
      );
    },
  ],
  [
    'a false assertion with the id of the true one',
    (honest) => {
      const { into, evil, signed } = cut(honest);
      return into(evil.replace('_evil', /ID="([^"]*)"/.exec(signed)![1]!), signed);
    },
  ],
  [
    'the true signature left in a changed assertion',
    (honest) => {
      const { into, signed } = cut(honest);
      return into(signed.replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${company.email(VICTIM)}`));
    },
  ],
  [
    'a false assertion under another namespace',
    (honest) => {
      const { into, evil, signed } = cut(honest);
      return into(`<x:Assertion xmlns:x="urn:x">${evil}</x:Assertion>`, signed);
    },
  ],
  [
    'two signatures',
    (honest) => {
      const { into, signed, signature } = cut(honest);
      return into(signed.replace(signature, signature + signature));
    },
  ],
  [
    'a reference to everything',
    (honest) => {
      const { into, signed } = cut(honest);
      return into(signed.replace(/URI="#[^"]*"/, 'URI=""'));
    },
  ],
  [
    'one more transform',
    (honest) => {
      const { into, signed } = cut(honest);
      return into(
        signed.replace(
          '</Transforms>',
          '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><XPath>self::nothing</XPath></Transform></Transforms>',
        ),
      );
    },
  ],
])('[ADMIN-03] signature wrapping is refused: %s', async (_name, wrap) => {
  const { to, code, why } = await attempt((honest) => encoded(wrap(honest)));
  expect({ to, code }).toEqual({ to: '/login?reason=ssoRefused', code: null });
  expect(['malformed', 'signature', 'unsigned']).toContain(why);
});

test.each<[string, (xml: string) => string]>([
  [
    'a comment in the name, signed by the provider',
    (xml) => xml.replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${company.email(VICTIM)}<!---->.evil.example`),
  ],
  ['a comment anywhere', (xml) => xml.replace('<saml:Subject>', '<saml:Subject><!-- hello -->')],
  ['CDATA', (xml) => xml.replace(/(<saml:NameID[^>]*>)([^<]*)/, '$1<![CDATA[$2]]>')],
  ['an instruction', (xml) => xml.replace('<saml:Subject>', '<saml:Subject><?php 1 ?>')],
  ['an element in the name', (xml) => xml.replace(/(<saml:NameID[^>]*>)/, '$1<b>owner</b>')],
  ['two names', (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/, '$&$&')],
  ['two subjects', (xml) => xml.replace(/<saml:Subject>.*<\/saml:Subject>/, '$&$&')],
])(
  '[ADMIN-03] what two readers could read differently is refused even when it is signed: %s',
  async (_name, change) => {
    expect(await attempt((honest) => encoded(answerXml({ ...honest, unsignedAssertion: change })))).toEqual(
      refusedFor('malformed'),
    );
  },
);

test.each<[string, (xml: string) => string]>([
  ['a document type', (xml) => `<!DOCTYPE Response>${xml}`],
  ['an entity', (xml) => `<!DOCTYPE r [<!ENTITY who "owner">]>${xml.replace('mallory', '&who;')}`],
  [
    'a file from our disk',
    (xml) =>
      `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>${xml.replace('mallory', '&f;')}`,
  ],
  [
    'entities of entities',
    (xml) => `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${xml}`,
  ],
  ['an entity nobody declared', (xml) => xml.replace('mallory', '&nobody;')],
  ['no XML', () => 'hello'],
  ['nothing', () => ' '],
  ['half of it', (xml) => xml.slice(0, xml.length / 2)],
  ['two documents', (xml) => xml + xml],
  [
    'an encrypted assertion',
    (xml) => xml.replace(/<saml:Assertion .*<\/saml:Assertion>/s, '<saml:EncryptedAssertion/>'),
  ],
  ['no assertion', (xml) => xml.replace(/<saml:Assertion .*<\/saml:Assertion>/s, '')],
  [
    'a great depth',
    (xml) => xml.replace('<samlp:Status>', `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}<samlp:Status>`),
  ],
])('[ADMIN-03] a message with %s is refused', async (_name, change) => {
  expect(await attempt((honest) => encoded(change(answerXml(honest))))).toEqual(refusedFor('malformed'));
});

test('[ADMIN-03] bytes that are no text, and a field that is no message, are refused', async () => {
  expect(await attempt(() => Buffer.from([0x3c, 0xff, 0xfe, 0x3e]).toString('base64'))).toEqual(
    refusedFor('malformed'),
  );
  expect(await attempt(() => '!!!')).toEqual(refusedFor('malformed'));
  expect((await company.visit('POST', `/admin/saas_plat/sso/${company.domain}/acs`, {})).to).toBe(
    '/login?reason=ssoRefused',
  );
});

test('[ADMIN-03] an answer counts once, and its assertion too', async () => {
  const { asked } = await company.begin();
  const answer = idp.answer(asked, { nameId: company.email('ana') });
  expect((await company.post(answer)).code).not.toBeNull();
  expect(await company.post(answer)).toMatchObject({ code: null, to: '/login?reason=ssoStartAgain' });
  expect((await company.config()).problem?.why).toBe('replay');
  // The same assertion as the answer to another request is another assertion by another signature; its id tells.
  const again = await company.begin();
  const assertionId =
    /ID="([^"]*)" Version="2.0" IssueInstant="[^"]*"><saml:Issuer>[^<]*<\/saml:Issuer><Signature/.exec(
      Buffer.from(answer, 'base64').toString(),
    )![1]!;
  expect(await company.post(idp.answer(again.asked, { nameId: company.email('ana') }, { assertionId }))).toMatchObject({
    code: null,
  });
  expect((await company.config()).problem?.why).toBe('replay');
});

test('[ADMIN-03] a request is forgotten after a quarter of an hour', async () => {
  const { asked } = await company.begin();
  await server.world.db.everyTenant('time passes', (tx) =>
    sql`update sso_request set expires_at = now() - interval '1 s' where id = ${asked.id}`.execute(tx.as()),
  );
  expect(await company.post(idp.answer(asked, { nameId: company.email('ana') }))).toMatchObject({
    code: null,
    to: '/login?reason=ssoStartAgain',
  });
});

test('[ADMIN-03] an answer for one tenant opens no other, though both trust the provider', async () => {
  const other = await aCompany(stage);
  const { asked } = await company.begin();
  const begunThere = await other.begin();
  const nameId = other.email('owner');
  // As it is: for another recipient.
  expect(await other.post(idp.answer(asked, { nameId }))).toMatchObject({ code: null, to: '/login?reason=ssoRefused' });
  // Made out for the other tenant, but answering a request of the first.
  expect(await other.post(idp.answer({ ...begunThere.asked, id: asked.id }, { nameId }))).toMatchObject({
    code: null,
    to: '/login?reason=ssoStartAgain',
  });
  expect((await other.config()).problem?.why).toBe('unsolicited');
});

test('[ADMIN-03] the provider of one tenant does not speak for another', async () => {
  const other = await aCompany(stage);
  await other.save({ metadata: idp.metadata([stranger.cert]) });
  const { asked } = await other.begin();
  expect(await other.post(idp.answer(asked, { nameId: other.email('owner') }))).toMatchObject({
    code: null,
    to: '/login?reason=ssoRefused',
  });
  expect((await other.config()).problem?.why).toBe('signature');
});

test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example'])(
  '[ADMIN-03] what comes back beside the answer leads nowhere: %s',
  async (RelayState) => {
    const { asked, verifier } = await company.begin();
    const landed = await company.post(idp.answer(asked, { nameId: company.email('ana') }), { RelayState });
    expect(landed.to).toBe('/company');
    expect((await company.exchange(landed.code, verifier)).code).toBe(0);
  },
);

test('[ADMIN-03] a signature of the response does not stand in for a false one of the assertion', async () => {
  expect(
    await attempt((honest) => encoded(signElement(answerXml({ ...honest, signer: stranger }), 'Response', idp.signer))),
  ).toMatchObject({ code: null, why: 'signature' });
});
