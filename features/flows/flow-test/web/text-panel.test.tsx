import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aTextTest, asBefore, field, offline, rows, type } from './shown-test.fixture.tsx';

afterEach(asBefore);

describe('a test by text', () => {
  test('[FLOW-09] [FLOW-14] Enter sends; with Ctrl or Alt it begins a line; with Shift it is left to the field', async () => {
    const tool = await aTextTest();
    type('Sales');
    for (const held of [{ ctrlKey: true }, { altKey: true }]) {
      field().setSelectionRange(field().value.length, field().value.length);
      expect(fireEvent.keyDown(field(), { key: 'Enter', ...held })).toBe(false);
    }
    expect(field().value).toBe('Sales\n\n');
    expect(fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true })).toBe(true);
    expect([field().value, tool.actions()]).toEqual(['Sales\n\n', []]);
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(tool.actions()).toEqual([[FlowTestAction.sendText, 'Sales\n\n']]);
    expect(field().value).toBe('');
  });

  test('[FLOW-09] blank text is not sent by Enter; a word that is being composed is not either', async () => {
    const tool = await aTextTest();
    type('   ');
    fireEvent.keyDown(field(), { key: 'Enter' });
    type('ni hao');
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    expect(tool.actions()).toEqual([]);
  });

  test('[FLOW-07] the button sends nothing as silence', async () => {
    const tool = await aTextTest();
    tool.click('Send');
    expect(tool.actions()).toEqual([[FlowTestAction.sendText, '']]);
    type('Sales');
    tool.click('Send');
    expect(tool.actions()).toHaveLength(2);
  });

  test('[FLOW-09] one thing at a time, except ending; what was refused stays in the field', async () => {
    const tool = await aTextTest();
    type('Sales');
    tool.click('Send');
    type('Help');
    tool.click('Send');
    expect(await screen.findByText('Busy: one thing at a time')).toBeTruthy();
    expect([tool.actions().length, field().value]).toEqual([1, 'Help']);
    tool.click('End');
    expect(tool.actions().at(-1)).toEqual([FlowTestAction.end, '']);
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(await screen.findByText('Start the test first')).toBeTruthy();
  });

  test('[FLOW-09] keys and interrupting need content', async () => {
    const tool = await aTextTest();
    fireEvent.click(screen.getByRole('combobox', { name: 'How to answer' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Press keys' }));
    tool.click('Send');
    expect(await screen.findByText('Enter content')).toBeTruthy();
    type('12#');
    tool.click('Send');
    expect(tool.actions()).toEqual([[FlowTestAction.pressKeys, '12#']]);
  });

  test('[FLOW-09] without a network nothing is sent and what was typed stays', async () => {
    const tool = await aTextTest();
    type('Sales');
    offline();
    tool.click('Send');
    expect(await screen.findByText('Network error')).toBeTruthy();
    expect([tool.actions(), field().value]).toEqual([[], 'Sales']);
  });

  test.each([MessageType.callEnded, MessageType.transferred, MessageType.flowEnded])(
    '[FLOW-07] message %i ends the round',
    async (last) => {
      const tool = await aTextTest();
      tool.pushMessage(last);
      expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'End' })).toBeNull();
    },
  );

  test('[FLOW-03] people and flow speak on their sides; nodes and details show on demand', async () => {
    const tool = await aTextTest();
    tool.pushMessage(MessageType.userSaid, { text: 'Sales, please' });
    tool.pushMessage(MessageType.askNode, { name: 'Ask' }, { stepId: 'ask' });
    tool.pushMessage(MessageType.latency, { ms: 430 }, { time_ms: 430 });
    const line = (text: string) => screen.getByText(text).closest('li')!.dataset['family'];
    expect([line('Sales or help?'), line('Sales, please')]).toEqual(['ai', 'user']);
    expect(rows()).toHaveLength(2);
    expect(tool.nodes.at(-1)).toBe('ask');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Nodes' }));
    expect(rows()).toHaveLength(3);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Details' }));
    expect(rows().at(-1)).toContain('430 ms');
  });

  test('[FLOW-05] a message that comes again replaces the one before; one of another test is not shown', async () => {
    const tool = await aTextTest();
    const { callID } = tool.starts()[0]!;
    const again = (message: object) =>
      tool.down({
        cmd: FlowTestCommand.start,
        callID,
        message: JSON.stringify({ msgType: MessageType.aiSaid, callID, ...message }),
      });
    again({ msgId: 'm1', msgInfo: '{"text":"One"}' });
    again({ msgId: 'm1', msgInfo: { text: 'Two' } });
    again({ msgId: 'm2', callID: 'another-call', msgInfo: { text: 'Three' } });
    expect(rows()).toEqual(['Sales or help?', 'Two']);
  });

  test('[FLOW-03] the newest is in sight, unless somebody reads above', async () => {
    const tool = await aTextTest();
    const list = screen.getByRole('list', { name: 'Conversation' });
    vi.spyOn(list, 'scrollHeight', 'get').mockReturnValue(1_000);
    vi.spyOn(list, 'clientHeight', 'get').mockReturnValue(200);
    list.scrollTop = 790;
    tool.pushMessage(MessageType.aiSaid, { text: 'New' });
    expect(list.scrollTop).toBe(1_000);
    list.scrollTop = 100;
    tool.pushMessage(MessageType.aiSaid, { text: 'Newer' });
    expect(list.scrollTop).toBe(100);
  });

  test('[FLOW-08] an error of the server is shown, and the test can be started again', async () => {
    const tool = await aTextTest();
    tool.fails('This flow is gone');
    expect(screen.getByText('This flow is gone', { selector: '.flow-test-error' })).toBeTruthy();
    tool.click('Start');
    await waitFor(() => expect(tool.starts()).toHaveLength(2));
    expect(tool.starts()[1]!.callID).not.toBe(tool.starts()[0]!.callID);
    expect(rows()).not.toContain('Sales or help?');
    expect(screen.queryByText('This flow is gone', { selector: '.flow-test-error' })).toBeNull();
  });

  test('[FLOW-07] a turn can be changed: what was before it is played again', async () => {
    const tool = await aTextTest();
    for (const words of ['Help', 'A room']) {
      type(words);
      tool.click('Send');
      tool.pushMessage(MessageType.userSaid, { text: words });
    }
    fireEvent.click(screen.getAllByRole('button', { name: 'Change this and play again from here' })[1]!);
    await waitFor(() =>
      expect(tool.starts().at(-1)!.replay).toEqual([{ actionType: FlowTestAction.sendText, text: 'Help' }]),
    );
    expect(field().value).toBe('A room');
  });
});
