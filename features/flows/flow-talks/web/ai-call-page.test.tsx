import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { callRecordsApi } from '#features/voice/call-records/contract.ts';
import { flowTestApi } from '#features/flows/flow-test/contract.ts';
import {
  flowTalksApi,
  TALK_WORDS,
  TALKS_CHANGED,
  type AiCall,
  type AiCallDetail,
  type AiCallMessage,
} from '../contract.ts';
import AiCallPage from './ai-call-page.tsx';
import { flowTalks } from './index.ts';

const aTalk: AiCall = {
  talkId: 'talk-1',
  callId: 'call-1',
  mode: 'voice',
  isTest: false,
  flowId: 8,
  flowName: 'Reception',
  flowVersion: 3,
  displayNumber: '525512345678',
  ourNumber: '525550000101',
  customerId: 4,
  customerName: 'Lena Vogt',
  userName: '',
  language: 'en',
  startedAt: '2026-11-14 20:00:00',
  durationSec: 65,
  result: AiCallResult.transferSucceeded,
  turns: 2,
  latencyMs: 430,
  hasRecording: false,
};
const message = (no: number, msgType: MessageType, msgInfo: Record<string, unknown>, time_ms = 0): AiCallMessage => ({
  msgId: `talk-1-${no}`,
  msgType,
  time_ms,
  createTs: 0,
  stepId: 'ask',
  msgInfo,
  node_choose: '',
  recordUrl: '',
});
const messages = [
  message(1, MessageType.aiSaid, { text: 'Sales or help?' }),
  message(2, MessageType.userSaid, { text: 'help please' }),
  message(3, MessageType.latency, { ms: 430 }, 430),
  message(4, MessageType.askNode, { name: 'Ask' }),
];

const listening = ['flow-talks.view', 'flow-test.run', 'call-records.use', 'call-records.listen'];

async function show(
  at = '/seating/aiCall?from=2026-11-14&to=2026-11-15',
  {
    detail = {},
    functions = ['flow-talks.view'],
    call = null,
    list = [aTalk],
  }: { detail?: Partial<AiCallDetail>; functions?: string[]; call?: object | null; list?: AiCall[] } = {},
) {
  const asked = fakeServer(({ url }) => {
    const path = url.split('?')[0];
    if (path === flowTalksApi.page.path) return { data: { list, total: list.length, totalCapped: false } };
    if (path === flowTalksApi.detail.path)
      return { data: { ...aTalk, messages, variables: { wish: 'help' }, testRecording: null, ...detail } };
    if (path === callRecordsApi.detail.path) return { data: call };
    return { data: path === flowTalksApi.flows.path ? [{ flowId: 8, flowName: 'Reception' }] : [] };
  });
  await showPage(<AiCallPage />, {
    at,
    path: '/seating/aiCall',
    feature: flowTalks,
    viewer: aViewer({ functions: new Set(functions), timeZone: 'UTC' }),
  });
  return (path: string) =>
    asked.filter(({ url }) => url.split('?')[0] === path).map(({ body }) => body as Record<string, unknown>);
}

test('[FLOW-11] conversations are listed with whom, what came of them and how fast we answered; tabs ask for others', async () => {
  const asked = await show();
  expect(await screen.findByText('Lena Vogt')).toBeTruthy();
  expect(screen.getByText('430 ms')).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Calls' }).getAttribute('aria-selected')).toBe('true');
  expect(asked(flowTalksApi.page.path)[0]).toMatchObject({
    show: 'calls',
    startDate: '2026-11-14 00:00:00',
    endDate: '2026-11-16 00:00:00',
  });
  fireEvent.click(screen.getByRole('tab', { name: 'Tests' }));
  await waitFor(() => expect(asked(flowTalksApi.page.path).at(-1)).toMatchObject({ show: 'tests' }));
});

test('[FLOW-11] what goes on is asked for anew when a conversation begins or ends, and may be nothing without any filter', async () => {
  const asked = await show('/seating/aiCall?tab=1', { list: [] });
  expect(await screen.findByText('No conversations')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Clear/ })).toBeNull();
  const before = asked(flowTalksApi.page.path).length;
  deliverEvent(TALKS_CHANGED, {});
  await waitFor(() => expect(asked(flowTalksApi.page.path)).toHaveLength(before + 1));
});

test('[FLOW-11] a list of calls stays as one reads it when another conversation begins', async () => {
  const asked = await show();
  await screen.findByText('Lena Vogt');
  const before = asked(flowTalksApi.page.path).length;
  deliverEvent(TALKS_CHANGED, {});
  fireEvent.click(screen.getByRole('tab', { name: 'Tests' }));
  await waitFor(() => expect(asked(flowTalksApi.page.path).at(-1)).toMatchObject({ show: 'tests' }));
  expect(asked(flowTalksApi.page.path)).toHaveLength(before + 1);
});

