import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { callSettingsApi, type WireCallSettings } from '../contract.ts';
import CallSettingsPage from './call-settings-page.tsx';
import { callSettings } from './index.ts';

const settings: WireCallSettings = {
  maxDurationOfSingleCall: null,
  maxCallHoldTime: 300,
  displayTransferButton: true,
  AgentDefaultLoginStatus: 67,
  satisfactionSurveyModel: 0,
  activelyHangUp: false,
  postTalkSortTimeSecond: 30,
  maxWrapUpExtraSecond: 300,
  RecordCalls: true,
  RecordingRules: { countries: [], otherwise: 'none', unknown: 'none' },
  AutoAnswerDefault: false,
  TellAgentsWhenMonitored: false,
  CustomerPageAddress: null,
  CustomerPageOpening: 'off',
};

async function show(functions = ['call-settings.view', 'call-settings.edit']) {
  let now = settings;
  const asked = fakeServer(({ url, body }) => ({
    data:
      url === callSettingsApi.update.path
        ? (now = { ...now, ...(body as Partial<WireCallSettings>) })
        : { settings: now, defaults: settings },
  }));
  await showPage(<CallSettingsPage />, { viewer: aViewer({ functions: new Set(functions) }), feature: callSettings });
  await screen.findByRole('textbox', { name: 'Longest call' });
  return () => asked.filter(({ url }) => url === callSettingsApi.update.path).map(({ body }) => body);
}
const type = (name: string, value: string) => {
  const field = screen.getByRole('textbox', { name });
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};

test('[CC-17] seconds are saved when their field is left; empty is no limit', async () => {
  const sent = await show();
  type('Longest call', '900');
  await waitFor(() => expect(sent()).toEqual([{ maxDurationOfSingleCall: 900 }]));
  type('Longest hold', '');
  await waitFor(() => expect(sent().at(-1)).toEqual({ maxCallHoldTime: null }));
});

test('[CC-17] what is too short becomes the shortest limit, and an untouched field saves nothing', async () => {
  const sent = await show();
  fireEvent.blur(screen.getByRole('textbox', { name: 'Longest hold' }));
  type('Longest call', '2');
  await waitFor(() => expect(sent()).toEqual([{ maxDurationOfSingleCall: 5 }]));
});

test('[CC-17] switches are saved at once', async () => {
  const sent = await show();
  fireEvent.click(screen.getByRole('switch', { name: /Show the transfer button/ }));
  await waitFor(() => expect(sent()).toEqual([{ displayTransferButton: false }]));
});

test('[CC-17] whoever may only look changes nothing and is told so', async () => {
  await show(['call-settings.view']);
  expect(screen.getByText(/changing them takes another right/)).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Longest call' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('switch', { name: /Record calls/ })).toHaveProperty('disabled', true);
});

test('[complaint 16] an address of the team’s own shows how it would read, and is saved with the way it opens', async () => {
  const sent = await show();
  const address = screen.getByRole('textbox', { name: 'Address' });
  fireEvent.change(address, { target: { value: 'https://crm.example.com/find?phone=' } });
  fireEvent.click(screen.getByRole('button', { name: 'Number' }));
  expect(screen.getByText('https://crm.example.com/find?phone=525555501477')).toBeTruthy();
  fireEvent.click(screen.getByRole('combobox', { name: 'How agents come to it' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Opens in a new tab on answer' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent()).toEqual([
      { CustomerPageAddress: 'https://crm.example.com/find?phone={number}', CustomerPageOpening: 'tab' },
    ]),
  );
});

test.each([
  ['http://crm.example.com/{number}', 'it must begin with https://'],
  ['https://crm.example.com/{phone}', 'a field we do not know'],
  ['https://{number}/', 'the name of your server alone'],
  ['crm.example.com', 'This is no address'],
])('[complaint 16] %s is refused with words, and cannot be saved', async (typed, words) => {
  await show();
  fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), { target: { value: typed } });
  expect(screen.getByText(words, { exact: false })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
});

test('[CC-16] what is said before recording is chosen by country, and saved at once', async () => {
  const sent = await show();
  fireEvent.change(await screen.findByLabelText('In all other countries'), { target: { value: 'notice' } });
  const first = { countries: [], otherwise: 'notice', unknown: 'none' };
  await waitFor(() => expect(sent()).toEqual([{ RecordingRules: first }]));
  fireEvent.change(screen.getByLabelText('Where the country is not known'), { target: { value: 'consent' } });
  await waitFor(() => expect(sent().at(-1)).toEqual({ RecordingRules: { ...first, unknown: 'consent' } }));
});
