import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { deliverEvent } from '#platform/web/user-events.ts';
import { failures } from '#shared/errors.ts';
import { NEW_SIP_TRUNK, TRUNK_PUSHED, trunksApi } from '../contract.ts';
import { fieldsOf } from './trunk-fields.ts';
import { aHeld, aState, aTest, aTrunk, showTrunks } from './trunks.fixture.tsx';

const panel = async () => within(await screen.findByRole('dialog'));
const rowOf = async (name: string) => within((await screen.findByText(name, { selector: 'b' })).closest('tr')!);
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('[CC-12] without a trunk the page says what one is, and offers carriers and the rehearsal', async () => {
  await showTrunks({ trunks: [], held: [] });
  await screen.findByRole('heading', { name: 'Connect your carrier' });
  for (const name of ['DIDWW', 'Telnyx', 'Twilio Elastic SIP Trunking', 'Another carrier'])
    expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Add rehearsal trunk and number' })).toBeTruthy();
  expect(screen.getByText('198.51.100.7')).toBeTruthy();
  expect(screen.getByText('UDP 20000–20999')).toBeTruthy();
});

test('[CC-12] the list says in words how each trunk is, whose it is, and what to do', async () => {
  const refused = aState({
    registration: { at: 'refused', until: null, retryAt: '2026-11-17 14:05:00' },
    fault: { what: 'wrongPassword', detail: '401', at: '2026-11-17 13:05:00' },
  });
  await showTrunks({
    trunks: [aTrunk(), aTrunk({ id: 2, name: 'South', trunkId: 12, state: refused })],
    held: [
      aHeld(),
      aHeld({ id: 12, name: 'South', carrier: 'sip-2', routes: [] }),
      aHeld({ id: 13, name: 'House', carrier: 'lent-a', maxCalls: null, calls: 0 }),
      aHeld({ id: 14, name: 'Stage', carrier: 'rehearsal', isRehearsal: true }),
      aHeld({ id: 15, name: 'Gone', carrier: 'gone', isKnown: false }),
    ],
    lent: [
      { carrier: 'lent-a', name: 'House', domain: 'a.example', isUsed: true, isUp: false },
      { carrier: 'lent-b', name: 'Spare', domain: 'b.example', isUsed: false, isUp: true },
    ],
  });
  const north = await rowOf('North');
  for (const words of ['own SIP trunk', 'Registered until 14:05', 'sip.north.example answered in 23 ms', '3 of 100'])
    expect(north.getByText(words)).toBeTruthy();
  expect(north.getByRole('link', { name: 'Mexico' }).getAttribute('href')).toBe('/settings/routes');
  const south = await rowOf('South');
  expect(south.getByText('Wrong user or password: tries again at 14:05')).toBeTruthy();
  expect(south.getByText(/Type the password again as the carrier shows it\./)).toBeTruthy();
  expect((await rowOf('House')).getByText('Does not answer')).toBeTruthy();
  expect((await rowOf('House')).getByText('no calls')).toBeTruthy();
  expect((await rowOf('Stage')).getByText(/^Only rehearses/)).toBeTruthy();
  expect((await rowOf('Gone')).getByText('Its carrier is not connected')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Use Spare' })).toBeTruthy();
});

test('[CC-12] what the server tells of a trunk is shown at once, without asking again', async () => {
  const { sent } = await showTrunks();
  await screen.findByText('Registered until 14:05');
  const silent = { ...aState().gateways[0]!, at: 'down' as const, roundTripMs: null };
  act(() => deliverEvent(TRUNK_PUSHED, { id: 1, state: aState({ gateways: [silent] }), test: null }));
  expect(await screen.findByText('No gateway answers')).toBeTruthy();
  expect(sent(trunksApi.list.path)).toHaveLength(1);
});

test('[CC-12] a preset fills the form and says what is missing and where it was read; the rest is sent as it stands', async () => {
  const { sent } = await showTrunks({ trunks: [], held: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'Twilio Elastic SIP Trunking' }));
  const editor = await panel();
  expect(editor.getByText(/^Fill in: domain \(like acme\.pstn\.twilio\.com\), user/)).toBeTruthy();
  expect(editor.getByText(/^Read in November 2026/)).toBeTruthy();
  expect(editor.getByRole('link', { name: 'twilio.com/docs/sip-trunking/ip-addresses' })).toBeTruthy();
  type(editor.getByLabelText(/^Domain/), 'acme.pstn.twilio.com');
  expect((editor.getByLabelText('Gateway 1') as HTMLInputElement).value).toBe('acme.pstn.twilio.com');
  type(editor.getByLabelText(/^User/), 'acme');
  type(editor.getByLabelText(/^Password/), 'hush');
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(trunksApi.create.path)).toHaveLength(1));
  expect(sent(trunksApi.create.path)[0]).toMatchObject({
    name: 'Twilio Elastic SIP Trunking',
    preset: 'twilio',
    domain: 'acme.pstn.twilio.com',
    gateways: [{ host: 'acme.pstn.twilio.com', port: null, transport: 'udp' }],
    account: { user: 'acme', authUser: '', password: 'hush' },
    register: null,
    mediaFrom: ['168.86.128.0/18'],
    sessionSec: NEW_SIP_TRUNK.sessionSec,
  });
});

