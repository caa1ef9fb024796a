import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { rehearsalApi } from '#features/voice/rehearsal/contract.ts';
import { aViewer, choicesOf, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { failures } from '#shared/errors.ts';
import { didNumbersApi, type DidNumber } from '../contract.ts';
import { carriersApi } from '../contract/carriers.ts';
import { didNumbers } from './index.ts';
import NumbersPage from './numbers-page.tsx';

const number: DidNumber = {
  id: 4,
  number: '525550000101',
  countryIso2: 'MX',
  remark: 'Campaign',
  inboundConfig: 1,
  groupId: 3,
  groupName: 'Sales',
  menu: null,
  flowId: null,
  flowName: '',
  calendarId: null,
  calendarName: '',
  accountName: '',
  enabled: true,
};
const path = [
  { says: 'ruleEverybody', isTrouble: false, values: { priority: '10', goal: 'Reception' } },
  { says: 'groupOff', isTrouble: true, values: { group: 'Sales' } },
];
const answers: Record<string, unknown> = {
  [didNumbersApi.groups.path]: [
    { groupId: 3, groupName: 'Sales', numbers: [] },
    { groupId: 5, groupName: 'Support', numbers: [] },
  ],
  [didNumbersApi.flows.path]: [{ flowId: 12, flowName: 'Reception' }],
  [didNumbersApi.choices.path]: {
    calendars: [{ id: 8, name: 'Office' }],
    sounds: [{ id: 21, name: 'Our menu' }],
    countries: ['MX'],
  },
  [didNumbersApi.path.path]: path,
  [didNumbersApi.enable.path]: { changed: 1 },
  [carriersApi.accounts.path]: [{ id: 2, name: 'Main', kind: 'twilio', numbers: 0 }],
  [carriersApi.syncState.path]: {
    state: 'ready',
    trouble: '',
    readCount: 3,
    total: 3,
    skipped: 0,
    startedAt: '2026-11-17 12:00:00',
    fresh: [
      { number: '525550000201', name: 'North' },
      { number: '525550000202', name: 'South' },
    ],
    gone: [{ id: 9, number: '525550000109', enabled: true }],
    unchanged: 1,
    elsewhere: ['525550000300'],
  },
  [carriersApi.takeOver.path]: { added: 1, switchedOff: 0, refused: [] },
  [rehearsalApi.callIn.path]: { customerId: 'c', from: '5255' },
};

const EDITOR = ['did-numbers.view', 'did-numbers.edit'];
async function show(
  functions: string[] = EDITOR,
  some: Partial<DidNumber> = {},
  refuse: (path: string) => number | undefined = () => undefined,
) {
  const asked = fakeServer(({ url }) => {
    const at = url.split('?')[0]!;
    const code = refuse(at);
    if (code) return { code, msg: '' };
    if (at === didNumbersApi.my.path) return { data: { list: [{ ...number, ...some }], total: 1 } };
    return { data: answers[at] ?? { ...number, ...some } };
  });
  await showPage(<NumbersPage />, { viewer: aViewer({ functions: new Set(functions) }), feature: didNumbers });
  return (endpoint: { path: string }) =>
    asked.filter(({ url }) => url.split('?')[0] === endpoint.path).map(({ body }) => body);
}
const openNumber = async () => {
  fireEvent.click(await screen.findByText('Campaign'));
  return within(await screen.findByRole('dialog'));
};
const choose = async (label: string, option: string) => {
  const field = await screen.findByRole('combobox', { name: label });
  field.focus();
  fireEvent.click(field);
  // Lists of other fields may have an option of the same name.
  const list = await choicesOf(field);
  fireEvent.click(await within(list).findByRole('option', { name: option, hidden: true }));
};

test('[CC-07] a number is given to a flow, with its group for whom the flow cannot serve', async () => {
  const sent = await show();
  await openNumber();
  fireEvent.click(await screen.findByRole('radio', { name: 'A flow' }));
  await choose('Flow', 'Reception');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(didNumbersApi.inboundConfig)).toEqual([{ id: 4, inboundConfig: 2, flowId: 12, groupId: 3 }]),
  );
});

test('[CC-04] who may only look sees where callers go, and changes nothing', async () => {
  await show(['did-numbers.view']);
  const panel = await openNumber();
  expect(await panel.findByText(/sends everybody to Reception/)).toBeTruthy();
  expect(panel.getByText(/Sales is switched off/)).toBeTruthy();
  expect(panel.queryByRole('button', { name: /Save|Remove|Call it/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Add number|From a carrier/ })).toBeNull();
});

