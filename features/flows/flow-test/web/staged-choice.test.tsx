import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { showTest } from './fake-test.fixture.tsx';
import { asBefore, aTextTest, aVoiceTest, field, rows, type } from './shown-test.fixture.tsx';

afterEach(asBefore);

const group = (name: string) => screen.queryByRole('group', { name });
const transfer = {
  note: 'stagedTransfer',
  asks: 'transfer',
  to: 'group',
  name: 'Sales',
  isOpen: true,
  opensAt: null,
  waiting: 2,
  rings: ['Ana', 'Budi'],
};
const HOW = 'How does the transfer go?';

test('[FLOW-11] a transfer says where it would go, and the tester plays how it goes', async () => {
  const tool = await aTextTest();
  expect(group(HOW)).toBeNull();
  tool.pushMessage(MessageType.note, transfer);
  expect(rows()).toContain('The caller would wait for Sales (open now), after 2 others. Would ring: Ana, Budi.');
  tool.click('Nobody answers');
  expect(tool.actions()).toEqual([[FlowTestAction.stage, 'nobody']]);
  tool.pushMessage(MessageType.note, { note: 'staged', staged: 'transfer', end: 'nobody' });
  expect(group(HOW)).toBeNull();
});

test('[FLOW-11] a conversation that ends asks for nothing any more', async () => {
  const tool = await aTextTest();
  tool.pushMessage(MessageType.note, transfer);
  tool.pushMessage(MessageType.callEnded, { result: 7 });
  expect(group(HOW)).toBeNull();
});

test('[FLOW-11] what is typed after the tone is the message, and nothing is one, too', async () => {
  const tool = await aTextTest();
  tool.pushMessage(MessageType.note, { note: 'stagedMessage', asks: 'voicemail', box: 'group', name: 'Sales' });
  expect(rows()).toContain('After the tone, a message for the box of Sales.');
  type('Please call me');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(tool.actions()).toEqual([[FlowTestAction.stage, 'Please call me']]);
  tool.pushMessage(MessageType.note, { note: 'stagedMessage', asks: 'voicemail', box: 'main', name: '' });
  tool.click('Say nothing');
  expect(tool.actions().at(-1)).toEqual([FlowTestAction.stage, '']);
});

test('[FLOW-11] a test by voice stops there as well', async () => {
  const tool = await aVoiceTest();
  tool.pushMessage(MessageType.note, transfer);
  tool.click('Busy');
  expect(tool.sent(FlowTestCommand.action)).toMatchObject([{ actionType: FlowTestAction.stage, text: 'busy' }]);
});

test('[FLOW-11] callbacks and scores say what would come of them', async () => {
  const tool = await aTextTest();
  tool.pushMessage(MessageType.note, {
    note: 'stagedCallback',
    name: 'Sales',
    number: '525512345678',
    isOpen: false,
    opensAt: null,
    waiting: 0,
  });
  tool.pushMessage(MessageType.note, { note: 'stagedScore', score: 4, of: 5 });
  expect(rows()).toContain('Sales (closed) would call 525512345678 back, as number 1 in line.');
  expect(rows()).toContain('Score 4 of 5: it would be kept with the call.');
});

test('[FLOW-11] a customer is found and named to the test, and other systems are asked when ticked', async () => {
  const tool = await showTest({
    functions: ['customers.use', 'customers.view'],
    found: [{ id: 41, full_name: 'Lena Ortiz', first_name: '', last_name: '', company: 'Acme' }],
  });
  tool.tab('Text test');
  tool.click(/^Who calls, and/);
  fireEvent.change(screen.getByLabelText('Customer'), { target: { value: 'lena' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Lena Ortiz · Acme' }));
  fireEvent.click(screen.getByRole('checkbox', { name: /Really ask other systems/ }));
  tool.click('Start');
  await waitFor(() => expect(tool.starts()).toMatchObject([{ customerId: 41, requests: true }]));
});

test('[FLOW-11] who may see no customers chooses none', async () => {
  const tool = await showTest();
  tool.tab('Text test');
  tool.click(/^Who calls, and/);
  expect(screen.queryByLabelText('Customer')).toBeNull();
  tool.click('Start');
  await waitFor(() => expect(tool.starts()).toMatchObject([{ requests: false }]));
});