test('[FLOW-11] a conversation that is read while it goes on is asked for again when more of it was said', async () => {
  const asked = await show('/seating/aiCall?from=2026-11-14&to=2026-11-15&talk=talk-1', { detail: { result: null } });
  await screen.findByText(/Reception · /);
  const before = asked(flowTalksApi.detail.path).length;
  deliverEvent(TALK_WORDS, { talkId: 'another' });
  deliverEvent(TALK_WORDS, { talkId: 'talk-1' });
  await waitFor(() => expect(asked(flowTalksApi.detail.path)).toHaveLength(before + 1));
});

test('[FLOW-05] notes, reasons and steps are told in words, not as they are kept', async () => {
  const shownMessages = [
    message(1, MessageType.askNode, { name: 'What for' }),
    message(2, MessageType.aiSaid, { text: 'Hello' }),
    message(3, MessageType.note, { note: 'noCallback', why: 'noDestination' }),
    message(4, MessageType.languageDetected, { language: 'es' }),
    message(5, MessageType.transferFailed, { why: 'limitReached' }),
  ];
  await show('/seating/aiCall?from=2026-11-14&to=2026-11-15&talk=talk-1', { detail: { messages: shownMessages } });
  const conversation = await screen.findByRole('region', { name: 'Conversation' });
  for (const chip of within(conversation).getAllByRole<HTMLInputElement>('checkbox'))
    if (!chip.checked) fireEvent.click(chip);
  expect(conversation.textContent).toContain('AI said · What for');
  expect(conversation.textContent).toContain('No callback promised · no destination was chosen');
  expect(conversation.textContent).toContain('Spanish');
});

test('[FLOW-05] an opened one shows what was said, its times and values; technical rows only when asked for', async () => {
  const asked = await show('/seating/aiCall?from=2026-11-14&to=2026-11-15&talk=talk-1');
  expect(await screen.findByText('help please')).toBeTruthy();
  expect(asked(flowTalksApi.detail.path)).toEqual([{ talkId: 'talk-1' }]);
  const times = within(screen.getByRole('table', { name: 'Times measured' }));
  expect(times.getAllByText('430 ms')).toHaveLength(3);
  const conversation = screen.getByRole('region', { name: 'Conversation' });
  expect(within(conversation).getAllByRole('listitem')).toHaveLength(2);
  fireEvent.click(within(conversation).getByLabelText(/Trigger/i));
  await waitFor(() => expect(within(conversation).getAllByRole('listitem')).toHaveLength(3));
  expect(screen.getByText('wish')).toBeTruthy();
});

const opened = '/seating/aiCall?from=2026-11-14&to=2026-11-15&talk=talk-1';

test('[FLOW-11] the recording of the call a flow talked on can be heard beside what was said', async () => {
  const recording = {
    recordingId: 'call-1-call',
    kind: 'call',
    durationMs: 65_000,
    bytes: 1_040_000,
    createdAt: '2026-11-14 20:01:05',
    deletedAt: null,
  };
  const asked = await show(opened, {
    detail: { hasRecording: true },
    functions: listening,
    call: { agents: [], recordings: [recording] },
  });
  const region = within(await screen.findByRole('region', { name: 'Recording' }));
  expect(await region.findByRole('button', { name: 'Play' })).toBeTruthy();
  expect(asked(callRecordsApi.detail.path)).toEqual([{ callId: 'call-1' }]);
});

test('[FLOW-05] the recording of a test plays by a link of its own; whoever may not hear it reads so', async () => {
  const detail = {
    isTest: true,
    callId: null,
    hasRecording: true,
    testRecording: { durationMs: 12_000, bytes: 192_000, isMine: true },
  };
  const asked = await show(opened, { detail, functions: listening });
  const region = within(await screen.findByRole('region', { name: 'Recording' }));
  const player = within(await region.findByRole('group', { name: 'Recording of the test, 0:12' }));
  fireEvent.click(player.getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(asked(flowTestApi.recordingTicket.path)).toEqual([{ talkId: 'talk-1', saves: false }]));
  expect(player.getByLabelText(/AI agent/)).toBeTruthy();
});

test('[FLOW-05] somebody else’s test is not heard without the right', async () => {
  await show(opened, {
    detail: { isTest: true, hasRecording: true, testRecording: { durationMs: 12_000, bytes: 192_000, isMine: false } },
    functions: listening,
  });
  expect(await screen.findByText(/Somebody else made this test/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
});
