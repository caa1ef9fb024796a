import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { failures } from '#shared/errors.ts';
import { rosterApi, type RosterAgent } from '../contract/roster.ts';
import AgentsPage from './agents-page.tsx';
import { agents } from './index.ts';

// Whole pages are drawn here: on a busy machine that takes its time, and looking for what is hidden takes most of it.
configure({ asyncUtilTimeout: 15_000, defaultHidden: true });
vi.setConfig({ testTimeout: 60_000 });

const agent = (some: Partial<RosterAgent>): RosterAgent => ({
  userId: 7,
  name: 'Ana',
  email: 'ana@aurora.example',
  sipNum: '4370011',
  agentType: 0,
  autoAnswer: false,
  recordCalls: true,
  wrapUp: true,
  lineId: 1,
  device: 'browser',
  mobileNumber: '',
  enabled: true,
  mayEnter: true,
  isOwner: false,
  voiceSeat: true,
  textSeat: false,
  inCall: false,
  lastSeenAt: null,
  groups: [{ id: 3, name: 'Sales' }],
  skills: [{ skill: 'es', level: 9 }],
  ...some,
});
const everybody = [agent({}), agent({ userId: 8, name: 'Budi', email: 'budi@aurora.example', enabled: false })];
const choices = {
  lines: [
    { id: 1, name: 'Main line' },
    { id: 2, name: 'Second line' },
  ],
  groups: [
    { id: 3, name: 'Sales' },
    { id: 4, name: 'Support' },
  ],
  seatsLeft: 2,
};
type Answer = { code?: number; data?: unknown; msg?: string };

async function show(
  answers: Record<string, (body: never) => Answer> = {},
  { functions = ['agents.view', 'agents.edit'], list = everybody as object[] } = {},
) {
  const asked = fakeServer(({ url, body }) => {
    if (url === rosterApi.page.path) return { data: { list, total: list.length } };
    if (url === rosterApi.choices.path) return { data: choices };
    return answers[url]?.(body as never) ?? { data: null };
  });
  await showPage(<AgentsPage />, { viewer: aViewer({ functions: new Set(functions) }), feature: agents });
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}
const select = async (name: RegExp | string) => {
  await screen.findByText('Ana');
  fireEvent.click(screen.getByRole('checkbox', { name }));
};
const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('[CC-03] a new agent is made in one step, and a first password is shown once', async () => {
  const made = { email: 'noor@aurora.example', name: 'Noor', userId: 9, wasMember: false, password: 'abcd-efgh-jkmn' };
  const { sent } = await show({ [rosterApi.create.path]: () => ({ data: made }) });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add agent' }))[0]!);
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.change(panel.getByLabelText(/^E-mail/), { target: { value: 'noor@aurora.example' } });
  fireEvent.click(panel.getByLabelText('First password'));
  fireEvent.click(panel.getByRole('button', { name: 'Make agent' }));
  expect(await panel.findByText('Say what they are called.')).toBeTruthy();
  fireEvent.change(panel.getByLabelText(/^Name/), { target: { value: 'Noor' } });
  fireEvent.click(panel.getByRole('button', { name: 'Make agent' }));
  expect(await screen.findByText('abcd-efgh-jkmn')).toBeTruthy();
  expect(sent(rosterApi.create.path)).toMatchObject([
    { email: 'noor@aurora.example', name: 'Noor', entrance: 'password', groupIds: [], lineId: 1 },
  ]);
  fireEvent.click(await button('I have kept it'));
  await waitFor(() => expect(screen.queryByText('abcd-efgh-jkmn')).toBeNull());
});

test('[CC-03] an address that is an agent already is refused at its field', async () => {
  const refused = { code: failures.agentExists.code, msg: 'Somebody with this address is an agent already.' };
  await show({ [rosterApi.create.path]: () => refused });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add agent' }))[0]!);
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.change(panel.getByLabelText(/^E-mail/), { target: { value: 'ana@aurora.example' } });
  fireEvent.click(panel.getByRole('button', { name: 'Send invitation' }));
  const field = panel.getByLabelText(/^E-mail/);
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
});

test('[CC-03] one agent is opened and changed: seats, groups with skills, line and how the phone behaves', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByText('Ana'));
  const panel = within(await screen.findByRole('dialog'));
  expect(panel.getByText('4370011')).toBeTruthy();
  fireEvent.change(panel.getByLabelText('Line'), { target: { value: '2' } });
  fireEvent.click(panel.getByLabelText('Text seat'));
  fireEvent.click(panel.getByLabelText('Answer automatically'));
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(rosterApi.update.path)).toMatchObject([
      {
        userId: 7,
        lineId: 2,
        textSeat: true,
        voiceSeat: true,
        autoAnswer: true,
        groupIds: [3],
        skills: [{ skill: 'es', level: 9 }],
        evenInCall: false,
      },
    ]),
  );
});