test('[CC-12] the preview follows what is typed: the lines of a call, and how one that comes in is read', async () => {
  await showTrunks();
  fireEvent.click(await screen.findByRole('button', { name: 'Change North' }));
  const editor = await panel();
  const lines = () => editor.getByLabelText('Lines it leaves with').textContent;
  type(editor.getByLabelText(/^Number shown/), '4930111');
  expect(lines()).toContain(
    'INVITE sip:+525512345678@sip.north.example SIP/2.0\nFrom: <sip:+4930111@sip.north.example>',
  );
  type(editor.getByLabelText('In From'), 'account');
  type(editor.getByLabelText('Besides in'), 'preferred');
  type(editor.getByRole('combobox', { name: 'Numbers we show' }), 'digits');
  type(within(editor.getByRole('group', { name: 'Numbers we call' })).getByLabelText('Put in front'), '77');
  expect(lines()).toBe(
    [
      'INVITE sip:77+525512345678@sip.north.example SIP/2.0',
      'From: <sip:acme@sip.north.example>',
      'To: <sip:77+525512345678@sip.north.example>',
      'P-Preferred-Identity: <sip:4930111@sip.north.example>',
    ].join('\n'),
  );
  type(editor.getByLabelText(/^Number dialled/), '0049 30 123456');
  expect(editor.getByText('+4930123456')).toBeTruthy();
});

test('[CC-12] what is wrong stands at its field, and nothing is sent', async () => {
  const { sent } = await showTrunks({ trunks: [], held: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'Another carrier' }));
  const editor = await panel();
  type(editor.getByLabelText(/^Name \*/), 'North');
  type(editor.getByLabelText(/^Domain/), 'sip:north.example:5060');
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(editor.getAllByText('A name or an address, without sip: and without a port.').length).toBeGreaterThan(1),
  );
  expect(editor.getByLabelText(/^Domain/).getAttribute('aria-invalid')).toBe('true');
  expect(sent(trunksApi.create.path)).toEqual([]);
});

test('[CC-12] the secret is never shown, and stays as it is where nothing is typed', async () => {
  const { sent } = await showTrunks();
  fireEvent.click(await screen.findByRole('button', { name: 'Change North' }));
  const editor = await panel();
  const password = editor.getByLabelText(/^Password/) as HTMLInputElement;
  expect([password.value, password.placeholder]).toEqual(['', 'set; leave empty to keep']);
  type(editor.getByLabelText(/^Most calls at once/), '12');
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(trunksApi.update.path)).toEqual([{ ...fieldsOf(aTrunk()), callsAtOnce: 12, id: 1, version: 4 }]),
  );
});

test('[CC-12] certificates of the carrier stand in the editor with whose they are; a private key is told so at once', async () => {
  const roots = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
  const rootFacts = [{ subject: 'CN=Carrier Root', until: '2031-05-06 00:00:00' }];
  const { sent } = await showTrunks({ trunks: [aTrunk({ roots, rootFacts })] });
  fireEvent.click(await screen.findByRole('button', { name: 'Change North' }));
  const editor = await panel();
  expect(editor.getByText(/^CN=Carrier Root, valid until May 6, 2031/)).toBeTruthy();
  const field = editor.getByLabelText(/^Certificates of the carrier/);
  type(field, '-----BEGIN PRIVATE KEY-----');
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  expect(await editor.findByText(/^This is a private key/)).toBeTruthy();
  expect(editor.queryByText(/CN=Carrier Root/)).toBeNull();
  expect(sent(trunksApi.update.path)).toHaveLength(0);
});

