import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { TestCallDirection } from '#shared/codes/test-call-direction.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { flowTestApi } from '../contract.ts';
import { FakeSocket, showTest, someSettings } from './fake-test.fixture.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const window_ = () => screen.getByRole('dialog', { name: 'Test of the flow' });
const isSmall = () => window_().hasAttribute('data-small');
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const rows = () => within(screen.getByRole('list', { name: 'Conversation' })).queryAllByRole('listitem').map(({ textContent }) => textContent);
const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

/** A test by text that goes on and waits for the tester. */
async function aTextTest(...shown: Parameters<typeof showTest>) {
  const tool = await showTest(...shown);
  tool.tab('Text test');
  tool.click('Start');
  await waitFor(() => expect(tool.starts()).toHaveLength(1));
  tool.tell(MessageType.aiSaid, { text: 'Sales or help?' });
  return { ...tool, actions: () => tool.sent(FlowTestCommand.action).map((sent) => ('actionType' in sent ? [sent.actionType, sent.text] : [])) };
}

/** A test by voice in which flow and tester talk. */
async function aVoiceTest() {
  const tool = await showTest();
  tool.click('Start');
  await waitFor(() => expect(tool.hand.did).toEqual(['register test-1-7-1-aa']));
  tool.hand.tell({ type: 'registered' });
  await waitFor(() => expect(tool.starts()).toHaveLength(1), { timeout: 3_000 });
  tool.hand.tell({ type: 'incoming' });
  tool.click('Answer');
  expect(tool.hand.did).toContain('answer');
  tool.hand.tell({ type: 'answered' });
  return tool;
}