test('[CC-03] phones are switched off after asking about who is in a call, and on again by undoing', async () => {
  const { sent } = await show({
    [rosterApi.batchStatus.path]: ({ evenInCall, enabled }: { evenInCall: boolean; enabled: boolean }) =>
      evenInCall || enabled
        ? { data: { userIds: [7] } }
        : { code: failures.agentInCall.code, msg: 'Ana: in a call now.' },
  });
  await select(/all rows/);
  fireEvent.click(await button('Switch off'));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/Ana: in a call now/)).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Do it anyway' }));
  fireEvent.click(await button('Undo'));
  await waitFor(() => expect(sent(rosterApi.batchStatus.path)).toHaveLength(3));
  expect(sent(rosterApi.batchStatus.path)).toEqual([
    { userIds: [7, 8], enabled: false, evenInCall: false },
    { userIds: [7, 8], enabled: false, evenInCall: true },
    { userIds: [7], enabled: true, evenInCall: false },
  ]);
});

test('[CC-03] phones are taken away after a question; no changes nothing', async () => {
  const { sent } = await show();
  await select(/all rows/);
  fireEvent.click(await button('Take phone away'));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/remains a member/)).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await button('Take phone away'));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take phone away' }));
  await waitFor(() => expect(sent(rosterApi.batchDelete.path)).toEqual([{ userIds: [7, 8], evenInCall: false }]));
});

test('[CC-03] several are changed at once; what nothing was chosen for is not sent', async () => {
  const { sent } = await show();
  await select(/all rows/);
  fireEvent.click(await button('Change'));
  const panel = within(await screen.findByRole('dialog'));
  expect(panel.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
  fireEvent.change(panel.getByLabelText('Record calls'), { target: { value: 'false' } });
  fireEvent.change(panel.getByLabelText('Line'), { target: { value: '2' } });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(rosterApi.batchUpdate.path)).toEqual([{ userIds: [7, 8], change: { recordCalls: false, lineId: 2 } }]),
  );
});

test('[CC-03] new passwords are asked about and shown once', async () => {
  const list = [{ userId: 7, name: 'Ana', email: 'ana@aurora.example', password: 'pqrs-tuvw-xyz2' }];
  await show({ [rosterApi.batchResetPassword.path]: () => ({ data: list }) });
  await select(/all rows/);
  fireEvent.click(await button('New passwords'));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'New passwords' }));
  expect(await screen.findByText('pqrs-tuvw-xyz2')).toBeTruthy();
});

test('[CC-03] a SIP phone is given with an account whose password is shown once', async () => {
  const account = {
    account: '4370011',
    domain: 'sip.example',
    ways: [
      { transport: 'tls', host: 'phones.example', port: 5_061 },
      { transport: 'udp', host: 'phones.example', port: 5_060 },
    ],
    url: 'wss://x.example/cc/sip/main',
    password: 'sEcReT',
  };
  const { sent } = await show({ [rosterApi.deviceChange.path]: () => ({ data: account }) });
  fireEvent.click(await screen.findByText('Ana'));
  fireEvent.click(await button('Give a SIP phone'));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Give a SIP phone' }));
  expect(await screen.findByText('sEcReT')).toBeTruthy();
  expect(screen.getByText(/wss:\/\/x\.example/)).toBeTruthy();
  expect(screen.getByText('phones.example')).toBeTruthy();
  expect(screen.getByText('5061 TLS · 5060 UDP')).toBeTruthy();
  expect(sent(rosterApi.deviceChange.path)).toEqual([{ userId: 7, device: 'sipPhone', evenInCall: false }]);
});

test('[CC-03] a mobile is given by its number, and what is wrong with that stands at its field', async () => {
  const answers = [{ code: failures.mobileWrong.code }, { data: null }];
  const { sent } = await show({ [rosterApi.deviceChange.path]: () => answers.shift()! });
  fireEvent.click(await screen.findByText('Ana'));
  fireEvent.click(await button('Ring a mobile'));
  fireEvent.change(await screen.findByLabelText('Mobile number'), { target: { value: '911' } });
  fireEvent.click(await button('Ring this mobile'));
  expect(await screen.findByText(/^Write the whole number with its country/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Mobile number'), { target: { value: '+525512345678' } });
  fireEvent.click(await button('Ring this mobile'));
  expect(await screen.findByText(/^Calls ring at \+52/)).toBeTruthy();
  expect(sent(rosterApi.deviceChange.path).at(-1)).toEqual({
    userId: 7,
    device: 'mobile',
    mobileNumber: '+525512345678',
    evenInCall: false,
  });
});

test('[CC-03] recording is switched in the list, and the file of what is shown is asked for', async () => {
  const { sent } = await show({ [rosterApi.output.path]: () => ({ data: { id: 1 } }) });
  fireEvent.click(await screen.findByRole('switch', { name: 'Record calls of Ana' }));
  await waitFor(() => expect(sent(rosterApi.recordSwitch.path)).toEqual([{ userId: 7, recordCalls: false }]));
  fireEvent.change(screen.getByLabelText('State'), { target: { value: 'true' } });
  fireEvent.click(await button('Export'));
  fireEvent.click(await screen.findByText('As CSV'));
  await waitFor(() => expect(sent(rosterApi.output.path)).toEqual([{ enabled: true, zone: 'UTC', kind: 'csv' }]));
});

test('[CC-03] without agents the page leads to making one, and readers change nothing', async () => {
  await show({}, { list: [] });
  expect(await screen.findByText('No agents yet')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Add agent' })).toHaveLength(2);
});

test('[CC-03] readers see agents and can take the list along, nothing else', async () => {
  await show({}, { functions: ['agents.view'] });
  await screen.findByText('Ana');
  expect(screen.queryByRole('checkbox', { name: /all rows/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Add/ })).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
});
