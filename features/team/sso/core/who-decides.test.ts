import { expect, test } from 'vitest';
import { isForOwners, vouchesOtherwise, type Vouching } from './who-decides.ts';

const before: Vouching = {
  protocol: 'saml',
  idpEntityId: 'https://idp.example',
  signInUrl: 'https://idp.example/sso',
  certificates: ['one', 'two'],
  clientId: '',
  clientSecret: null,
  scope: '',
  encryptedOnly: false,
  fromProvider: false,
  companyDomain: 'aurora.example',
  emailDomains: ['aurora.example', 'aurora.travel'],
  emailAttribute: '',
};

test.each<Partial<Vouching>>([
  { idpEntityId: 'https://evil.example' },
  { signInUrl: 'https://evil.example/sso' },
  { certificates: ['one'] },
  { certificates: ['one', 'two', 'three'] },
  { companyDomain: 'aurora.travel' },
  { emailDomains: ['aurora.example'] },
  { emailDomains: ['aurora.example', 'aurora.travel', 'bank.example'] },
  { emailAttribute: 'nickname' },
  { protocol: 'oidc' },
  { clientId: 'another application' },
  { clientSecret: 'sealed.another' },
  { scope: 'openid email' },
  { encryptedOnly: true },
])('[ADMIN-03] who somebody is is decided otherwise by %j', (change) => {
  expect(vouchesOtherwise(before, { ...before, ...change })).toBe(true);
});

test('[ADMIN-03] the same in another order is the same, and the first settings are new', () => {
  expect(vouchesOtherwise(before, { ...before, certificates: ['two', 'one'] })).toBe(false);
  expect(vouchesOtherwise(before, { ...before, emailDomains: ['aurora.travel', 'aurora.example'] })).toBe(false);
  expect(vouchesOtherwise(null, before)).toBe(true);
});

test('[ADMIN-03] where people may begin is for an owner to say, and needs no new trial', () => {
  const after = { ...before, fromProvider: true };
  expect([isForOwners(before, after), vouchesOtherwise(before, after)]).toEqual([true, false]);
  expect([isForOwners(before, { ...before }), isForOwners(null, before)]).toEqual([false, true]);
  expect(isForOwners(before, { ...before, scope: 'openid email' })).toBe(true);
});