describe('the window', () => {
  test('[FLOW-01] has a tab for voice, the first, and one for text', async () => {
    const tool = await showTest();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Voice test', 'Text test']);
    expect(screen.getByRole('tab', { name: 'Voice test' }).getAttribute('aria-selected')).toBe('true');
    tool.tab('Text test');
    expect(field()).toBeTruthy();
  });

  test('[FLOW-01] becomes small by a click outside, not by one inside or on what begins a test, and large again', async () => {
    const tool = await showTest();
    fireEvent.pointerDown(screen.getByText('Reception'));
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Test' }));
    expect(isSmall()).toBe(false);
    const elsewhere = document.body.appendChild(document.createElement('div'));
    for (const part of ['start', 'workflow', 'dialpad']) {
      elsewhere.dataset['flowTest'] = part;
      fireEvent.pointerDown(elsewhere);
      expect(isSmall()).toBe(false);
    }
    elsewhere.remove();
    fireEvent.pointerDown(screen.getByTestId('outside'));
    expect(isSmall()).toBe(true);
    expect(window_().style.transitionDuration).toBe('200ms');
    tool.click('Make it large');
    expect(isSmall()).toBe(false);
    tool.click('Make it small');
    expect(isSmall()).toBe(true);
  });

  test('[FLOW-01] is dragged by its head, and stays in sight', async () => {
    await showTest();
    const head = window_().querySelector('header')!;
    head.setPointerCapture = () => {};
    fireEvent.pointerDown(head, { button: 0, clientX: 10, clientY: 10, pointerId: 1 });
    fireEvent.pointerMove(head, { clientX: 210, clientY: 110, pointerId: 1 });
    expect([window_().style.left, window_().style.top]).toEqual(['200px', '100px']);
    fireEvent.pointerMove(head, { clientX: -900, clientY: -900, pointerId: 1 });
    expect([window_().style.left, window_().style.top]).toEqual(['8px', '8px']);
    fireEvent.pointerUp(head, { pointerId: 1 });
    fireEvent.pointerMove(head, { clientX: 300, clientY: 300, pointerId: 1 });
    expect(window_().style.left).toBe('8px');
  });

  test('[FLOW-10] closing sends stop, leaves the socket and forgets what was tested', async () => {
    const tool = await aTextTest();
    expect(tool.starts()[0]!.params).toBeNull();
    tool.click('Close the test');
    expect(tool.sent(FlowTestCommand.stop)).toEqual([{ cmd: FlowTestCommand.stop, callID: tool.starts()[0]!.callID }]);
    await waitFor(() => expect(tool.socket.readyState).toBe(3));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(tool.nodes.at(-1)).toBeNull();
    tool.click('Test');
    await waitFor(() => expect(FakeSocket.all).toHaveLength(2));
    tool.tab('Text test');
    expect(rows()).toEqual([expect.stringMatching(/^What is said shows here\./)]);
  });

  test('[FLOW-10] closing during a call drops the phone', async () => {
    const tool = await aVoiceTest();
    tool.click('Close the test');
    expect(tool.sent(FlowTestCommand.stop)).toHaveLength(1);
    expect(tool.hand.did.at(-1)).toBe('close');
  });

  test('[FLOW-13] the id of a test is kept in this browser: the next window leads to what was said', async () => {
    localStorage.clear();
    const tool = await aTextTest();
    const { callID } = tool.starts()[0]!;
    tool.click('Close the test');
    tool.click('Test');
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Your last test of this flow' });
    expect(link.getAttribute('href')).toBe(`/seating/aiCall?tab=2&talk=${callID}`);
  });

  test('[FLOW-14] a socket that breaks says so once, and a test by text is over', async () => {
    const tool = await aTextTest();
    tool.drop();
    expect(await screen.findAllByText('Connection failed')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy();
    tool.click('Start');
    expect(await screen.findByText('Connection failed, please wait')).toBeTruthy();
    expect(tool.starts()).toHaveLength(1);
  });

  test('[FLOW-04] offers the values of the flow by their type and sends those that were given', async () => {
    const variables = [
      { attrKey: 'guest', name: 'Guest', valueType: VariableType.text, valueFormat: 0, choices: [] },
      { attrKey: 'day', name: 'Day', valueType: VariableType.date, valueFormat: 0, choices: [] },
      { attrKey: 'at', name: 'At', valueType: VariableType.time, valueFormat: 1, choices: [] },
      { attrKey: 'until', name: 'Until', valueType: VariableType.time, valueFormat: 2, choices: [] },
      { attrKey: 'moment', name: 'Moment', valueType: VariableType.date, valueFormat: 1, choices: [] },
    ];
    const tool = await showTest({ settings: { ...someSettings, variables } });
    tool.tab('Text test');
    tool.click('Who calls, and 5 values');
    expect([screen.getByLabelText<HTMLInputElement>('Day').type, screen.getByLabelText<HTMLInputElement>('At').type]).toEqual(['date', 'time']);
    expect([screen.getAllByText('12-hour clock').length, screen.getAllByText('24-hour clock').length]).toEqual([1, 1]);
    fireEvent.change(screen.getByLabelText('Guest'), { target: { value: 'Lena' } });
    fireEvent.change(screen.getByLabelText('Calling number'), { target: { value: '+52 55-1234 5678' } });
    // As the flow writes it: by the clock of its format, and a moment with its seconds.
    for (const name of ['At', 'Until']) fireEvent.change(screen.getByLabelText(name), { target: { value: '14:30' } });
    expect([screen.getAllByText('2:30 PM').length, screen.getAllByText('14:30').length]).toEqual([1, 1]);
    expect(screen.getByLabelText<HTMLInputElement>('Moment').type).toBe('datetime-local');
    fireEvent.change(screen.getByLabelText('Moment'), { target: { value: '2026-11-16T09:05' } });
    tool.click('Start');
    const params = [{ key: 'guest', value: 'Lena' }, { key: 'at', value: '14:30' }, { key: 'until', value: '14:30' }, { key: 'moment', value: '2026-11-16 09:05:00' }];
    await waitFor(() => expect(tool.starts()).toMatchObject([{ autoFlowID: 8, caller: '+525512345678', callee: '', params, callDirection: TestCallDirection.text }]));
  });

  test('[FLOW-08] a test is of what was saved: nothing is started when it could not be', async () => {
    const tool = await showTest({ isSaved: false });
    tool.tab('Text test');
    tool.click('Start');
    await act(async () => {});
    expect(tool.socket.sent).toEqual([]);
  });
});

describe('by text', () => {
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

  test.each([MessageType.callEnded, MessageType.transferred, MessageType.flowEnded])('[FLOW-07] message %i ends the round', async (last) => {
    const tool = await aTextTest();
    tool.tell(last);
    expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'End' })).toBeNull();
  });

  test('[FLOW-03] people and flow speak on their sides; nodes and details show on demand', async () => {
    const tool = await aTextTest();
    tool.tell(MessageType.userSaid, { text: 'Sales, please' });
    tool.tell(MessageType.askNode, { name: 'Ask' }, { stepId: 'ask' });
    tool.tell(MessageType.latency, { ms: 430 }, { time_ms: 430 });
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
    const again = (message: object) => tool.down({ cmd: FlowTestCommand.start, callID, message: JSON.stringify({ msgType: MessageType.aiSaid, callID, ...message }) });
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
    tool.tell(MessageType.aiSaid, { text: 'New' });
    expect(list.scrollTop).toBe(1_000);
    list.scrollTop = 100;
    tool.tell(MessageType.aiSaid, { text: 'Newer' });
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
    for (const said of ['Help', 'A room']) {
      type(said);
      tool.click('Send');
      tool.tell(MessageType.userSaid, { text: said });
    }
    fireEvent.click(screen.getAllByRole('button', { name: 'Change this and play again from here' })[1]!);
    await waitFor(() => expect(tool.starts().at(-1)!.replay).toEqual([{ actionType: FlowTestAction.sendText, text: 'Help' }]));
    expect(field().value).toBe('A room');
  });
});

