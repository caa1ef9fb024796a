import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aViewer, showPage } from '#platform/web/test-page.tsx';
import { fakeServer } from '#platform/web/test-server.ts';
import { flowTalksApi, type AiCall, type AiCallMessage } from '../contract.ts';
import AiCallPage from './ai-call-page.tsx';
import { flowTalks } from './index.ts';

const aTalk: AiCall = {
  talkId: 'talk-1', callId: 'call-1', mode: 'voice', isTest: false, flowId: 8, flowName: 'Reception', flowVersion: 3, displayNumber: '525512345678', ourNumber: '525550000101', customerId: 4, customerName: 'Lena Vogt', userName: '',
  language: 'en', startedAt: '2026-11-14 20:00:00', durationSec: 65, result: AiCallResult.transferSucceeded, turns: 2, latencyMs: 430, hasRecording: false,
};
const message = (no: number, msgType: MessageType, msgInfo: Record<string, unknown>, time_ms = 0): AiCallMessage => ({ msgId: `talk-1-${no}`, msgType, time_ms, createTs: 0, stepId: 'ask', msgInfo, node_choose: '' });
const messages = [message(1, MessageType.aiSaid, { text: 'Sales or help?' }), message(2, MessageType.userSaid, { text: 'help please' }), message(3, MessageType.latency, { ms: 430 }, 430), message(4, MessageType.askNode, { name: 'Ask' })];

async function show(at = '/seating/aiCall?from=2026-11-14&to=2026-11-15') {
  const asked = fakeServer(({ url }) => {
    const path = url.split('?')[0];
    if (path === flowTalksApi.page.path) return { data: { list: [aTalk], total: 1, totalCapped: false } };
    if (path === flowTalksApi.detail.path) return { data: { ...aTalk, messages, variables: { wish: 'help' } } };
    return { data: path === flowTalksApi.flows.path ? [{ flowId: 8, flowName: 'Reception' }] : [] };
  });
  await showPage(<AiCallPage />, { at, path: '/seating/aiCall', feature: flowTalks, viewer: aViewer({ functions: new Set(['flow-talks.view']), timeZone: 'UTC' }) });
  return (path: string) => asked.filter(({ url }) => url.split('?')[0] === path).map(({ body }) => body as Record<string, unknown>);
}

test('[FLOW-11] conversations are listed with whom, what came of them and how fast we answered; tabs ask for others', async () => {
  const asked = await show();
  expect(await screen.findByText('Lena Vogt')).toBeTruthy();
  expect(screen.getByText('430 ms')).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Calls' }).getAttribute('aria-selected')).toBe('true');
  expect(asked(flowTalksApi.page.path)[0]).toMatchObject({ show: 'calls', startDate: '2026-11-14 00:00:00', endDate: '2026-11-16 00:00:00' });
  fireEvent.click(screen.getByRole('tab', { name: 'Tests' }));
  await waitFor(() => expect(asked(flowTalksApi.page.path).at(-1)).toMatchObject({ show: 'tests' }));
});

test('[FLOW-05] an opened one shows what was said, its times and values; technical rows only when asked for', async () => {
  const asked = await show('/seating/aiCall?from=2026-11-14&to=2026-11-15&talk=talk-1');
  expect(await screen.findByText('help please')).toBeTruthy();
  expect(asked(flowTalksApi.detail.path)).toEqual([{ talkId: 'talk-1' }]);
  const times = within(screen.getByRole('table', { name: 'Times measured' }));
  expect(times.getAllByText('430 ms')).toHaveLength(3);
  const said = screen.getByRole('region', { name: 'Conversation' });
  expect(within(said).getAllByRole('listitem')).toHaveLength(2);
  fireEvent.click(within(said).getByLabelText(/Trigger/i));
  await waitFor(() => expect(within(said).getAllByRole('listitem')).toHaveLength(3));
  expect(screen.getByText('wish')).toBeTruthy();
});
