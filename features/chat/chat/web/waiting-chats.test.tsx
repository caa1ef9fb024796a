import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { PhoneDeskContext } from '#features/voice/softphone/web/index.ts';
import { anAgentNow, fakeDesk } from '#features/voice/softphone/web/desk.fixture.ts';
import { showPage, aViewer } from '#platform/web/page.fixture.tsx';
import { aConversation, chatTexts, ME, stagesOfTests, type Stage } from './chat.fixture.tsx';
import WaitingChats from './parts/waiting-chats.tsx';

const stage = stagesOfTests();
const viewer = { functions: new Set(['chat.use', 'agent-groups.use']) };
const groups = [
  { id: 1, name: 'Sales', groupNo: 1, waiting: 0, callPausesChats: true },
  { id: 2, name: 'Support', groupNo: 2, waiting: 0, callPausesChats: false },
];

async function show(some: Stage = {}, { isInCall = false } = {}) {
  const made = await stage({ viewer, answers: { [agentGroupsApi.myGroups.path]: groups }, ...some });
  const agent = anAgentNow(isInCall ? { call: { callId: 'now', at: 'talking' } } : {});
  await showPage(
    <PhoneDeskContext value={fakeDesk({ agent })}>
      <WaitingChats />
    </PhoneDeskContext>,
    { at: '/workBench', viewer: aViewer({ userId: ME, ...viewer }), feature: chatTexts },
  );
  return made;
}

test('my chats and mails stand beside the call, the most urgent first, with what was said and how many are unread', async () => {
  await show({
    rows: [
      aConversation({ id: 1, name: 'Lena Vogt', last_text: 'Thank you' }),
      aConversation({ id: 2, name: 'Mei Lin', channel_kind: 'email', last_text: 'My invoice?', unread: 2 }),
    ],
  });
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Mei LinMy invoice?'),
    expect.stringContaining('Lena VogtThank you'),
  ]);
  expect(within(rows[0]!).getByLabelText('2 unread messages')).toBeTruthy();
  expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe('/interactive/chat?id=2');
});

test('without conversations the part says so', async () => {
  await show({ rows: [] });
  expect(await screen.findByText('No conversations with you')).toBeTruthy();
});

test('in a call it says which groups’ new chats wait; without one nothing of it', async () => {
  await show({}, { isInCall: true });
  expect(await screen.findByText('In a call: new conversations of Sales wait until it is over.')).toBeTruthy();
});

test('a conversation that comes while one is on another page is told in words, with a way to it', async () => {
  const { socket } = await show({ rows: [] });
  await screen.findByText('No conversations with you');
  act(() =>
    socket().push([aConversation({ id: 5, name: 'Mei Lin', last_text: 'Is anybody there?', unread: 1 })] as never),
  );
  expect(await screen.findByText('New conversation with Mei Lin: Is anybody there?')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Mei Lin/ })).toBeTruthy();
});