test('[CC-16] a menu of keys is written: what is heard, keys, where they lead, tries', async () => {
  const sent = await show();
  const panel = await openNumber();
  fireEvent.click(await panel.findByRole('radio', { name: 'A menu of keys' }));
  await choose('What they hear', 'Our menu');
  fireEvent.click(panel.getByRole('button', { name: 'Add key' }));
  await choose('2 leads to', 'Support');
  fireEvent.change(panel.getAllByLabelText('Key')[0]!, { target: { value: '9' } });
  await choose('Without a key that leads somewhere', 'Say goodbye and hang up');
  fireEvent.change(panel.getByLabelText('Seconds to think'), { target: { value: '8' } });
  fireEvent.change(panel.getByLabelText('How often they are asked'), { target: { value: '2' } });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(didNumbersApi.inboundConfig)).toEqual([
      {
        id: 4,
        inboundConfig: 2,
        menu: {
          prompt: 'sound.21',
          keys: { 9: { kind: 'group', groupId: 3 }, 2: { kind: 'group', groupId: 5 } },
          otherwise: { kind: 'hangUp' },
          waitMs: 8_000,
          tries: 2,
        },
      },
    ]),
  );
});

test('[CC-04] remark and hours are saved alone, without touching who answers', async () => {
  const sent = await show();
  const panel = await openNumber();
  fireEvent.change(await panel.findByLabelText('Remark'), { target: { value: 'Spring' } });
  await choose('Hours', 'Office');
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(didNumbersApi.hours)).toEqual([{ id: 4, calendarId: 8 }]));
  expect(sent(didNumbersApi.remark)).toEqual([{ id: 4, remark: 'Spring' }]);
  expect(sent(didNumbersApi.inboundConfig)).toEqual([]);
});

test('[CC-04] a number without its country is refused at its field', async () => {
  const sent = await show(EDITOR, {}, (at) =>
    at === didNumbersApi.add.path ? failures.numberWithoutCountry.code : undefined,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Add number' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('textbox', { name: /Number/ });
  fireEvent.change(field, { target: { value: '55 5000 0101' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add number' }));
  expect(await dialog.findByText(/which country/)).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(sent(didNumbersApi.add)).toEqual([{ number: '55 5000 0101', countryIso2: null, remark: '', groupId: null }]);
});

test('[CC-04] removing a number asks first; switching it off does not', async () => {
  const sent = await show();
  const panel = await openNumber();
  fireEvent.click(await panel.findByRole('switch', { name: 'Calls to it are answered' }));
  await waitFor(() => expect(sent(didNumbersApi.enable)).toEqual([{ ids: [4], enabled: false }]));
  fireEvent.click(panel.getByRole('button', { name: 'Remove' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(sent(didNumbersApi.remove)).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent(didNumbersApi.remove)).toEqual([{ id: 4 }]));
});

test('[CC-04] a virtual customer tries the number, where the rehearsal is', async () => {
  const sent = await show([...EDITOR, 'rehearsal.use']);
  const panel = await openNumber();
  fireEvent.click(await panel.findByRole('button', { name: 'Call it' }));
  await waitFor(() => expect(sent(rehearsalApi.callIn)).toEqual([{ did: '525550000101', script: 'talks' }]));
});

test('[CC-04] what a carrier has is shown beside what we have, and what is ticked is taken over', async () => {
  const sent = await show([...EDITOR, 'did-numbers.sync']);
  fireEvent.click(await screen.findByRole('button', { name: 'From a carrier' }));
  const panel = within(await screen.findByRole('dialog'));
  expect(await panel.findByText('New: 2. Gone: 1. Unchanged: 1.')).toBeTruthy();
  expect(panel.getByText(/Not possible.*0300/)).toBeTruthy();
  fireEvent.click(panel.getByRole('checkbox', { name: /North/ }));
  fireEvent.click(panel.getByRole('checkbox', { name: /0109/ }));
  fireEvent.click(panel.getByRole('button', { name: 'Do this for 2 numbers' }));
  await waitFor(() =>
    expect(sent(carriersApi.takeOver)).toEqual([
      { accountId: 2, numbers: ['525550000202'], goneIds: [9], groupId: null },
    ]),
  );
});

test('[CC-04] an account is added with its secret, and what is missing is said at its field', async () => {
  const sent = await show([...EDITOR, 'did-numbers.sync']);
  fireEvent.click(await screen.findByRole('button', { name: 'From a carrier' }));
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.click(await panel.findByRole('button', { name: 'Add account' }));
  fireEvent.change(await panel.findByLabelText(/^Name/), { target: { value: 'Second' } });
  fireEvent.change(panel.getByLabelText(/^Auth token/), { target: { value: 'tok' } });
  fireEvent.click(panel.getByRole('button', { name: 'Add account' }));
  expect(await panel.findByText('It begins with AC and has 34 characters.')).toBeTruthy();
  fireEvent.change(panel.getByLabelText(/^Account SID/), { target: { value: `AC${'0'.repeat(32)}` } });
  fireEvent.click(panel.getByRole('button', { name: 'Add account' }));
  await waitFor(() =>
    expect(sent(carriersApi.addAccount)).toEqual([
      { kind: 'twilio', name: 'Second', secret: 'tok', accountSid: `AC${'0'.repeat(32)}` },
    ]),
  );
});
