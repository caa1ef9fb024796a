import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeDesk } from '#features/voice/softphone/web/desk.fixture.ts';
import { PhoneDeskContext } from '#features/voice/softphone/web/index.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { WindowsContext } from '#platform/web/windows.ts';
import type { CallRecord } from '../../contract.ts';
import { aRecord } from '../call.fixture.ts';
import { callRecords } from '../index.ts';
import { menuColumn } from './record-menu.tsx';

afterEach(() => vi.unstubAllGlobals());

async function show(record: CallRecord, functions: string[], desk: ReturnType<typeof fakeDesk> | null = fakeDesk()) {
  fakeServer(() => ({ data: [] }));
  const sms = vi.fn<(target: object) => void>();
  await showPage(
    <WindowsContext value={functions.includes('sms.use') ? { smsSender: { open: sms } } : {}}>
      <PhoneDeskContext value={desk}>{menuColumn.cell(record)}</PhoneDeskContext>
    </WindowsContext>,
    { viewer: aViewer({ functions: new Set(functions) }), feature: callRecords },
  );
  return { desk, sms };
}
const open = () => fireEvent.click(screen.getByRole('button', { name: 'More about the call with Emilio Cárdenas' }));
const items = async () => (await screen.findAllByRole('menuitem')).map((item) => item.textContent);

test('[CC-15] the row of a call offers to call back, to write, its customer and a follow-up', async () => {
  const { desk, sms } = await show(aRecord({ customerId: '12' }), ['sms.use', 'customers.use', 'follow-records.use']);
  open();
  expect(await items()).toEqual(['Call back', 'Send SMS', 'Open the customer', 'Plan a follow-up']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Send SMS' }));
  expect(sms).toHaveBeenCalledWith({ callId: 'c-1', shown: '+52 55 5550 1477' });
  open();
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Call back' }));
  await vi.waitFor(() => expect(desk!.asked).toMatchObject([['press', { order: { callbackCallId: 'c-1' } }]]));
});

test('[CC-15] what somebody cannot do is not offered, and where nothing can be done there is no menu', async () => {
  await show(aRecord({ customerId: '12', canCallback: false }), ['sms.use', 'customers.use']);
  open();
  expect(await items()).toEqual(['Open the customer']);
});

test('[CC-15] an internal call offers nothing', async () => {
  await show(aRecord({ canCallback: false }), ['customers.use'], null);
  expect(screen.queryByRole('button', { name: /^More about/ })).toBeNull();
});
