import { describe, expect, test, vi } from 'vitest';
import { dialerCode } from '#core/phone/phone-codes.ts';
import type { DialOrder } from '#core/phone/phone.ts';
import { AGENT_CHANGED } from '#features/team/agents/contract.ts';
import { CALL_WARNED, CALLS_CHANGED, type LiveCall } from '#features/voice/calls/contract.ts';
import { STATUS_CHANGED } from '#features/team/agent-status/contract.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { ToneFlag } from '#shared/codes/tone-flag.ts';
import { Failure } from '#shared/failure.ts';
import { FakeSocket } from '#test/fake-socket.ts';
import { deskStage } from './desk-stage.fixture.ts';
import { aDesk, aLiveCall, anAgent, SERVER_MS, settle } from './desk.fixture.ts';
import type { PhoneDesk } from './phone-desk.ts';

const stage = deskStage();

const order = (part: Partial<DialOrder> = {}): DialOrder => ({
  number: '5550100',
  countryCode: '52',
  routerId: 3,
  displayNumber: { id: 4, number: '8005' },
  micOpen: true,
  ...part,
});
const arrival = {
  [CallHeader.callId]: 'call-1',
  [CallHeader.customerNumber]: '5550100',
  [CallHeader.groupName]: encodeURIComponent('Línea norte'),
};
const callOf = (desk: PhoneDesk) => desk.view().phone.call;

describe('the account', () => {
  test('[PHONE-22] the sip info is asked with the agent and this device, its account connects, and a cookie holds the number', async () => {
    stage.server.state.sipInfo = ((given) => () => ({ ...given(), autoAnswerEnable: true, callMonitorInterval: 9 }))(
      stage.server.state.sipInfo,
    );
    const { desk, line } = await stage.ready();
    expect(stage.server.bodies('agent/v1/sipInfo')).toEqual([
      { agentName: 'ana@example.test', deviceUniqueIdentification: 'device-1', takeOver: false },
    ]);
    expect(line.account).toMatchObject({
      url: 'wss://phones.test/sip',
      number: '8001',
      ha1: 'f'.repeat(32),
      reportEverySec: 9,
    });
    expect(document.cookie).toContain('sipNum=8001');
    expect(desk.view().phone.link.at).toBe('ready');
    expect(desk.view().phone.rules).toMatchObject({
      autoAnswer: true,
      reportEverySec: 9,
      maxCallSec: 3_600,
      maxHoldSec: 300,
    });
    deliverEvent(AGENT_CHANGED, { autoAnswerEnable: false });
    await settle();
    expect(desk.view().phone.rules.autoAnswer).toBe(false);
  });

  test('[SEC-04] 407 and 408 become the tip of the phone, in the server’s words, and no line is opened', async () => {
    stage.server.state.refuse['/cc/api/agent/v1/sipInfo'] = 'phoneAgentDisabled';
    const { desk, line } = await stage.ready();
    expect(desk.view().phone.account).toEqual({ is: 'refused', code: 408, tip: 'said: phoneAgentDisabled' });
    expect(line.all('start')).toEqual([]);
    expect(stage.toasts).toEqual([]);
    expect(desk.view().agent?.status).toBe(AgentStatus.available);
  });

  test('[SEC-04] 411 warns and leaves no softphone', async () => {
    stage.server.state.refuse['/cc/api/agent/v1/sipInfo'] = 'phoneSeatUnavailable';
    const { desk } = await stage.ready();
    expect(desk.view().phone.account).toEqual({ is: 'none' });
    expect(stage.toasts).toMatchObject([{ tone: 'warning', text: 'said: phoneSeatUnavailable' }]);
  });

  test('[SEC-04] a phone in use elsewhere is taken over when the agent says so', async () => {
    stage.server.state.refuse['/cc/api/agent/v1/sipInfo'] = 'phoneInUseElsewhere';
    const { desk, line } = await stage.ready();
    expect(desk.view().phone.account).toMatchObject({ is: 'refused', code: 409 });
    stage.server.state.refuse = {};
    desk.takeOver();
    await settle();
    expect(stage.server.bodies('agent/v1/sipInfo').at(-1)).toMatchObject({ takeOver: true });
    expect(line.all('start')).toHaveLength(1);
    expect(desk.view().phone.link.at).toBe('ready');
  });

  test('another device takes the phone: this page lets go of it and says where it is', async () => {
    const { desk, line } = await stage.ready();
    deliverEvent('agents.phoneTakenOver', { deviceUniqueIdentification: 'device-1' });
    await settle();
    expect(desk.view().phone.link.at).toBe('ready');
    deliverEvent('agents.phoneTakenOver', { deviceUniqueIdentification: 'another' });
    await settle();
    expect(desk.view().phone.account).toMatchObject({ is: 'refused', code: 409 });
    expect(line.all('stop')).toHaveLength(1);
    expect(FakeSocket.all.at(-1)!.readyState).not.toBe(1);
  });

  test('[CALL-08] a server that cannot be reached is asked again', async () => {
    stage.server.state.refuse['/cc/api/agent/v1/sipInfo'] = 'down';
    const { desk, line } = await stage.ready();
    expect(desk.view().phone.link.at).toBe('error');
    stage.server.state.refuse = {};
    await vi.advanceTimersByTimeAsync(4_000);
    expect(line.all('start')).toHaveLength(1);
    expect(desk.view().phone.link.at).toBe('ready');
  });
});

