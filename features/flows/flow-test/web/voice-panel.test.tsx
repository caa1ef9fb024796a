import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { turn, useTurningClock } from '#platform/web/clock.fixture.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { TestCallDirection } from '#shared/codes/test-call-direction.ts';
import { flowTestApi } from '../contract.ts';
import { HANG_UP_DELAY_MS, MIC_CHECK_MS } from '../core/limits.ts';
import { showTest, someSettings } from './fake-test.fixture.tsx';
import { asBefore, aVoiceTest, started } from './shown-test.fixture.tsx';

afterEach(asBefore);

describe('a test by voice', () => {
  test('[FLOW-06] registers, starts a second later, rings, is answered, hung up with a stop, and ends', async () => {
    const tool = await aVoiceTest();
    expect(tool.starts()).toMatchObject([
      { callDirection: TestCallDirection.voice, account: 'test-1-7-1-aa', token: 'given' },
    ]);
    expect(screen.getAllByText('In a call')).toHaveLength(2);
    useTurningClock();
    tool.click('Hang up');
    expect(tool.sent(FlowTestCommand.stop)).toHaveLength(1);
    await turn(HANG_UP_DELAY_MS);
    expect(tool.hand.did.at(-1)).toBe('hangUp');
    tool.hand.emit({ type: 'ended' });
    expect(screen.getAllByText('Registered')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy();
  });

  test('[FLOW-06] [FLOW-13] while it rings one answers or hangs up; the talk time counts from the answer, second by second', async () => {
    const tool = await showTest();
    tool.click('Start');
    await waitFor(() => expect(tool.hand.did).toHaveLength(1));
    await started(tool);
    tool.hand.emit({ type: 'incoming' });
    expect(screen.getAllByText('Ringing')).toHaveLength(2);
    expect(['Start', 'Answer', 'Hang up'].map((name) => screen.queryByRole('button', { name }) !== null)).toEqual([
      false,
      true,
      true,
    ]);
    vi.useFakeTimers();
    vi.setSystemTime(1_800_000_000_000);
    tool.hand.emit({ type: 'answered' });
    expect(['Start', 'Answer', 'Hang up'].map((name) => screen.queryByRole('button', { name }) !== null)).toEqual([
      false,
      false,
      true,
    ]);
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(screen.getByText('00:00:03')).toBeTruthy();
    tool.hand.emit({ type: 'ended' });
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
    tool.hand.emit({ type: 'ended' });
    tool.click('Start');
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(tool.starts()).toHaveLength(2);
    tool.hand.emit({ type: 'incoming' });
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
    tool.hand.emit({ type: 'ended' });
    tool.hand.emit({ type: 'failed', text: 'WebSocket closed' });
    expect(screen.getAllByText('Disconnected')).toHaveLength(2);
    tool.click('Start');
    await waitFor(() => expect(tool.hand.did.filter((did) => did.startsWith('register'))).toHaveLength(2));
  });

  test.each([
    ['refused', /The browser keeps the microphone from us/],
    ['missing', /No microphone/],
  ] as const)('[FLOW-09] nothing rings for somebody whose microphone is %s', async (answer, warning) => {
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
    for (const ms of [100, 201]) tool.pushMessage(MessageType.asrTiming, {}, { time_ms: ms });
    for (const ms of [430, 470]) tool.pushMessage(MessageType.latency, {}, { time_ms: ms });
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

  test('[FLOW-09] the field keeps 99 digits at most, typed, pasted or pressed', async () => {
    const tool = await aVoiceTest();
    tool.click('Keys');
    const keys = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Keys' });
    const pad = within(keys.closest<HTMLElement>('.flow-test-pad')!);
    fireEvent.change(keys, { target: { value: ` ${'5'.repeat(150)}#` } });
    expect(keys.value).toBe('5'.repeat(99));
    fireEvent.click(pad.getByRole('button', { name: '1' }));
    expect(keys.value).toBe('5'.repeat(99));
    fireEvent.click(pad.getByRole('button', { name: 'Send' }));
    expect(tool.hand.did.at(-1)).toBe(`keys ${'5'.repeat(99)}`);
  });

  test('[FLOW-09] star and hash, which the field does not keep, go after what was typed: nothing is lost', async () => {
    const tool = await aVoiceTest();
    tool.click('Keys');
    let keys = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Keys' });
    fireEvent.change(keys, { target: { value: '12' } });
    fireEvent.click(within(keys.closest<HTMLElement>('.flow-test-pad')!).getByRole('button', { name: '#' }));
    expect(tool.hand.did.at(-1)).toBe('keys 12#');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Keys' })).toBeNull());
    tool.click('Keys');
    keys = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Keys' });
    expect(keys.value).toBe('');
    fireEvent.click(within(keys.closest<HTMLElement>('.flow-test-pad')!).getByRole('button', { name: '*' }));
    expect(tool.hand.did.at(-1)).toBe('keys *');
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
    tool.pushMessage(MessageType.aiSaid, { text: 'Goodbye.' });
    tool.hand.emit({ type: 'ended' });
    const { callID } = tool.starts()[0]!;
    tool.pushMessage(
      MessageType.recordingReady,
      { durationMs: 9_000, bytes: 144_044 },
      { msgId: `${callID}-recording`, recordUrl: `/cc/api/flowTest/v1/recording/${callID}` },
    );
    const player = within(await screen.findByRole('group', { name: 'Recording of the test, 0:09' }));
    expect(
      screen
        .getByRole('list', { name: 'Conversation' })
        .lastElementChild!.contains(player.getByRole('button', { name: 'Play' })),
    ).toBe(true);
    fireEvent.click(player.getByRole('button', { name: /Save|Download/ }));
    await waitFor(() =>
      expect(
        tool.asked.filter(({ url }) => url.startsWith(flowTestApi.recordingTicket.path)).map(({ body }) => body),
      ).toEqual([{ talkId: callID, saves: true }]),
    );
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
    tool.hand.emit({ type: 'failed', text: 'WebSocket closed (code: 1006)' });
    expect(await screen.findByText('Connection failed')).toBeTruthy();
    expect(tool.hand.did.at(-1)).toBe('close');
    expect(screen.getAllByText('Disconnected')).toHaveLength(2);
  });

  test('[FLOW-06] a phone that fails in another way says how, leaves nothing waiting, and can be started again', async () => {
    const tool = await showTest();
    tool.click('Start');
    await waitFor(() => expect(tool.hand.did).toHaveLength(1));
    tool.hand.emit({ type: 'failed', text: 'Registration refused (403)' });
    expect(
      await screen.findByText('The test phone failed (Registration refused (403)). Start the test again.'),
    ).toBeTruthy();
    expect(screen.getAllByText('Disconnected')).toHaveLength(2);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start' }).disabled).toBe(false);
    tool.click('Start');
    await waitFor(() => expect(tool.hand.did.filter((did) => did.startsWith('register'))).toHaveLength(2));
  });

  test('[FLOW-06] a phone that has trouble during a call says so; the call goes on and can be hung up', async () => {
    const tool = await aVoiceTest();
    tool.hand.emit({ type: 'failed', text: 'The tone was not sent.' });
    expect(await screen.findByText(/^The test phone has trouble \(The tone was not sent\.\)/)).toBeTruthy();
    expect(screen.getAllByText('In a call')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Hang up' })).toBeTruthy();
  });

  test('[FLOW-13] the phone is made with its account, address and sounds; the token goes with the start', async () => {
    const tool = await showTest();
    const made: object[] = [];
    tool.hand.phone.register = (options) => void made.push(options);
    tool.click('Start');
    await waitFor(() =>
      expect(made).toEqual([
        {
          url: someSettings.fsRegisterAddr,
          domain: someSettings.domain,
          number: someSettings.account,
          ha1: someSettings.md5Pwd,
          iceServers: [],
          audioDirectory: 'tones/rising',
        },
      ]),
    );
    await started(tool);
    expect(tool.starts()).toMatchObject([{ account: someSettings.account, token: someSettings.platformToken }]);
    expect(someSettings.expires).toBe(300);
  });

  test('[FLOW-09] the microphone is looked at every second until it may be used; a refusal is told once', async () => {
    let state = 'denied';
    const query = vi.fn<() => Promise<{ state: string }>>(async () => ({ state }));
    vi.stubGlobal('navigator', Object.create(navigator, { permissions: { value: { query } } }));
    const warning = /The browser keeps the microphone from us/;
    useTurningClock();
    await showTest();
    expect(await screen.findAllByText(warning)).toHaveLength(1);
    await turn(2 * MIC_CHECK_MS);
    expect(query.mock.calls.length).toBeGreaterThanOrEqual(3);
    expect(screen.getAllByText(warning)).toHaveLength(1);
    state = 'granted';
    const asked = query.mock.calls.length;
    await turn(MIC_CHECK_MS);
    expect(query.mock.calls.length).toBe(asked + 1);
    await turn(5 * MIC_CHECK_MS);
    expect(query.mock.calls.length).toBe(asked + 1);
  });
});