test('[CC-12] a secret the server asks for again is asked for at its field', async () => {
  const refused = { code: failures.invalidInput.code, msg: 'account.password: trunks.wrong.passwordAgain' };
  await showTrunks({ answers: { [trunksApi.update.path]: refused } });
  fireEvent.click(await screen.findByRole('button', { name: 'Change North' }));
  const editor = await panel();
  type(editor.getByLabelText(/^Domain/), 'new.north.example');
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  expect(await editor.findByText('Servers or user changed: type the password again.')).toBeTruthy();
});

test('[CC-12] who was overtaken by somebody else reads so, and keeps what was typed', async () => {
  await showTrunks({ answers: { [trunksApi.update.path]: { code: failures.stale.code, msg: '' } } });
  fireEvent.click(await screen.findByRole('button', { name: 'Change North' }));
  const editor = await panel();
  type(editor.getByLabelText(/^Name \*/), 'Northern');
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  expect(await editor.findByRole('alert')).toBeTruthy();
  expect((editor.getByLabelText(/^Name \*/) as HTMLInputElement).value).toBe('Northern');
  fireEvent.click(editor.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
});

test('[CC-12] a trunk is switched off with what it is, and deleting one asks first', async () => {
  const { sent } = await showTrunks();
  fireEvent.click(await screen.findByRole('switch', { name: 'North in use' }));
  await waitFor(() =>
    expect(sent(trunksApi.update.path)).toEqual([{ ...fieldsOf(aTrunk()), enabled: false, id: 1, version: 4 }]),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Delete North' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/2 prices go with it/)).toBeTruthy();
  expect(sent(trunksApi.delete.path)).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent(trunksApi.delete.path)).toEqual([{ id: 1, version: 4 }]));
});

test('[CC-12] a test shows its steps one by one, and its result can be copied', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  const { sent } = await showTrunks({ answers: { [trunksApi.test.path]: { data: aTest() } } });
  fireEvent.click(await screen.findByRole('button', { name: 'Test North' }));
  const tested = await panel();
  type(tested.getByLabelText(/^Number to call/), '+52 55 1234 5678');
  fireEvent.click(tested.getByRole('button', { name: 'Test this trunk' }));
  await waitFor(() => expect(sent(trunksApi.test.path)).toEqual([{ id: 1, number: '+525512345678' }]));
  expect(await tested.findByText('is tried')).toBeTruthy();
  expect(tested.queryByRole('button', { name: 'Copy the result' })).toBeNull();
  const done = aTest({
    isOver: true,
    steps: [
      { step: 'names', outcome: 'ok', detail: '203.0.113.5', ms: 4, trouble: null },
      { step: 'registration', outcome: 'failed', detail: '401', ms: 30, trouble: 'wrongPassword' },
    ],
  });
  act(() => deliverEvent(TRUNK_PUSHED, { id: 1, state: aState(), test: done }));
  expect(await tested.findByText(/does not accept user and password \(401\)/)).toBeTruthy();
  fireEvent.click(tested.getByRole('button', { name: 'Copy the result' }));
  await waitFor(() => expect(copied[0]).toContain('Registration: failed – 401 – 30 ms'));
});

test('[CC-12] a number that may not be called is said at its field', async () => {
  const refused = { code: failures.invalidInput.code, msg: 'number: trunks.wrong.numberCountry' };
  await showTrunks({ answers: { [trunksApi.test.path]: refused } });
  fireEvent.click(await screen.findByRole('button', { name: 'Test North' }));
  const tested = await panel();
  type(tested.getByLabelText(/^Number to call/), '999');
  fireEvent.click(tested.getByRole('button', { name: 'Test this trunk' }));
  expect(await tested.findByText('A number with the code of a country that may be called.')).toBeTruthy();
});

test('[CC-12] a trunk the installation lends is taken in one click', async () => {
  const lent = [{ carrier: 'lent-b', name: 'Spare', domain: 'b.example', isUsed: false, isUp: true }];
  const { sent } = await showTrunks({ trunks: [], held: [], lent });
  fireEvent.click(await screen.findByRole('button', { name: 'Use Spare' }));
  await waitFor(() => expect(sent('line.create')).toMatchObject([{ name: 'Spare', carrier: 'lent-b', enabled: true }]));
});

test('[CC-12] readers see how trunks are, and change nothing', async () => {
  await showTrunks({ functions: ['trunks.view'] });
  await screen.findByText('Registered until 14:05');
  expect(screen.queryByRole('button', { name: /Add|Change|Delete|Test/ })).toBeNull();
  expect((screen.getByRole('switch', { name: 'North in use' }) as HTMLInputElement).disabled).toBe(true);
});
