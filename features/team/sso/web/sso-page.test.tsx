import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aViewer, choicesOf, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { failures } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { z } from 'zod';
import type { EncryptionKey, ServiceProvider, SsoConfig } from '../contract.ts';
import { sso } from './index.ts';
import { onePerSystem } from './settings-rules.ts';
import SsoPage from './sso-page.tsx';

// Whole pages are drawn here: on a busy machine that takes its time, and looking for what is hidden takes most of it.
configure({ asyncUtilTimeout: 15_000, defaultHidden: true });
vi.setConfig({ testTimeout: 60_000 });

const DAY_MS = 86_400_000;
const saved: SsoConfig = {
  companyDomain: 'aurora.example',
  emailDomains: ['aurora.example'],
  emailAttribute: '',
  nameAttribute: '',
  roleAttribute: 'groups',
  roleMappings: [{ value: 'leads', roleIds: [1], textSeat: false, voiceSeat: true, agentGroupIds: [7] }],
  defaultRoleIds: [],
  passwordSignIn: 'everyone',
  enabled: true,
  clientId: '',
  scope: '',
  encryptedOnly: false,
  fromProvider: false,
  protocol: 'saml',
  idpEntityId: 'https://idp.aurora.example',
  signInUrl: 'https://idp.aurora.example/sso',
  logoutUrl: null,
  metadataUrl: null,
  workedAt: null,
  problem: null,
  updatedAt: '2026-11-01 08:00:00',
  version: 3,
  certificates: [
    { subject: 'CN=old', fingerprint: 'AA', expiresAt: '2020-01-01 00:00:00' },
    { subject: 'CN=ending', fingerprint: 'BB', expiresAt: toWireTime(Date.now() + 5 * DAY_MS) },
    { subject: 'CN=new', fingerprint: 'CC', expiresAt: toWireTime(Date.now() + 900 * DAY_MS) },
  ],
};
const sp: z.output<typeof ServiceProvider> = {
  companyDomain: 'aurora.example',
  domains: ['aurora.example'],
  proofs: [
    { domain: 'aurora.example', name: '_openseat.aurora.example', value: 'openseat-verification=abc', proven: false },
  ],
  entityId: 'https://us.example/metadata',
  acsUrl: 'https://us.example/acs',
  sloUrl: 'https://us.example/slo',
  metadata: '<EntityDescriptor/>',
  redirectUrl: 'https://us.example/openid',
  encryptionKeys: [],
};
const roles = [
  {
    id: 1,
    name: 'Lead',
    systemId: 5,
    functions: [],
    needDesensitize: false,
    builtIn: false,
    members: 1,
    updatedAt: '2026-11-01 08:00:00',
    version: 1,
  },
];

const provisioning = {
  address: 'https://us.example/api/scim/v2',
  tokens: [
    {
      id: 4,
      prefix: 'scim_abc',
      networks: [],
      createdBy: 'Ada',
      createdAt: '2026-11-01 08:00:00',
      lastUsedAt: null,
      lastUsedAddress: '',
    },
  ],
};