describe('by voice', () => {
  test('[FLOW-06] registers, starts a second later, rings, is answered, hung up with a stop, and ends', async () => {
    const tool = await aVoiceTest();
    expect(tool.starts()).toMatchObject([{ callDirection: TestCallDirection.voice, account: 'test-1-7-1-aa' }]);
    expect(screen.getAllByText('In a call')).toHaveLength(2);
    tool.click('Hang up');
    expect(tool.sent(FlowTestCommand.stop)).toHaveLength(1);
    await waitFor(() => expect(tool.hand.did.at(-1)).toBe('hangUp'), { timeout: 3_000 });
    tool.hand.tell({ type: 'ended' });
    expect(screen.getAllByText('Registered')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy();
  });

  test('[FLOW-06] [FLOW-13] while it rings one answers or hangs up; the talk time counts from the answer, second by second', async () => {
    const tool = await showTest();
    tool.click('Start');
    await waitFor(() => expect(tool.hand.did).toHaveLength(1));
    tool.hand.tell({ type: 'registered' });
    await waitFor(() => expect(tool.starts()).toHaveLength(1), { timeout: 3_000 });
    tool.hand.tell({ type: 'incoming' });
    expect(screen.getAllByText('Ringing')).toHaveLength(2);
    expect(['Start', 'Answer', 'Hang up'].map((name) => screen.queryByRole('button', { name }) !== null)).toEqual([false, true, true]);
    vi.useFakeTimers();
    vi.setSystemTime(1_800_000_000_000);
    tool.hand.tell({ type: 'answered' });
    expect(['Start', 'Answer', 'Hang up'].map((name) => screen.queryByRole('button', { name }) !== null)).toEqual([false, false, true]);
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(screen.getByText('00:00:03')).toBeTruthy();
    tool.hand.tell({ type: 'ended' });
    expect(screen.getByText('00:00:00')).toBeTruthy();
  });

  test('[FLOW-06] a socket that closes during a call leaves nobody in it', async () => {
    const tool = await aVoiceTest();
    tool.drop();
    expect(screen.getAllByText('Registered')).toHaveLength(2);
    expect(screen.getByText('00:00:00')).toBeTruthy();
  });

  test('[FLOW-06] whoever starts again within the second after hanging up is not hung up by it', async () => {
    const tool = await aVoiceTest();
    vi.useFakeTimers();
    tool.click('Hang up');
    tool.hand.tell({ type: 'ended' });
    tool.click('Start');
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(tool.starts()).toHaveLength(2);
    tool.hand.tell({ type: 'incoming' });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(tool.hand.did).not.toContain('hangUp');
    expect(screen.getByRole('button', { name: 'Answer' })).toBeTruthy();
  });

  test('[FLOW-06] a window that was open for long takes another phone: the account of the first has run out', async () => {
    const tool = await showTest();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 11 * 60_000);
    tool.click('Start');
    await waitFor(() => expect(tool.hand.did).toEqual(['register test-1-7-1-aa']));
    expect(tool.asked.filter(({ url }) => url.startsWith(flowTestApi.settings.path))).toHaveLength(2);
  });

  test('[FLOW-06] a phone that was lost between two tests is registered anew', async () => {
    const tool = await aVoiceTest();
    tool.hand.tell({ type: 'ended' });
    tool.hand.tell({ type: 'failed', text: 'WebSocket closed' });
    expect(screen.getAllByText('Disconnected')).toHaveLength(2);
    tool.click('Start');
    await waitFor(() => expect(tool.hand.did.filter((did) => did.startsWith('register'))).toHaveLength(2));
  });

  test.each([['refused', /The browser keeps the microphone from us/], ['missing', /No microphone/]] as const)('[FLOW-09] nothing rings for somebody whose microphone is %s', async (answer, warning) => {
    const tool = await showTest();
    tool.hand.phone.openMicrophone = async () => answer;
    tool.click('Start');
    expect(await screen.findByText(warning)).toBeTruthy();
    expect([tool.hand.did, tool.starts()]).toEqual([[], []]);
  });

  test('[FLOW-02] the bar and the status of the agent follow what is heard', async () => {
    const tool = await aVoiceTest();
    const meter = screen.getByRole('meter', { name: 'How loud the agent is' });
    expect(meter.getAttribute('aria-valuenow')).toBe('2');
    tool.hand.sounds(Array<number>(8).fill(120));
    expect(await screen.findByText('Speaking')).toBeTruthy();
    expect(Number(meter.getAttribute('aria-valuenow'))).toBeGreaterThan(50);
    tool.hand.sounds([]);
    await waitFor(() => expect(screen.queryByText('Speaking')).toBeNull());
  });

  test('[FLOW-02] [FLOW-14] charts say latest, high, mean and low, a tenth of a second after it was measured', async () => {
    const tool = await aVoiceTest();
    const chart = within(screen.getByRole('img', { name: 'ASR TTFB, ms' }).closest('figure')!);
    const figures = () => chart.getAllByRole('definition').map(({ textContent }) => textContent);
    vi.useFakeTimers();
    for (const ms of [100, 201]) tool.tell(MessageType.asrTiming, {}, { time_ms: ms });
    for (const ms of [430, 470]) tool.tell(MessageType.latency, {}, { time_ms: ms });
    await act(() => vi.advanceTimersByTimeAsync(99));
    expect(figures()).toEqual(['–', '–', '–', '–']);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(figures()).toEqual(['201', '201', '150.50', '100']);
    expect(screen.getByText('470 · mean 450.00')).toBeTruthy();
  });

  test('[FLOW-09] [FLOW-14] the dial pad keeps digits, sends them, says so, is empty again and closes', async () => {
    const tool = await aVoiceTest();
    tool.click('Keys');
    const keys = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Keys' });
    const pad = within(keys.closest<HTMLElement>('.flow-test-pad')!);
    fireEvent.click(pad.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Please input')).toBeTruthy();
    fireEvent.change(keys, { target: { value: '1a2' } });
    fireEvent.click(pad.getByRole('button', { name: '3' }));
    expect(keys.value).toBe('123');
    fireEvent.click(pad.getByRole('button', { name: 'Send' }));
    expect(tool.hand.did.at(-1)).toBe('keys 123');
    expect(await screen.findByText('Operation succeeded')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Keys' })).toBeNull());
    tool.click('Keys');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Keys' })).value).toBe('');
  });

  test('[FLOW-09] keys without a call warn and stay', async () => {
    const tool = await showTest();
    tool.click('Keys');
    const keys = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Keys' });
    fireEvent.change(keys, { target: { value: '7' } });
    fireEvent.keyDown(keys, { key: 'Enter' });
    expect(await screen.findByText('Voice test not started')).toBeTruthy();
    expect([keys.value, tool.hand.did]).toEqual(['7', []]);
  });

  test('[FLOW-05] when it is over the recording stands at the end of what was said, to hear and to save', async () => {
    const tool = await aVoiceTest();
    tool.tell(MessageType.aiSaid, { text: 'Goodbye.' });
    tool.hand.tell({ type: 'ended' });
    const { callID } = tool.starts()[0]!;
    tool.tell(MessageType.recordingReady, { durationMs: 9_000, bytes: 144_044 }, { msgId: `${callID}-recording`, recordUrl: `/cc/api/flowTest/v1/recording/${callID}` });
    const player = within(await screen.findByRole('group', { name: 'Recording of the test, 0:09' }));
    expect(screen.getByRole('list', { name: 'Conversation' }).lastElementChild!.contains(player.getByRole('button', { name: 'Play' }))).toBe(true);
    fireEvent.click(player.getByRole('button', { name: /Save|Download/ }));
    await waitFor(() => expect(tool.asked.filter(({ url }) => url.startsWith(flowTestApi.recordingTicket.path)).map(({ body }) => body)).toEqual([{ talkId: callID, saves: true }]));
  });

  test('[FLOW-14] an error of the server ends the call and its clock', async () => {
    const tool = await aVoiceTest();
    tool.fails('There is no voice yet.');
    expect(screen.getAllByText('Registered')).toHaveLength(2);
    expect(screen.getByText('00:00:00')).toBeTruthy();
    await waitFor(() => expect(tool.hand.did.at(-1)).toBe('hangUp'));
  });

  test('[FLOW-06] a phone whose way is closed before it registered starts over', async () => {
    const tool = await showTest();
    tool.click('Start');
    await waitFor(() => expect(tool.hand.did).toHaveLength(1));
    tool.hand.tell({ type: 'failed', text: 'WebSocket closed (code: 1006)' });
    expect(await screen.findByText('Connection failed')).toBeTruthy();
    expect(tool.hand.did.at(-1)).toBe('close');
    expect(screen.getAllByText('Disconnected')).toHaveLength(2);
  });

  test('[FLOW-09] the microphone is looked at every second until it may be used; a refusal is told once', async () => {
    let state = 'denied';
    const query = vi.fn<() => Promise<{ state: string }>>(async () => ({ state }));
    vi.stubGlobal('navigator', Object.create(navigator, { permissions: { value: { query } } }));
    const warning = /The browser keeps the microphone from us/;
    await showTest();
    expect(await screen.findAllByText(warning)).toHaveLength(1);
    await waitFor(() => expect(query.mock.calls.length).toBeGreaterThanOrEqual(3), { timeout: 5_000 });
    expect(screen.getAllByText(warning)).toHaveLength(1);
    state = 'granted';
    const asked = query.mock.calls.length;
    await waitFor(() => expect(query.mock.calls.length).toBe(asked + 1), { timeout: 3_000 });
    vi.useFakeTimers();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(query.mock.calls.length).toBe(asked + 1);
  });
});
