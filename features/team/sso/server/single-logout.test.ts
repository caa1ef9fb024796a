import { inflateRawSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { selfSigned } from '#platform/server/self-signed.ts';
import { aCompany, aStage, type Company } from './sso-stage.fixture.ts';

const stage = await aStage();
const { server, idp } = stage;
const { sessions } = server.world;
afterAll(stage.close);

const AT = '/admin/saas_plat';
const isIn = async (token: string | null): Promise<boolean> => (await sessions.identify(token!)) !== null;
const REFUSED = '/login?reason=ssoRefused';

/** Somebody who came by the company; the provider knows the session by `sessionIndex`. */
async function comesIn(company: Company, name: string, sessionIndex = `_session-${name}`): Promise<string> {
  return (await company.signIn(company.email(name), { sessionIndex })).data.token!;
}

test('[ADMIN-03] signing out here ends the session at the company too, and the browser comes back', async () => {
  const company = await aCompany(stage);
  const token = await comesIn(company, 'ana');
  const { data } = await server.ask('POST', `${AT}/sso/logout`, { token, body: {} });
  expect(await isIn(token)).toBe(false);
  expect(data.address).toContain(`${idp.origin}/slo?SAMLRequest=`);
  const answer = await fetch(data.address, { redirect: 'manual' });
  await answer.body?.cancel();
  expect(answer.status).toBe(303);
  expect(idp.logouts.at(-1)).toContain(company.email('ana'));
  expect(idp.logouts.at(-1)).toContain('_session-ana');
  expect((await company.visit('GET', answer.headers.get('location')!)).to).toBe('/login?reason=signedOut');
});

test('[ADMIN-03] who came with a password is not sent to the company', async () => {
  const company = await aCompany(stage);
  expect((await server.ask('POST', `${AT}/sso/logout`, { token: company.owner.token, body: {} })).data).toEqual({
    address: null,
  });
  expect(await isIn(company.owner.token)).toBe(false);
});

test('[ADMIN-03] the company ends every session of a person, or one of them, and gets a signed answer', async () => {
  const company = await aCompany(stage);
  const [first, second, third, other] = [
    await comesIn(company, 'ana', '_one'),
    await comesIn(company, 'ana', '_two'),
    await comesIn(company, 'ana', '_three'),
    await comesIn(company, 'budi'),
  ];
  const one = await company.visit(
    'GET',
    idp.logoutAddress(company.sp.sloUrl, company.email('ana'), { sessionIndex: '_two', relayState: 'back to & fro' }),
  );
  expect(await Promise.all([first, second, third, other].map(isIn))).toEqual([true, false, true, true]);
  const answer = new URL(one.to);
  expect([answer.origin, answer.pathname, answer.searchParams.get('RelayState')]).toEqual([
    idp.origin,
    '/slo',
    'back to & fro',
  ]);
  expect(inflateRawSync(Buffer.from(answer.searchParams.get('SAMLResponse')!, 'base64')).toString()).toContain(
    'status:Success',
  );
  // The provider proves our signature before it believes the answer.
  const believed = await fetch(one.to, { redirect: 'manual' });
  await believed.body?.cancel();
  expect(believed.status).toBe(303);
  await company.visit('POST', `${AT}/sso/${company.domain}/slo`, {
    SAMLRequest: idp.logoutField(company.sp.sloUrl, company.email('ana')),
  });
  expect(await Promise.all([first, third, other].map(isIn))).toEqual([false, false, true]);
});

test('[ADMIN-03] a logout nobody signed, or somebody else, ends nothing', async () => {
  const company = await aCompany(stage);
  const token = await comesIn(company, 'ana');
  const { sloUrl } = company.sp;
  const stranger = await selfSigned('idp.aurora.example');
  const good = () => idp.logoutAddress(sloUrl, company.email('ana'));
  const bad = [
    good().replace(/&Signature=.*/, ''),
    good().replace(/&SigAlg=[^&]*/, ''),
    good().replace('rsa-sha256', 'rsa-sha1'),
    good().replace(/Signature=..../, 'Signature=AAAA'),
    `${good()}&SAMLRequest=${new URL(good()).searchParams.get('SAMLRequest')}`,
    good().replace('?SAMLRequest', '?%53AMLRequest=x&SAMLRequest'),
    good().replace('&SigAlg', '&RelayState=added&SigAlg'),
    idp.logoutAddress(sloUrl, company.email('ana'), { signer: stranger }),
    idp.logoutAddress(sloUrl, company.email('ana'), { issuer: 'https://other.example' }),
    idp
      .logoutAddress(sloUrl, company.email('ana'), { destination: 'https://other.example/slo' })
      .replace('https://other.example/slo?', `${sloUrl}?`),
    idp.logoutAddress(sloUrl, company.email('ana'), { issuedAt: new Date(Date.now() - 10 * 60_000) }),
    idp.logoutAddress(sloUrl, company.email('ana'), { issuedAt: new Date(Date.now() + 10 * 60_000) }),
  ];
  for (const address of bad)
    expect([address.length, (await company.visit('GET', address)).to.startsWith(idp.origin)]).toEqual([
      address.length,
      false,
    ]);
  const form = (SAMLRequest: string) => company.visit('POST', `${AT}/sso/${company.domain}/slo`, { SAMLRequest });
  const field = idp.logoutField(sloUrl, company.email('ana'));
  const xml = Buffer.from(field, 'base64').toString();
  expect((await form(idp.logoutField(sloUrl, company.email('ana'), { signer: stranger }))).to).toBe(REFUSED);
  expect((await form(Buffer.from(xml.replace(/<Signature.*<\/Signature>/s, '')).toString('base64'))).to).toBe(REFUSED);
  expect((await form(Buffer.from(xml.replace('ana@', 'budi@')).toString('base64'))).to).toBe(REFUSED);
  expect((await form('x')).to).toBe(REFUSED);
  expect(await isIn(token)).toBe(true);
});

test('[ADMIN-03] a logout counts once: whoever kept it cannot end the next session', async () => {
  const company = await aCompany(stage);
  await comesIn(company, 'ana');
  const address = idp.logoutAddress(company.sp.sloUrl, company.email('ana'));
  expect((await company.visit('GET', address)).to).toContain(idp.origin);
  const token = await comesIn(company, 'ana');
  expect((await company.visit('GET', address)).to).toBe(REFUSED);
  expect(await isIn(token)).toBe(true);
});

test('[ADMIN-03] the provider of one tenant ends no session of another', async () => {
  const [company, other] = [await aCompany(stage), await aCompany(stage)];
  const token = await comesIn(other, 'ana');
  await company.visit('GET', idp.logoutAddress(company.sp.sloUrl, other.email('ana')));
  expect(await isIn(token)).toBe(true);
});
