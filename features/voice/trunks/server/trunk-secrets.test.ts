import { expect, test } from 'vitest';
import type { SipTrunkFields } from '../contract.ts';
import { lineSettings } from './line-settings.ts';
import { aRegisteredTrunk, aSipTrunk } from '../core/sip-trunk.fixture.ts';
import { NO_TRUNK_SECRETS, partSecrets } from './trunk-secrets.ts';

const token = { name: 'X-Token', value: 'abc', isSecret: true };
const before = aRegisteredTrunk({ headers: [token, { name: 'X-Open', value: 'seen', isSecret: false }] });
const kept = { secrets: { password: 'geheim', headers: { 'x-token': 'abc' } }, described: before };
/** The same again, with nothing secret typed in. */
const again = (wishes: Partial<SipTrunkFields> = {}): SipTrunkFields => ({
  ...before,
  account: { ...before.account!, password: '' },
  headers: before.headers.map((one) => (one.isSecret ? { ...one, value: '' } : one)),
  ...wishes,
});

test('[CC-12] secrets are taken out of what is kept in the open', () => {
  const parted = partSecrets(before, null);
  expect(parted).toMatchObject({ secrets: kept.secrets });
  expect(JSON.stringify((parted as { open: object }).open)).not.toMatch(/geheim|abc/);
  expect(parted).toMatchObject({ open: { headers: [{ value: '' }, { value: 'seen' }] } });
});

test('[CC-12] an empty secret is the one that is kept, as long as it goes where it went', () => {
  expect(partSecrets(again(), kept)).toMatchObject({ secrets: kept.secrets });
  const fewer = again({ domain: 'sip.carrier.example' });
  expect(partSecrets(fewer, kept)).toMatchObject({ secrets: kept.secrets });
});

test.each<[string, Partial<SipTrunkFields>, object]>([
  [
    'another server',
    { gateways: [{ host: 'evil.example', port: null, transport: null }] },
    { field: 'account.password', why: 'trunks.wrong.passwordAgain' },
  ],
  [
    'another user',
    { account: { user: 'bo', authUser: '', password: '' } },
    { field: 'account.password', why: 'trunks.wrong.passwordAgain' },
  ],
  [
    'another server, and only the password typed in',
    { domain: 'evil.example', account: { user: 'ana', authUser: '', password: 'x' } },
    { field: 'headers.0.value', why: 'trunks.wrong.headerSecret' },
  ],
  [
    'a secret header that was not there',
    { headers: [{ name: 'X-Other', value: '', isSecret: true }] },
    { field: 'headers.0.value', why: 'trunks.wrong.headerSecret' },
  ],
])('[CC-12] a secret does not go to %s', (_what, wishes, missing) =>
  expect(partSecrets(again(wishes), kept)).toEqual(missing),
);

test('[CC-12] an account wants a password, and without one none is kept', () => {
  expect(partSecrets(again({ headers: [] }), null)).toEqual({
    field: 'account.password',
    why: 'trunks.wrong.passwordMissing',
  });
  expect(partSecrets(again({ account: null, register: null, headers: [] }), kept)).toMatchObject({
    secrets: NO_TRUNK_SECRETS,
  });
});

test('[CC-12] a line is told everything, secrets too, and nothing that was left empty', () => {
  const { open, secrets } = partSecrets(before, null) as Exclude<ReturnType<typeof partSecrets>, { field: string }>;
  const { name: _name, enabled: _enabled, ...settings } = open as SipTrunkFields;
  expect(lineSettings(settings, secrets)).toMatchObject({
    account: { user: 'ana', password: 'geheim' },
    headers: { 'X-Token': 'abc', 'X-Open': 'seen' },
    gateways: [{ host: 'sip.carrier.example' }],
    callerId: { host: undefined, diversion: undefined },
  });
  const {
    name: _n,
    enabled: _e,
    ...plain
  } = aSipTrunk({
    gateways: [{ host: 'a.example', port: 5_080, transport: 'tcp' }],
  });
  expect(lineSettings(plain, NO_TRUNK_SECRETS)).toMatchObject({
    account: null,
    gateways: [{ host: 'a.example', port: 5_080, transport: 'tcp' }],
  });
});