describe('calls', () => {
  test('[CALL-01] an outgoing call carries its choices, opens the workbench when answered, and leaves nothing behind', async () => {
    const { desk, line, tones, went } = await stage.ready();
    desk.press({ type: 'dialPressed', order: order() });
    const [, outgoing, target, headers] = line.all('call')[0]!;
    expect(target).toBe('sip:5550100@phones.test');
    expect(headers).toMatchObject({
      [CallHeader.routerId]: '3',
      [CallHeader.outCallerNumber]: '8005',
      [CallHeader.ccAgent]: 'agent-7',
      [CallHeader.ccToken]: 'token-7',
      // [CALL-17] The node of the agent, by its id.
      [CallHeader.asmIp]: 'node-1',
      [CallHeader.asmPort]: '443',
    });
    line.emit({ type: 'placed', session: String(outgoing) });
    line.emit({ type: 'progress', session: String(outgoing), status: 180 });
    expect(tones.at(-1)).toBe(`play ${ToneFlag.ringOut}`);
    expect(went).toEqual([]);
    line.emit({ type: 'answered', session: String(outgoing) });
    await settle();
    expect(went).toEqual(['/workBench']);
    expect(callOf(desk)).toMatchObject({ at: 'talking', sinceMs: SERVER_MS });
    desk.press({ type: 'hangUpPressed' });
    await settle();
    expect(line.all('hangUp')).toEqual([['hangUp', outgoing]]);
    expect(callOf(desk)).toBeNull();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(dialerCode(desk.view().phone)).toBe(4);
  });

  test('[CALL-01] a call of a task opens the workbench on the call; without a workbench nothing is opened', async () => {
    const withPage = await stage.ready();
    withPage.desk.press({ type: 'dialPressed', order: order({ task: { taskId: 't', customerId: 'c' } }) });
    withPage.line.emit({ type: 'answered', session: 'out-1' });
    expect(withPage.went).toEqual(['/workBench?tabIndex=call']);
    const without = await stage.ready({ hasPage: () => false });
    without.desk.press({ type: 'dialPressed', order: order() });
    without.line.emit({ type: 'answered', session: 'out-1' });
    expect(without.went).toEqual([]);
  });

  test('[SHELL-04] a call of a campaign is answered without a hand, and opens on the call with the name of its task', async () => {
    const { desk, line, tones, went } = await stage.ready();
    line.ring('in-1', {
      ...arrival,
      [CallHeader.direction]: 'outbound',
      [CallHeader.answersItself]: '1',
      [CallHeader.taskName]: encodeURIComponent('Renovación'),
    });
    await settle();
    expect(line.all('answer')).toHaveLength(1);
    line.emit({ type: 'answered', session: 'in-1' });
    await settle();
    expect(callOf(desk)).toMatchObject({ at: 'talking', callId: 'call-1', groupName: 'Renovación', fromTask: true });
    expect(went.at(-1)).toContain('tabIndex=call');
    for (const tone of [ToneFlag.ringIn, ToneFlag.inConnected])
      expect(tones, 'the exchange tells by a tone of its own').not.toContain(`play ${tone}`);
  });

  test('[CALL-02] an incoming call rings, is noticed outside the page, and is answered', async () => {
    const { desk, line, tones, notices } = await stage.ready();
    line.ring('in-1', arrival);
    await settle();
    expect(callOf(desk)).toMatchObject({
      at: 'incoming',
      number: '5550100',
      groupName: 'Línea norte',
      callId: 'call-1',
    });
    expect(notices).toEqual(['5550100 · Línea norte']);
    expect(tones.at(-1)).toBe(`play ${ToneFlag.ringIn}`);
    desk.press({ type: 'answerPressed' });
    expect(line.all('answer')).toEqual([['answer', 'in-1']]);
    line.emit({ type: 'answered', session: 'in-1' });
    expect(notices.at(-1)).toBe('cleared');
    expect(tones.slice(-2)).toEqual([`stop ${ToneFlag.ringIn}`, `play ${ToneFlag.inConnected}`]);
  });

  test('a call that is quicker than the news of being available is not turned away', async () => {
    stage.server.state.agent = anAgent({
      status: AgentStatus.available,
      wrapUp: {
        callId: 'old',
        startTime: '2026-11-15 08:59:00',
        endTime: '2026-11-15 09:05:00',
        latestEndTime: '2026-11-15 09:10:00',
      },
    });
    const { desk, line } = await stage.ready();
    stage.server.state.agent = anAgent();
    line.ring('in-1', arrival);
    await settle();
    expect(callOf(desk)?.at).toBe('incoming');
    expect(line.all('decline')).toEqual([]);
  });

  test('[CALL-04] who is on break gets no call, and page and server are brought to agree', async () => {
    stage.server.state.agent = anAgent({ status: AgentStatus.onBreak });
    const { desk, line } = await stage.ready();
    line.ring('in-1', arrival);
    await settle();
    expect(line.all('decline')).toEqual([['decline', 'in-1', 480]]);
    expect(callOf(desk)).toBeNull();
  });

  test('a caller who gives up while the server is asked leaves nothing behind', async () => {
    stage.server.state.agent = anAgent({ status: AgentStatus.onBreak });
    const { desk, line } = await stage.ready();
    stage.server.state.agent = anAgent({ eventId: 2 });
    line.ring('in-1', arrival);
    line.end('in-1', 'them', 487);
    await settle();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(callOf(desk)).toBeNull();
  });

  test('[STATUS-06] a call nobody answers puts the agent on break and shows the idle dialog', async () => {
    const { desk, line } = await stage.ready();
    line.ring('in-1', arrival);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(line.all('decline')).toEqual([['decline', 'in-1', 408]]);
    expect(shellDialogs.current()).toEqual({ kind: 'idle' });
    expect(stage.server.bodies('agentStatus/v1/event').at(-1)).toMatchObject({
      sipNumber: '8001',
      status: AgentStatus.onBreak,
      eventType: 1,
    });
    expect(desk.view().agent?.status).toBe(AgentStatus.onBreak);
  });

  test('[CALL-06] a call placed while the phone starts waits for it; one whose phone fails is given up', async () => {
    const made = aDesk();
    made.prepared.push((line) => (line.isWilling = false));
    const desk = made.open();
    stage.stops.push(desk.stop);
    await settle();
    desk.press({ type: 'dialPressed', order: order() });
    expect(made.line().all('call')).toEqual([]);
    made.line().isWilling = true;
    made.line().emit({ type: 'connected' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(made.line().all('call')).toHaveLength(1);
  });

  test('[CALL-08] a registration refused with 403 is told; a lost connection is made again', async () => {
    const { desk, line } = await stage.ready();
    line.emit({ type: 'disconnected', failed: false });
    await settle();
    expect(line.all('start')).toHaveLength(2);
    expect(stage.toasts.map(({ text }) => text)).toContain('The connection was lost. Reconnecting…');
    line.emit({ type: 'registrationFailed', status: 403 });
    await settle();
    expect(desk.view().phone.link.at).toBe('refused');
    expect(stage.toasts.at(-1)).toMatchObject({ tone: 'warning', text: expect.stringContaining('failed to register') });
  });

  test('[CALL-21] what fails is logged, told, and leaves the phone usable', async () => {
    const { desk, line, logged } = await stage.ready();
    desk.press({ type: 'dialPressed', order: order() });
    line.emit({ type: 'error', which: 'call', session: 'out-1', detail: '' });
    line.end('out-1', 'us', null);
    await settle();
    expect(callOf(desk)).toBeNull();
    expect(logged).toContain('callError');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(dialerCode(desk.view().phone)).toBe(4);
    line.ring('in-1', arrival);
    desk.press({ type: 'answerPressed' });
    line.emit({ type: 'error', which: 'microphone', session: 'in-1', detail: 'NotAllowedError' });
    await settle();
    expect(shellDialogs.current()).toEqual({ kind: 'permission', blocked: 'microphone' });
    line.emit({ type: 'error', which: 'speaker', session: null, detail: '' });
    expect(stage.toasts.at(-1)?.tone).toBe('warning');
  });

  test('[CALL-11] hold and resume are the server’s, and a refusal takes the button back', async () => {
    const { desk, line } = await stage.ready();
    line.ring('in-1', arrival);
    desk.press({ type: 'answerPressed' });
    line.emit({ type: 'answered', session: 'in-1' });
    stage.server.state.calls = [
      aLiveCall({ held: 'customer', holdSinceMs: SERVER_MS, holdEndsMs: SERVER_MS + 300_000 }),
    ];
    desk.press({ type: 'holdPressed' });
    await settle();
    expect(stage.server.bodies('calls/v1/hold')).toEqual([{ callId: 'call-1' }]);
    expect(callOf(desk)?.hold).toMatchObject({ at: 'held', endsMs: SERVER_MS + 300_000 });
    expect(desk.view().calls).toHaveLength(1);
    stage.server.state.refuse['/cc/api/calls/v1/unhold'] = 'unexpected';
    desk.press({ type: 'unholdPressed' });
    await settle();
    expect(callOf(desk)?.hold.at).toBe('held');
    expect(stage.toasts.at(-1)?.tone).toBe('warning');
    deliverEvent(CALL_WARNED, { callId: 'call-1', what: 'holdLimit' });
    await settle();
    expect(callOf(desk)?.hold.at).toBe('none');
  });

  test('[CALL-09] an agent is told who begins to listen, how, and when they leave', async () => {
    const { desk, line } = await stage.ready();
    line.ring('in-1', arrival);
    desk.press({ type: 'answerPressed' });
    line.emit({ type: 'answered', session: 'in-1' });
    const listeners = async (...monitoredBy: LiveCall['monitoredBy']) => {
      deliverEvent(CALLS_CHANGED, { calls: [aLiveCall({ monitoredBy })] });
      await settle();
      return stage.toasts.at(-1)?.text;
    };
    await listeners();
    const quiet = stage.toasts.length;
    expect(await listeners({ name: 'Sofia', mode: 'listen' })).toBe('Sofia is listening to this call.');
    expect(await listeners({ name: 'Sofia', mode: 'barge' })).toContain('Sofia joined this call.');
    expect(await listeners()).toBe('Sofia is no longer in your call.');
    expect(stage.toasts).toHaveLength(quiet + 3);
  });

  test('[CALL-11] who was called by a colleague lets them wait with the phone, and the server’s news do not take it back', async () => {
    const { desk, line } = await stage.ready();
    line.ring('in-1', arrival);
    desk.press({ type: 'answerPressed' });
    line.emit({ type: 'answered', session: 'in-1' });
    const news = () =>
      deliverEvent(CALLS_CHANGED, { calls: [aLiveCall({ role: 'colleague', direction: 'internal' })] });
    news();
    desk.press({ type: 'holdPressed' });
    await settle();
    expect([line.all('hold').length, stage.server.bodies('calls/v1/hold')]).toEqual([1, []]);
    line.emit({ type: 'held', session: 'in-1', on: true });
    news();
    await settle();
    expect(callOf(desk)?.hold.at).toBe('held');
  });

  test('[CALL-10] an outgoing call learns its name and its limit from the server, by the page’s own clock', async () => {
    stage.server.state.sipInfo = ((given) => () => ({ ...given(), utcDate: '2026-11-15 09:01:00' }))(
      stage.server.state.sipInfo,
    );
    const { desk, line } = await stage.ready();
    expect(desk.view().clockOffsetMs).toBe(60_000);
    desk.press({ type: 'dialPressed', order: order() });
    line.emit({ type: 'answered', session: 'out-1' });
    deliverEvent(CALLS_CHANGED, {
      calls: [aLiveCall({ callId: 'call-9', direction: 'outbound', callEndsMs: SERVER_MS + 60_000 + 90_000 })],
    });
    await settle();
    expect(callOf(desk)).toMatchObject({ callId: 'call-9', limitEndsMs: SERVER_MS + 90_000 });
    await vi.advanceTimersByTimeAsync(90_000);
    expect(line.all('hangUp')).toHaveLength(1);
    expect(stage.toasts.at(-1)?.text).toContain('time limit');
  });

  test('[CALL-14] the quality of a call is shown while it lasts and reported under its name', async () => {
    const { desk, line } = await stage.ready();
    line.ring('in-1', arrival);
    desk.press({ type: 'answerPressed' });
    line.emit({ type: 'answered', session: 'in-1' });
    line.emit({
      type: 'statistics',
      session: 'in-1',
      statistics: {
        atMs: 0,
        mos: 4.3,
        remoteMos: null,
        bars: 4,
        roundTripMs: 20,
        jitterMs: 1,
        lossPercent: 0,
        packetsReceived: 1,
        packetsSent: 1,
      },
    });
    await vi.advanceTimersByTimeAsync(6_000);
    line.ring('in-2', { [CallHeader.callId]: 'call-2' });
    await settle();
    expect(line.all('decline')).toEqual([['decline', 'in-2', 486]]);
    expect(desk.view().quality).toEqual({ mos: 4.3, bars: 4 });
    line.emit({ type: 'soundLost', session: 'in-1' });
    await settle();
    expect(callOf(desk)?.soundLost).toBe(true);
    line.emit({ type: 'soundBack', session: 'in-1' });
    line.emit({
      type: 'quality',
      session: 'in-1',
      quality: { interval: 5, localIPSet: ['10.0.0.1'], remoteIPSet: [], mos: 4.3, webRtcReports: [] },
    });
    line.end('in-1', 'them', null);
    await settle();
    expect(stage.server.bodies('calls/v1/quality')).toEqual([
      { callId: 'call-1', interval: 5, localIPSet: ['10.0.0.1'], remoteIPSet: [], mos: 4.3, webRtcReports: [] },
    ]);
    expect(desk.view().quality).toBeNull();
  });

  test('[CALL-14] ten poor seconds of a call are warned of, one good second takes the warning away', async () => {
    const { desk, line } = await stage.ready();
    const sounds = (session: string, atSec: number, mos: number, remoteMos: number | null) =>
      line.emit({
        type: 'statistics',
        session,
        statistics: {
          atMs: atSec * 1_000,
          mos,
          remoteMos,
          bars: 2,
          roundTripMs: 20,
          jitterMs: 1,
          lossPercent: 0,
          packetsReceived: 1,
          packetsSent: 1,
        },
      });
    line.ring('in-1', arrival);
    desk.press({ type: 'answerPressed' });
    line.emit({ type: 'answered', session: 'in-1' });
    await settle();
    for (let sec = 0; sec < 10; sec += 1) sounds('in-1', sec, 2, 4.4);
    await settle();
    expect(desk.view().quality).toEqual({ mos: 2, bars: 2 });
    sounds('in-1', 10, 2, 4.4);
    await settle();
    expect(desk.view().quality).toEqual({ mos: 2, bars: 2, poor: 'theirs' });
    sounds('in-1', 11, 4, 4.4);
    await settle();
    expect(desk.view().quality).toEqual({ mos: 4, bars: 2 });
    for (let sec = 12; sec < 23; sec += 1) sounds('in-1', sec, 4, 2);
    await settle();
    expect(desk.view().quality?.poor).toBe('ours');
  });

  test('[PHONE-20] who calls is shown by name; a lookup that says the session is over ends the call and the session', async () => {
    const { desk, line } = await stage.ready({ nameOf: async () => 'Lucía Prado' });
    line.ring('in-1', arrival);
    await settle();
    expect(callOf(desk)?.customerName).toBe('Lucía Prado');
    const departed = vi.spyOn(departure, 'go').mockImplementation(() => {});
    const other = await stage.ready({ nameOf: () => Promise.reject(new Failure('signedOut')) });
    other.line.ring('in-1', arrival);
    await settle();
    expect(callOf(other.desk)).toBeNull();
    expect(other.line.all('hangUp')).toHaveLength(1);
    expect(departed).toHaveBeenCalledWith('/login?reason=signedOut');
    departed.mockRestore();
  });

  test.each([
    'tokenExpired',
    'accountDisabled',
    'signedOut',
    'tenantDisabled',
    'signedInElsewhere',
    'notAllowed',
  ] as const)('[SEC-03] a lookup refused with %s hangs up, leaves the phone and ends the session', async (name) => {
    const departed = vi.spyOn(departure, 'go').mockImplementation(() => {});
    const { desk, line } = await stage.ready({ nameOf: () => Promise.reject(new Failure(name)) });
    line.ring('in-1', arrival);
    await settle();
    expect(callOf(desk)).toBeNull();
    expect(line.all('hangUp')).toHaveLength(1);
    expect(departed).toHaveBeenCalledTimes(1);
    departed.mockRestore();
  });

  test('[SEC-03] a lookup that fails for another reason leaves the caller without a name, and the call goes on', async () => {
    const { desk, line } = await stage.ready({ nameOf: () => Promise.reject(new Failure('unavailable')) });
    line.ring('in-1', arrival);
    await settle();
    expect(callOf(desk)).toMatchObject({ at: 'incoming', customerName: null });
  });

  test('mute, keys and the news of the board reach the line and the view', async () => {
    const { desk, line } = await stage.ready();
    line.ring('in-1', arrival);
    desk.press({ type: 'answerPressed' });
    line.emit({ type: 'answered', session: 'in-1' });
    desk.press({ type: 'mutePressed' });
    desk.press({ type: 'keysPressed', keys: '1#' });
    await vi.advanceTimersByTimeAsync(500);
    expect(line.all('mute')).toEqual([['mute', 'in-1', true]]);
    expect(line.all('sendTone')).toEqual([
      ['sendTone', 'in-1', '1'],
      ['sendTone', 'in-1', '#'],
    ]);
    deliverEvent(STATUS_CHANGED, anAgent({ eventId: 5, call: { callId: 'call-1', at: 'talking' } }));
    await settle();
    expect(desk.view().agent?.call?.callId).toBe('call-1');
  });
});