let config: SsoConfig | null;
let refusal: number;
let isOwner: boolean;
let encryptionKeys: EncryptionKey[];
let asked: ReturnType<typeof fakeServer>;
beforeEach(() => {
  config = saved;
  refusal = 0;
  isOwner = true;
  encryptionKeys = [];
  asked = fakeServer(({ url, method }) => {
    if (method !== 'GET' && refusal) return { code: refusal, msg: 'victim.example' };
    if (url.includes('/sso_config/sp')) return { data: { ...sp, encryptionKeys } };
    if (url.includes('/scim_token')) return { data: method === 'POST' ? { id: 5, token: 'scim_new' } : provisioning };
    if (url.endsWith('/role/list')) return { data: roles };
    if (url.endsWith('/all')) return { data: [{ id: 7, name: 'Bookings', groupNo: 1 }] };
    if (url.endsWith('/user/info')) return { data: { isTenantOwner: isOwner } };
    return { data: config };
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = (functions = ['sso.view', 'sso.edit', 'access.view']) =>
  showPage(<SsoPage />, { viewer: aViewer({ functions: new Set(functions) }), feature: sso });
const sent = () => asked.findLast((one) => one.method !== 'GET');

test('[ADMIN-03] the page tells whether it is on, what the provider must know, and which certificates end', async () => {
  await open();
  expect(await screen.findByText('Sign-in with aurora.example')).toBeTruthy();
  expect(screen.getByText('https://us.example/acs')).toBeTruthy();
  expect(screen.getByText('Ended on Jan 1, 2020. Upload new metadata.')).toBeTruthy();
  expect(screen.getByText(/^Ends on .* Ask for a new one before then\.$/)).toBeTruthy();
  expect(screen.getByText(/^until /)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Try in a new window' }).getAttribute('href')).toBe('/company?try=1');
});

test('[ADMIN-03] a refused answer is explained with what to do', async () => {
  config = { ...saved, problem: { why: 'audience', at: '2026-11-15 08:00:00' } };
  await open();
  expect(
    await screen.findByText('It was made out for another application. Enter our entity ID as the audience.'),
  ).toBeTruthy();
});

test('[ADMIN-03] the first settings are made from a file', async () => {
  config = null;
  await open();
  expect(await screen.findByText('Nobody signs in with your company yet')).toBeTruthy();
  const file = new File(['<md/>'], 'idp.xml', { type: 'text/xml' });
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } });
  expect(await screen.findByText('idp.xml will be read when you save')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent()).toMatchObject({
      method: 'POST',
      url: '/admin/saas_plat/sso_config',
      body: {
        metadata: '<md/>',
        companyDomain: 'aurora.example',
        emailDomains: ['aurora.example'],
        enabled: false,
        version: 0,
      },
    }),
  );
});

test('[ADMIN-03] groups are mapped, and an address is sent only when it is new', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Add a group' }));
  fireEvent.change(screen.getByLabelText(/^Group 2/), { target: { value: 'agents' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please choose one.')).toBeTruthy();
  const roles2 = screen.getByRole('combobox', { name: /^Roles of group 2/ });
  fireEvent.click(roles2);
  fireEvent.click(await within(await choicesOf(roles2)).findByRole('option', { name: 'Lead · Contact centre' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove group 1' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent()).toMatchObject({ body: { roleMappings: [{ value: 'agents', roleIds: [1] }], version: 3 } }),
  );
  expect(sent()!.body).not.toHaveProperty('metadataUrl');
});

test('[ADMIN-03] a refusal stands at the form and says what to do', async () => {
  refusal = failures.ssoDomainRefused.code;
  await open();
  fireEvent.change(await screen.findByLabelText(/^Attribute with the name/), { target: { value: 'cn' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(
    await screen.findByText(
      'victim.example is not yours to use: an owner of the team must have an e-mail address there.',
    ),
  ).toBeTruthy();
});

test('[ADMIN-03] a domain that is not proven yet says which record its DNS needs, to those who may write it', async () => {
  await open();
  expect(await screen.findByText('openseat-verification=abc')).toBeTruthy();
  expect(screen.getByText('_openseat.aurora.example')).toBeTruthy();
  refusal = failures.ssoDomainUnproven.code;
  fireEvent.change(await screen.findByLabelText(/^Attribute with the name/), { target: { value: 'cn' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(
    await screen.findByText(/^victim\.example is not proven yet: the TXT record shown above was not found\./),
  ).toBeTruthy();
});

test('[ADMIN-03] it is switched off with one click, and deleted after a question', async () => {
  await open();
  fireEvent.click(await screen.findByRole('switch', { name: 'People may sign in with the company' }));
  await waitFor(() =>
    expect(sent()).toMatchObject({
      method: 'POST',
      body: { enabled: false, companyDomain: 'aurora.example', version: 3 },
    }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent()).toMatchObject({ method: 'DELETE' }));
});

test('[ADMIN-03] who may only look changes nothing', async () => {
  await open(['sso.view']);
  expect(await screen.findByText('https://us.example/acs')).toBeTruthy();
  expect(screen.queryByText('openseat-verification=abc')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('[ADMIN-03] who is no owner chooses roles, and sees that who vouches for people is not theirs to choose', async () => {
  isOwner = false;
  await open();
  expect(await screen.findByText(/only an owner of the team decides/)).toBeTruthy();
  expect(document.querySelector('input[type=file]')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect((screen.getByLabelText(/^Attribute with the e-mail/) as HTMLInputElement).disabled).toBe(true);
  expect((screen.getByLabelText(/^Attribute with the name/) as HTMLInputElement).disabled).toBe(false);
});

test('one role stays in each system', () => {
  const some = [
    { id: 1, systemId: 5 },
    { id: 2, systemId: 5 },
    { id: 3, systemId: 2 },
  ];
  expect(onePerSystem([1, 3, 2], some)).toEqual([3, 2]);
  expect(onePerSystem([], some)).toEqual([]);
});

test('[ADMIN-03] a provider of OpenID Connect is set up by its issuer and the application it made for us', async () => {
  config = null;
  await open();
  fireEvent.click(await screen.findByRole('radio', { name: 'OpenID Connect' }));
  const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fill(/^Issuer/, 'https://login.aurora.example');
  fill(/^Client ID/, 'openseat');
  fill(/^Client secret/, 'hush');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent()?.body).toMatchObject({
      issuer: 'https://login.aurora.example',
      clientId: 'openseat',
      clientSecret: 'hush',
      version: 0,
    }),
  );
});

test('[ADMIN-03] an issuer and a secret that are known are not sent again with every change', async () => {
  config = {
    ...saved,
    protocol: 'oidc',
    idpEntityId: 'https://login.aurora.example',
    clientId: 'openseat',
    certificates: [],
  };
  await open();
  expect(await screen.findByDisplayValue('https://login.aurora.example')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Scope/), { target: { value: 'email groups' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()?.body).toMatchObject({ scope: 'email groups', clientId: 'openseat' }));
  expect(Object.keys(sent()!.body as object)).not.toEqual(expect.arrayContaining(['issuer']));
  expect(Object.keys(sent()!.body as object)).not.toEqual(expect.arrayContaining(['clientSecret']));
});

test('[ADMIN-03] a group of the company gives seats and places in groups of agents, too', async () => {
  await open(['sso.view', 'sso.edit', 'access.view', 'agent-groups.use']);
  const seats = within(await screen.findByRole('group', { name: 'Seats of group 1' }));
  expect(await screen.findAllByText('Bookings')).not.toEqual([]);
  expect((seats.getByRole('checkbox', { name: 'Voice seat' }) as HTMLInputElement).checked).toBe(true);
  fireEvent.click(seats.getByRole('checkbox', { name: 'Text seat' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent()).toMatchObject({
      body: { roleMappings: [{ value: 'leads', textSeat: true, voiceSeat: true, agentGroupIds: [7] }] },
    }),
  );
});

test('[ADMIN-03] an owner makes a token for provisioning, sees it once, and revokes the old one', async () => {
  await open();
  expect(await screen.findByText('https://us.example/api/scim/v2')).toBeTruthy();
  expect(screen.getByText('Never used')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Make a token' }));
  expect(await screen.findByText('scim_new')).toBeTruthy();
  expect(sent()).toMatchObject({ method: 'POST', body: { networks: [] } });
  fireEvent.click(screen.getByRole('button', { name: 'I have entered it' }));
  fireEvent.click(screen.getByRole('button', { name: 'Revoke scim_abc…?' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
  await waitFor(() =>
    expect(sent()).toMatchObject({ method: 'DELETE', url: expect.stringContaining('/scim_token/4') }),
  );
});

test('[ADMIN-03] who is no owner sees nothing of provisioning', async () => {
  isOwner = false;
  await open();
  expect(await screen.findByText('Sign-in with aurora.example')).toBeTruthy();
  expect(asked.filter(({ url }) => url.includes('/scim_token'))).toEqual([]);
});

test('[ADMIN-03] an owner makes a key for encrypted assertions, and only then can want nothing else', async () => {
  await open();
  const wanted = await screen.findByRole('switch', { name: /^Assertions must be encrypted/ });
  expect((wanted as HTMLInputElement).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Make a key' }));
  await waitFor(() =>
    expect(sent()).toMatchObject({ method: 'POST', url: '/admin/saas_plat/sso_config/encryption_key' }),
  );
});

test('[ADMIN-03] a key is replaced after a question; both are shown while both open', async () => {
  encryptionKeys = [
    { fingerprint: 'AA:NEW', until: null },
    { fingerprint: 'BB:OLD', until: '2026-11-23 08:00:00' },
  ];
  await open();
  expect(await screen.findByText('AA:NEW')).toBeTruthy();
  expect(screen.getByText('opens until Nov 23, 2026')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Replace the key' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Replace the key' }));
  await waitFor(() => expect(sent()).toMatchObject({ url: '/admin/saas_plat/sso_config/encryption_key' }));
});

test('[ADMIN-03] an owner switches on that plain assertions are refused and that people may begin at the provider', async () => {
  encryptionKeys = [{ fingerprint: 'AA:NEW', until: null }];
  await open();
  fireEvent.click(await screen.findByRole('switch', { name: /^Assertions must be encrypted/ }));
  fireEvent.click(screen.getByRole('switch', { name: /^People may begin at the identity provider/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toMatchObject({ body: { encryptedOnly: true, fromProvider: true, version: 3 } }));
});

test('[ADMIN-03] who is no owner sees the keys, and neither button nor switches', async () => {
  isOwner = false;
  encryptionKeys = [{ fingerprint: 'AA:NEW', until: null }];
  await open();
  expect(await screen.findByText('AA:NEW')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Replace the key' })).toBeNull();
  expect(screen.queryByRole('switch', { name: /^Assertions must be encrypted/ })).toBeNull();
});
