import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aRecord } from '#features/voice/call-records/web/call.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { customersApi, type CallBotCall } from '../contract.ts';
import AiCallsPage from './ai-calls-page.tsx';
import { aCustomer } from './customers.fixture.ts';
import { customers } from './index.ts';

const aCall = (some: Partial<CallBotCall> = {}): CallBotCall => ({
  ...aRecord({ callId: 'ai-1', aiOrcc: 'ai', statusName: 'Answered', userName: '', startTime: '2026-11-14 20:00:00' }),
  flowName: 'Reception',
  result: AiCallResult.transferSucceeded,
  ...some,
});
const conversation = [
  { by: 'agent' as const, text: 'Sales or help?', at: '2026-11-14 20:00:02' },
  { by: 'customer' as const, text: 'help please', at: '2026-11-14 20:00:05' },
];

async function show(at = '', list: CallBotCall[] = [aCall(), aCall({ callId: 'ai-2', flowName: '', result: null })]) {
  const asked = fakeServer(({ url }) => {
    const path = url.split('?')[0];
    if (path === customersApi.callBotList.path) return { data: { list, total: list.length } };
    if (path === customersApi.callBotDetail.path)
      return { data: { ...aCall(), conversation: url.includes('ai-1') ? conversation : [] } };
    return { data: aCustomer({ id: 7 }) };
  });
  await showPage(<AiCallsPage />, {
    at: `/customers/7/aiCalls${at}`,
    path: '/customers/:id/aiCalls',
    feature: customers,
    viewer: aViewer({ functions: new Set(['customers.use']), timeZone: 'UTC' }),
  });
  return (path: string) =>
    asked
      .filter(({ url }) => url.split('?')[0] === path)
      .map(({ url }) => Object.fromEntries(new URL(url, 'http://x').searchParams));
}

test('[CDP-05] calls of AI agents with a customer are listed with what came of each', async () => {
  const asked = await show();
  expect(await screen.findByRole('heading', { name: 'Lucía Prado' })).toBeTruthy();
  const table = within(await screen.findByRole('table', { name: 'AI calls' }));
  expect(await table.findByText('Reception')).toBeTruthy();
  expect(table.getByText('Transferred to an agent')).toBeTruthy();
  // Of a conversation that is gone the call is left.
  expect(table.getByText('Answered')).toBeTruthy();
  expect(asked(customersApi.callBotList.path)).toEqual([{ customer_id: '7', page_number: '1', page_size: '20' }]);
});

test('[CDP-05] an opened one shows its result and what both said; the address leads back to it', async () => {
  const asked = await show('?call=ai-1');
  const transcript = within(await screen.findByRole('region', { name: 'Conversation' }));
  expect(transcript.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'AI agentSales or help?',
    'Customerhelp please',
  ]);
  expect(asked(customersApi.callBotDetail.path)).toEqual([{ call_id: 'ai-1' }]);
});

test('[CDP-05] where nothing was said, or nothing called, that is what is read', async () => {
  await show('?call=ai-2', []);
  expect(await screen.findByText('Nothing that was said has been kept.')).toBeTruthy();
  expect(await screen.findByText('No AI calls yet')).toBeTruthy();
});
