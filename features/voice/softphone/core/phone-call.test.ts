import { describe, expect, test } from 'vitest';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import { MonitorAction } from '#shared/codes/monitor-action.ts';
import { ToneFlag } from '#shared/codes/tone-flag.ts';
import { rejectionCodes, sipStatusOf } from '#shared/call-rejection.ts';
import { failureOfCode, failures } from '#shared/errors.ts';
import { callStateText } from '#core/phone/phone-codes.ts';
import { callTimes } from '#core/phone/call-clock.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import { anArrival, anOrder, aServerCall, readyPhone, talkingPhone, type PhonePlayer } from './phone-player.fixture.ts';

const dial = { type: 'dialPressed', order: anOrder() } as const;
const arrive = { type: 'callArrived', arrival: anArrival() } as const;
const tones = (player: PhonePlayer) =>
  player.asked.flatMap((effect) =>
    effect.type === 'playTone' ? [effect.tone] : effect.type === 'stopTone' ? [-effect.tone] : [],
  );

describe('an outbound call', () => {
  test('[CALL-01] [CALL-03] rings, is answered, opens the workbench, and ends', () => {
    const player = readyPhone().send(dial);
    expect(player.only('placeCall')).toMatchObject([{ session: 'out-1', target: 'sip:5512345678@cc.example' }]);
    expect(player.codes).toEqual([8, 0]);
    const session = 'out-1';
    player.send({ type: 'callCreated', session }, { type: 'rang', session });
    expect([player.codes, callStateText(player.phone)]).toEqual([[8, 0], 6]);
    player.send({ type: 'answered', session });
    expect([player.codes, player.only('openWorkbench')]).toEqual([
      [2, 2],
      [{ type: 'openWorkbench', tab: 'overview' }],
    ]);
    player
      .pass(7_000)
      .send(
        { type: 'serverSaid', call: aServerCall({ callId: 'call-9', direction: 'outbound' }) },
        { type: 'ended', session, by: 'them', status: null },
      );
    expect([player.codes, callStateText(player.phone)]).toEqual([[4, 5], 5]);
    expect(player.pass(1_000).codes).toEqual([4, 4]);
    expect(player.library.slice(4)).toEqual([
      'ready',
      'calling out',
      'calling created',
      'talking',
      'call end',
      'ready',
    ]);
    expect(player.only('reportQuality')).toEqual([{ type: 'reportQuality', session, callId: 'call-9' }]);
    expect(tones(player)).toEqual([
      ToneFlag.outRouting,
      -ToneFlag.outRouting,
      ToneFlag.ringOut,
      -ToneFlag.ringOut,
      ToneFlag.outConnected,
      ToneFlag.hangup,
    ]);
  });

  test('[CALL-01] hanging up resets the timer, the hold and the name', () => {
    const player = talkingPhone('outbound').send(
      { type: 'customerNamed', session: 'out-1', name: 'María López' },
      { type: 'holdPressed' },
      { type: 'held', session: 'out-1' },
    );
    expect(player.phone.call).toMatchObject({ customerName: 'María López', hold: { at: 'held' } });
    player.send({ type: 'hangUpPressed' }, { type: 'ended', session: 'out-1', by: 'us', status: null });
    expect(player.phone.call).toBeNull();
    expect(callTimes(player.phone, player.nowMs)).toEqual({
      talkedMs: null,
      heldMs: null,
      callLeft: null,
      holdLeft: null,
    });
    player.send(dial);
    expect(player.phone.call).toMatchObject({ customerName: null, sinceMs: null, hold: { at: 'none' } });
  });

  test('[PHONE-21] the other side’s own sound is 6, and silences our ringing', () => {
    const player = readyPhone().send(
      dial,
      { type: 'rang', session: 'out-1' },
      { type: 'earlyMediaCame', session: 'out-1' },
      { type: 'rang', session: 'out-1' },
    );
    expect([player.codes, callStateText(player.phone)]).toEqual([[8, 6], 6]);
    expect(tones(player).at(-1)).toBe(-ToneFlag.ringOut);
    player.take();
    expect(player.send(dial).warned).toEqual(['sip.inCall']);
  });

  test.each([
    [486, 3],
    [603, 3],
    [403, 3],
    [480, 5],
    [404, 5],
    [487, 5],
  ])('[PHONE-21] ended with %i, the window reads text %i', (status, text) => {
    expect(callStateText(readyPhone().send(dial, { type: 'ended', session: 'out-1', by: 'them', status }).phone)).toBe(
      text,
    );
  });

  const ours = [failures.colleagueAway.code, failures.colleagueBusy.code, failures.serverDraining.code];
  test.each([...rejectionCodes, ...ours])('[CALL-16] refusal %i is told in its own words', (code) => {
    const player = readyPhone().send(dial, { type: 'ended', session: 'out-1', by: 'them', status: sipStatusOf(code) });
    expect(player.phone.refused).toMatchObject({ order: dial.order, why: `error.${failureOfCode(code)}` });
    expect(player.warned, 'it stays, and is no message that goes by itself').toEqual([]);
    expect(player.only('callOver')).toMatchObject([{ reason: 'peer reject', talkedMs: 0 }]);
  });

  test.each([
    [486, 'notice.refusedBusy'],
    [603, 'notice.refusedDeclined'],
    [408, 'notice.refusedNoAnswer'],
    [404, 'notice.refusedUnreachable'],
    [500, 'notice.refusedFailed'],
  ])('[CALL-16] a call that ends with %i says %s until it is read or there is another call', (status, why) => {
    const ended = { type: 'ended', session: 'out-1', by: 'them', status } as const;
    const player = readyPhone().send(dial, ended).pass(60_000);
    expect(player.phone.refused).toMatchObject({ why, mayRetry: true });
    expect(player.send({ type: 'refusalRead' }).phone.refused).toBeNull();
    const again = readyPhone().send(dial, ended);
    expect(again.send({ type: 'dialPressed', order: again.phone.refused!.order }).phone).toMatchObject({
      refused: null,
      call: { number: dial.order.number },
    });
  });

  test('[CALL-16] who gives up, or talked, is refused nothing; what another try does not change is not offered again', () => {
    const gaveUp = readyPhone().send(dial, { type: 'hangUpPressed' });
    expect(gaveUp.send({ type: 'ended', session: 'out-1', by: 'them', status: 487 }).phone.refused).toBeNull();
    const talked = readyPhone().send(dial, { type: 'answered', session: 'out-1' });
    expect(talked.send({ type: 'ended', session: 'out-1', by: 'them', status: null }).phone.refused).toBeNull();
    const listed = sipStatusOf(failures.numberBlacklisted.code);
    const never = readyPhone().send(dial, { type: 'ended', session: 'out-1', by: 'them', status: listed });
    expect(never.phone.refused?.mayRetry).toBe(false);
  });

  test('[CALL-21] a call that could not be placed leaves the phone ready; without a microphone the guide opens', () => {
    const player = readyPhone().send(dial, { type: 'placeFailed', session: 'out-1' });
    expect([player.warned, player.pass(1_000).codes]).toEqual([['notice.callNotPlaced'], [4, 4]]);
    expect(player.only('log')).toEqual([{ type: 'log', what: 'placeFailed' }]);
    expect(
      readyPhone().send(dial, { type: 'placeFailed', session: 'out-1', isDevice: true }).only('showGuide'),
    ).toHaveLength(1);
  });

  test('an answer that crosses the hang-up is hung up as well', () => {
    const player = readyPhone().send(dial, { type: 'hangUpPressed' });
    player.take();
    expect(player.send({ type: 'answered', session: 'out-1' }).take()).toEqual([{ type: 'hangUp', session: 'out-1' }]);
    expect(player.phone.call?.at).toBe('ending');
  });

  test('[CALL-06] dialled while not ready: kept for the phone when retries are configured, else refused', () => {
    const away = (retries: number) => readyPhone({ retries }).send({ type: 'connectionLost' }, dial);
    expect(away(0).warned).toContain('sip.dialerInitialization');
    expect(away(0).phone.next).toBeNull();
    const player = away(1);
    // [PHONE-13] Whose call waits is told the same: nothing rings yet.
    expect(player.warned).toEqual(['notice.networkReconnecting', 'sip.dialerInitialization']);
    player.pass(0).send({ type: 'connected' }, { type: 'registered' });
    expect(player.only('placeCall')).toEqual([]);
    expect(player.pass(1_000).only('placeCall')).toHaveLength(1);
  });

  test('[CALL-06] a kept call is given up when the phone fails too often, and by hanging up', () => {
    const player = readyPhone({ retries: 1 }).send({ type: 'connectionLost' }, dial);
    for (let tries = 0; tries < 3; tries += 1) player.pass(4_000).send({ type: 'connectFailed' });
    expect([player.phone.next, player.warned.includes('notice.callNotPlaced')]).toEqual([null, true]);
    expect(
      readyPhone({ retries: 1 }).send({ type: 'connectionLost' }, dial, { type: 'hangUpPressed' }).phone.next,
    ).toBeNull();
  });

  test('[CALL-06] a phone that breaks again meanwhile starts the wait anew; a call dialled by hand takes the place of the kept one', () => {
    const back = () =>
      readyPhone({ retries: 1 })
        .send({ type: 'connectionLost' }, dial)
        .pass(0)
        .send({ type: 'connected' }, { type: 'registered' });
    const broken = back()
      .pass(900)
      .send({ type: 'connectionLost' })
      .pass(0)
      .send({ type: 'connected' }, { type: 'registered' });
    expect(broken.pass(999).only('placeCall')).toEqual([]);
    expect(broken.pass(1).only('placeCall')).toHaveLength(1);
    const byHand = back().send(dial);
    byHand.take();
    expect([byHand.pass(5_000).take(), byHand.phone.next]).toEqual([[], null]);
  });

  test('[PHONE-21] each end is shown for its own second', () => {
    const player = readyPhone()
      .send(dial, { type: 'ended', session: 'out-1', by: 'them', status: 487 })
      .pass(900)
      .send(dial, { type: 'ended', session: 'out-2', by: 'them', status: 486 });
    expect(callStateText(player.pass(900).phone)).toBe(3);
    expect(callStateText(player.pass(100).phone)).toBe(4);
  });

  test('[CALL-01] the timer runs from the answer this page heard', () => {
    const player = talkingPhone('outbound');
    player.send({ type: 'serverSaid', call: aServerCall({ direction: 'outbound', answeredMs: player.nowMs - 9_000 }) });
    expect(callTimes(player.phone, player.nowMs).talkedMs).toBe(0);
  });

  test('[CALL-22] a call that became one with another goes on by the other’s name', () => {
    const player = talkingPhone('outbound').send(
      { type: 'serverSaid', call: aServerCall({ callId: 'mine', direction: 'outbound' }) },
      { type: 'serverSaid', call: aServerCall({ callId: 'strange' }) },
    );
    expect(player.phone.call?.callId).toBe('mine');
    player.send({
      type: 'serverSaid',
      call: aServerCall({ callId: 'merged', formerCallId: 'mine', isHeldByThem: true }),
    });
    expect(player.phone.call).toMatchObject({ callId: 'merged', heldByThem: true });
  });

  test('what the server still says of the last call does not name the new one', () => {
    const player = talkingPhone('outbound').send(
      { type: 'serverSaid', call: aServerCall({ callId: 'old', direction: 'outbound' }) },
      { type: 'ended', session: 'out-1', by: 'them', status: null },
      dial,
    );
    expect(
      player.send({ type: 'serverSaid', call: aServerCall({ callId: 'old', direction: 'outbound' }) }).phone.call
        ?.callId,
    ).toBeNull();
    expect(
      player.send({ type: 'serverSaid', call: aServerCall({ callId: 'new', direction: 'outbound' }) }).phone.call
        ?.callId,
    ).toBe('new');
  });

  test('a call from a task opens the workbench on the call', () => {
    const player = readyPhone().send(
      { type: 'dialPressed', order: anOrder({ task: { taskId: 't1', customerId: 'c1' } }) },
      { type: 'answered', session: 'out-1' },
    );
    expect(player.only('openWorkbench')).toEqual([{ type: 'openWorkbench', tab: 'call' }]);
  });
});

describe('an inbound call', () => {
  test('[CALL-02] [CALL-03] is notified, rings, is answered', () => {
    const player = readyPhone().send(arrive);
    expect(player.only('notify')).toEqual([
      { type: 'notify', session: 'in-1', number: '525512345678', groupName: 'Sales' },
    ]);
    expect(player.only('lookUpCustomer')).toMatchObject([{ pageSize: 30, countryCode: '52' }]);
    expect([player.codes, callStateText(player.phone)]).toEqual([[9, 1], 1]);
    player.send({ type: 'answerPressed' }, { type: 'answered', session: 'in-1' });
    expect([player.codes, player.only('openWorkbench').length, player.only('closeNotice').length]).toEqual([
      [1, 2],
      1,
      1,
    ]);
    expect(player.library.slice(4)).toEqual(['ready', 'incoming', 'answering', 'talking']);
    expect(tones(player)).toEqual([ToneFlag.ringIn, -ToneFlag.ringIn, ToneFlag.inConnected]);
  });

  test('[complaint 16] opens the customer page once it is answered, and an outgoing one does not', () => {
    const player = readyPhone().send(arrive);
    expect(player.only('openCustomerPage')).toEqual([]);
    player.send({ type: 'answerPressed' }, { type: 'answered', session: 'in-1' });
    expect(player.only('openCustomerPage')).toEqual([{ type: 'openCustomerPage', callId: player.phone.call?.callId }]);
    const out = readyPhone().send(
      dial,
      { type: 'callCreated', session: 'out-1' },
      { type: 'answered', session: 'out-1' },
    );
    expect(out.only('openCustomerPage')).toEqual([]);
  });

  test.each<[string, Parameters<typeof readyPhone>[1], AgentStatus, boolean]>([
    ['the agent only calls out', { agentType: AgentType.outboundOnly }, AgentStatus.available, true],
    ['the agent is on break', {}, AgentStatus.onBreak, true],
    ['the agent is in wrap-up', {}, AgentStatus.available, false],
  ])('[CALL-04] is rejected when %s, and page and server are brought to agree', (_, account, status, waiting) => {
    const player = readyPhone({}, account).send({ type: 'agentSaid', agent: { status, waiting } }, arrive);
    expect(player.only('reject')).toEqual([{ type: 'reject', session: 'in-1', status: 480 }]);
    expect([player.only('resyncStatus').length, player.only('notify'), player.phone.call]).toEqual([1, [], null]);
  });

  describe('of a campaign', () => {
    const arrival = anArrival({ answersItself: true, taskName: 'Renewals', direction: 'outbound' });
    const fromCampaign = { type: 'callArrived', arrival } as const;

    test('is answered at once, whatever the agent prefers; nothing rings, and it opens on the call', () => {
      for (const agentType of [AgentType.inAndOut, AgentType.outboundOnly]) {
        const player = readyPhone({ autoAnswer: false }, { agentType }).send(fromCampaign);
        expect(player.only('answer')).toEqual([{ type: 'answer', session: 'in-1' }]);
        expect(player.phone.call).toMatchObject({ at: 'answering', groupName: 'Renewals', fromTask: true });
        player.send({ type: 'answered', session: 'in-1' });
        expect(player.only('openWorkbench')).toEqual([{ type: 'openWorkbench', tab: 'call' }]);
        expect([tones(player), player.only('notify')]).toEqual([[], []]);
      }
    });

    test('is rejected by who is on break or works after a call, and by a phone that cannot take it', () => {
      const onBreak = { type: 'agentSaid', agent: { status: AgentStatus.onBreak, waiting: true } } as const;
      expect(readyPhone().send(onBreak, fromCampaign).only('reject')).toMatchObject([{ status: 480 }]);
      const failed = readyPhone().send(fromCampaign, { type: 'commandFailed', command: 'answer', session: 'in-1' });
      expect([failed.only('reject').length, failed.phone.call]).toEqual([1, null]);
    });
  });

  test('hears busy while another call goes on; the ringing one is not disturbed', () => {
    for (const player of [talkingPhone(), readyPhone().send(arrive), readyPhone().send(dial)]) {
      const before = player.phone;
      player.send({ type: 'callArrived', arrival: anArrival({ session: 'in-2', callId: 'call-2' }) });
      expect(player.only('reject')).toEqual([{ type: 'reject', session: 'in-2', status: 486 }]);
      expect(player.phone).toBe(before);
    }
  });

  test('may come in the second after a call', () => {
    const player = talkingPhone().send(
      { type: 'ended', session: 'in-1', by: 'them', status: null },
      { type: 'callArrived', arrival: anArrival({ session: 'in-2', callId: 'call-2' }) },
    );
    expect(player.codes).toEqual([9, 1]);
    expect(player.pass(1_000).codes).toEqual([9, 1]);
  });

  test('[CALL-12] answers by itself after one second where that is switched on', () => {
    const player = readyPhone({ autoAnswer: true }).send(arrive);
    expect(player.pass(999).only('answer')).toEqual([]);
    expect(player.pass(1).only('answer')).toEqual([{ type: 'answer', session: 'in-1' }]);
    expect(readyPhone().send(arrive).pass(10_000).only('answer')).toEqual([]);
  });

  test('[CALL-12] the auto-answer that comes after the caller gave up does nothing, not even to the next call', () => {
    const player = readyPhone({ autoAnswer: true })
      .send(arrive)
      .pass(900)
      .send({ type: 'ended', session: 'in-1', by: 'them', status: 487 });
    player.send({ type: 'callArrived', arrival: anArrival({ session: 'in-2', callId: 'call-2' }) }).pass(200);
    expect(player.only('answer')).toEqual([]);
  });

  test('[CALL-19] is declined with 603', () => {
    for (const type of ['declinePressed', 'hangUpPressed'] as const) {
      const player = readyPhone().send(arrive, { type });
      expect(player.only('reject')).toEqual([{ type: 'reject', session: 'in-1', status: 603 }]);
      expect(player.send({ type: 'ended', session: 'in-1', by: 'us', status: 603 }).only('callOver')).toMatchObject([
        { reason: 'reject' },
      ]);
      expect(player.only('missed')).toEqual([]);
    }
  });

  test('[CALL-19] [STATUS-06] nobody answers for a minute: rejected as unanswered, and missed', () => {
    const player = readyPhone().send(arrive);
    expect(player.pass(59_999).phone.call?.at).toBe('incoming');
    player.pass(1);
    expect(player.only('reject')).toEqual([{ type: 'reject', session: 'in-1', status: 408 }]);
    expect(player.only('missed')).toEqual([{ type: 'missed', callId: 'call-1', why: 'unanswered' }]);
    expect(player.pass(1_000).codes).toEqual([4, 4]);
  });

  test('taken back by the caller it stops ringing at once and is withdrawn, not missed (complaints 5 and 8)', () => {
    const player = readyPhone().send(arrive, { type: 'ended', session: 'in-1', by: 'them', status: 487 });
    expect(player.only('missed')).toEqual([{ type: 'missed', callId: 'call-1', why: 'withdrawn' }]);
    expect(tones(player)).toEqual([ToneFlag.ringIn, -ToneFlag.ringIn]);
    expect(player.only('closeNotice')).toHaveLength(1);
    const after = player.phone;
    expect(
      player.send({ type: 'rang', session: 'in-1' }, { type: 'answered', session: 'in-1' }, { type: 'answerPressed' })
        .phone,
    ).toBe(after);
  });

  test('[CALL-21] an answer that fails is logged, told, and can be tried again', () => {
    const player = readyPhone().send(
      arrive,
      { type: 'answerPressed' },
      { type: 'commandFailed', command: 'answer', session: 'in-1' },
    );
    expect([player.phone.call?.at, player.warned, player.only('log')]).toEqual([
      'incoming',
      ['notice.phoneCommandFailed'],
      [{ type: 'log', what: 'answerFailed' }],
    ]);
  });

  test('without a microphone the caller goes on at once: a device error, not a missed call (complaint 8)', () => {
    const player = readyPhone().send(
      arrive,
      { type: 'answerPressed' },
      { type: 'commandFailed', command: 'answer', session: 'in-1', isDevice: true },
    );
    expect(player.only('reject')).toEqual([{ type: 'reject', session: 'in-1', status: 488 }]);
    expect([player.phone.call, player.only('missed'), player.only('showGuide').length]).toEqual([null, [], 1]);
    expect(player.only('callOver')).toMatchObject([{ reason: 'unsupported' }]);
  });
});

describe('a conversation that was cut out', () => {
  const resumed = { type: 'callArrived', arrival: anArrival({ session: 'in-2', isResume: true }) } as const;

  test('is answered at once and keeps its timer and name, whatever the status', () => {
    const player = talkingPhone().send(
      { type: 'customerNamed', session: 'in-1', name: 'María' },
      { type: 'agentSaid', agent: { status: AgentStatus.onBreak, waiting: false } },
    );
    const { sinceMs } = player.phone.call!;
    const look = { type: 'looked', isUp: true, isRegistered: true, session: null } as const;
    player
      .pass(30_000)
      .send(look, look, look)
      .pass(PHONE.reinitAfterMs)
      .send({ type: 'rebuilt' }, { type: 'connected' }, { type: 'registered' });
    player.take();
    player.send(resumed);
    expect([player.only('answer').length, player.only('notify'), player.only('playTone')]).toEqual([1, [], []]);
    expect(player.send({ type: 'answered', session: 'in-2' }).phone.call).toMatchObject({
      at: 'talking',
      sinceMs,
      customerName: 'María',
    });
    expect(player.phone.cut).toBeNull();
  });

  test('takes the place of its old session, which has no say any more', () => {
    const player = talkingPhone().send(
      resumed,
      { type: 'ended', session: 'in-1', by: 'them', status: null },
      { type: 'answered', session: 'in-2' },
    );
    expect(player.phone.call).toMatchObject({ session: 'in-2', at: 'talking' });
    expect(player.only('reject')).toEqual([]);
  });

  test('on a page loaded anew learns its timer and limit from the server', () => {
    const player = readyPhone().send(
      { type: 'callArrived', arrival: anArrival({ isResume: true, direction: 'outbound' }) },
      { type: 'answered', session: 'in-1' },
    );
    player.send({
      type: 'serverSaid',
      call: aServerCall({
        callId: 'call-1',
        direction: 'outbound',
        answeredMs: player.nowMs - 90_000,
        limitEndsMs: player.nowMs + 5_000,
      }),
    });
    expect(callTimes(player.phone, player.nowMs)).toMatchObject({
      talkedMs: 90_000,
      callLeft: { leftSec: 5, isWarning: true },
    });
    expect(player.codes).toEqual([2, 2]);
    expect(player.pass(5_000).warned).toEqual(['v5.autoHangUpTip']);
  });

  test('of another call does not push a conversation aside', () => {
    expect(
      talkingPhone()
        .send({ type: 'callArrived', arrival: anArrival({ session: 'in-2', callId: 'other', isResume: true }) })
        .only('reject'),
    ).toEqual([{ type: 'reject', session: 'in-2', status: 486 }]);
  });
});

describe('monitoring', () => {
  const listening = () =>
    readyPhone({ maxCallSec: 10 }).send(
      { type: 'agentSaid', agent: { status: AgentStatus.onBreak, waiting: true } },
      { type: 'callArrived', arrival: anArrival({ eavesdropTarget: 'call-1' }) },
    );

  test('[CALL-09] an eavesdrop call answers by itself on the workbench, without ringing', () => {
    const player = listening();
    expect(player.take().map(({ type }) => type)).toEqual(['openWorkbench', 'answer', 'lookUpCustomer']);
    player.send({ type: 'answered', session: 'in-1' });
    expect([player.codes, player.phone.call?.monitor]).toEqual([[3, 2], { target: 'call-1', action: 'listen' }]);
    player.take();
    expect(player.send(dial).warned).toEqual(['monitor.monitoring2']);
  });

  test('[CALL-09] the toggle sends tone 2 for whisper and 0 for listen, once', () => {
    const player = listening().send({ type: 'answered', session: 'in-1' });
    for (const action of [MonitorAction.whisper, MonitorAction.whisper, MonitorAction.listen])
      player.send({ type: 'monitorSwitched', action }).pass(250);
    expect(player.only('sendTone').map(({ key }) => key)).toEqual(['2', '0']);
  });

  test('[CC-09] a call that was listened to is an ordinary one once it was taken over: it can be held, and its limit runs', () => {
    const player = listening().send({ type: 'answered', session: 'in-1' });
    player.send({ type: 'serverSaid', call: aServerCall({ isMonitored: true, limitEndsMs: player.nowMs + 5_000 }) });
    expect(player.phone.call).toMatchObject({ monitor: { action: 'listen' }, limitEndsMs: null });
    const endsMs = player.nowMs + 60_000;
    player.send({ type: 'serverSaid', call: aServerCall({ isMonitored: false, limitEndsMs: endsMs }) });
    expect(player.phone.call).toMatchObject({ at: 'talking', monitor: null, limitEndsMs: endsMs });
    expect(player.send({ type: 'holdPressed' }).phone.call?.hold.at).toBe('asked');
  });

  test('[CC-09] whose call was taken over is told so, also when it is over already; others are not', () => {
    const taken = { type: 'limitPassed', callId: 'call-1', what: 'takenOver' } as const;
    const player = talkingPhone();
    player.take();
    expect(player.send({ ...taken, callId: 'call-9' }).warned).toEqual([]);
    expect(player.send(taken).warned).toEqual(['notice.takenOver']);
    const over = talkingPhone().send({ type: 'ended', session: 'in-1', by: 'them', status: null });
    over.take();
    expect(over.send(taken).warned).toEqual(['notice.takenOver']);
  });

  test('[TASK-05] an agent reads that the money for the call ends, comes in time, or has ended', () => {
    const player = talkingPhone();
    player.take();
    const limitPassed = (what: 'moneyLow' | 'moneyBack' | 'moneyOver') =>
      ({ type: 'limitPassed', callId: 'call-1', what }) as const;
    player.send(limitPassed('moneyLow'), limitPassed('moneyBack'), { ...limitPassed('moneyLow'), callId: 'call-9' });
    player.send({ type: 'ended', session: 'in-1', by: 'them', status: null }, limitPassed('moneyOver'));
    expect(player.warned).toEqual(['notice.moneyLow', 'notice.moneyBack', 'notice.moneyOver']);
  });

  test('[PHONE-20] nobody is looked up (page size 0), no limit runs, nothing is held, no quality is reported', () => {
    const player = listening().send({ type: 'answered', session: 'in-1' }, { type: 'holdPressed' }).pass(60_000);
    expect(player.only('lookUpCustomer')).toMatchObject([{ pageSize: 0 }]);
    expect(player.phone.call).toMatchObject({ at: 'talking', hold: { at: 'none' }, limitEndsMs: null });
    expect(player.send({ type: 'ended', session: 'in-1', by: 'them', status: null }).only('reportQuality')).toEqual([]);
  });
});

describe('limits', () => {
  test('[CALL-10] [PHONE-19] the countdown starts at the answer, warns at 60 s, and hangs up releasing hold', () => {
    const player = talkingPhone('inbound', { maxCallSec: 120 }).pass(59_000);
    expect(callTimes(player.phone, player.nowMs).callLeft).toEqual({ leftSec: 61, isWarning: false });
    player.pass(1_000);
    expect(callTimes(player.phone, player.nowMs).callLeft).toEqual({ leftSec: 60, isWarning: true });
    player.send({ type: 'holdPressed' }, { type: 'held', session: 'in-1' });
    player.take();
    player.pass(60_000);
    expect(player.take()).toEqual([
      { type: 'unhold', session: 'in-1', callId: 'call-1' },
      { type: 'hangUp', session: 'in-1' },
      { type: 'warn', key: 'v5.autoHangUpTip' },
    ]);
    expect(
      player.send(
        { type: 'limitPassed', callId: 'call-1', what: 'callLimit' },
        { type: 'ended', session: 'in-1', by: 'us', status: null },
        { type: 'limitPassed', callId: 'call-1', what: 'callLimit' },
      ).warned,
    ).toEqual([]);
  });

  test('[CALL-10] the server’s clock may be the first: told once as well, also when the call is over already', () => {
    const player = talkingPhone('inbound', { maxCallSec: 120 }).send(
      { type: 'limitPassed', callId: 'call-1', what: 'callLimit' },
      { type: 'ended', session: 'in-1', by: 'them', status: null },
    );
    expect(player.pass(200_000).warned).toEqual(['v5.autoHangUpTip']);
    const late = talkingPhone().send(
      { type: 'ended', session: 'in-1', by: 'them', status: null },
      { type: 'limitPassed', callId: 'call-1', what: 'callLimit' },
      { type: 'limitPassed', callId: 'call-1', what: 'callLimit' },
    );
    expect(late.warned).toEqual(['v5.autoHangUpTip']);
  });

  test('[CALL-10] a limit of the server replaces the page’s own, and without limits nothing is counted', () => {
    const player = talkingPhone('inbound', { maxCallSec: 10 });
    player.send({ type: 'serverSaid', call: aServerCall({ limitEndsMs: player.nowMs + 20_000 }) });
    expect(player.pass(15_000).phone.call?.at).toBe('talking');
    expect(player.pass(5_000).phone.call?.at).toBe('ending');
    expect(talkingPhone().pass(36_000_000).phone.call?.at).toBe('talking');
  });

  test('[CALL-11] hold counts down, and at its end the customer is taken back', () => {
    const player = talkingPhone('inbound', { maxHoldSec: 300 }).send({ type: 'holdPressed' });
    expect(player.take()).toEqual([{ type: 'hold', session: 'in-1', callId: 'call-1' }]);
    player.pass(500).send({ type: 'held', session: 'in-1' }).pass(240_000);
    expect(callTimes(player.phone, player.nowMs)).toMatchObject({
      heldMs: 240_000,
      holdLeft: { leftSec: 60, isWarning: true },
    });
    player.pass(60_000);
    expect(player.take()).toEqual([
      { type: 'unhold', session: 'in-1', callId: 'call-1' },
      { type: 'warn', key: 'notice.holdLimit' },
    ]);
    expect(
      player.send(
        { type: 'limitPassed', callId: 'call-1', what: 'holdLimit' },
        { type: 'commandFailed', command: 'unhold', session: 'in-1' },
      ).warned,
    ).toEqual([]);
    expect(player.phone.call).toMatchObject({ at: 'talking', hold: { at: 'none' } });
  });

  test('[CALL-11] taken back in time, the old countdown does nothing to the next hold', () => {
    const player = talkingPhone('inbound', { maxHoldSec: 10 })
      .send({ type: 'holdPressed' }, { type: 'held', session: 'in-1' })
      .pass(9_000)
      .send({ type: 'unholdPressed' }, { type: 'unheld', session: 'in-1' });
    player.send({ type: 'holdPressed' }, { type: 'held', session: 'in-1' });
    expect(player.pass(9_000).warned).toEqual([]);
    expect(player.pass(1_000).warned).toEqual(['notice.holdLimit']);
  });

  test('[CALL-11] the page shows the hold the server knows of; a wish under way is not taken back (complaint 15)', () => {
    const held = aServerCall({ isHeld: true, holdSinceMs: 5, holdEndsMs: null });
    const player = talkingPhone().send({ type: 'serverSaid', call: held });
    expect(player.phone.call?.hold).toMatchObject({ at: 'held', sinceMs: 5 });
    expect(player.send({ type: 'unholdPressed' }, { type: 'serverSaid', call: held }).phone.call?.hold.at).toBe(
      'releasing',
    );
    expect(player.send({ type: 'serverSaid', call: aServerCall() }).phone.call?.hold.at).toBe('none');
    expect(player.send({ type: 'holdPressed' }, { type: 'serverSaid', call: aServerCall() }).phone.call?.hold.at).toBe(
      'asked',
    );
  });
});

describe('in a conversation', () => {
  test.each([
    ['hold', { type: 'holdPressed' }, 'none'],
    ['unhold', { type: 'unholdPressed' }, 'held'],
  ] as const)('[CALL-21] a %s that fails is logged and told, and what was is again', (command, press, after) => {
    const player = talkingPhone();
    if (command === 'unhold') player.send({ type: 'holdPressed' }, { type: 'held', session: 'in-1' });
    player.send(press, { type: 'commandFailed', command, session: 'in-1' });
    expect([player.phone.call?.hold.at, player.warned, player.only('log')]).toEqual([
      after,
      ['notice.phoneCommandFailed'],
      [{ type: 'log', what: `${command}Failed` }],
    ]);
  });

  test.each(['hangUp', 'decline'] as const)(
    '[CALL-21] a %s that fails is logged and told; the phone is free all the same',
    (command) => {
      const player =
        command === 'hangUp'
          ? talkingPhone().send({ type: 'hangUpPressed' })
          : readyPhone().send(arrive, { type: 'declinePressed' });
      player.send({ type: 'commandFailed', command, session: 'in-1' });
      expect([player.phone.call, player.warned]).toEqual([null, ['notice.phoneCommandFailed']]);
    },
  );

  test('[CALL-21] a tone that fails is logged and told, sound that is missing too', () => {
    const player = talkingPhone().send(
      { type: 'commandFailed', command: 'tone', session: 'in-1' },
      { type: 'soundMissing' },
    );
    expect([player.only('log').map(({ what }) => what), player.warned]).toEqual([
      ['toneFailed', 'soundMissing'],
      ['notice.phoneCommandFailed', 'notice.soundMissing'],
    ]);
  });

  test('[CALL-15] keys go out one by one, 250 ms apart; a comma waits; anything else is not sent', () => {
    const player = talkingPhone().send({ type: 'keysPressed', keys: '1x2' }, { type: 'keysPressed', keys: ',#d' });
    const sent = () =>
      player
        .only('sendTone')
        .map(({ key }) => key)
        .join('');
    expect(sent()).toBe('1');
    expect((player.pass(249), sent())).toBe('1');
    expect((player.pass(1), sent())).toBe('12');
    expect((player.pass(250 + PHONE.commaMs - 1), sent())).toBe('12');
    expect((player.pass(1), sent())).toBe('12#');
    expect((player.pass(250), sent())).toBe('12#D');
    expect((player.pass(5_000).send({ type: 'keysPressed', keys: '9' }), sent())).toBe('12#D9');
  });

  test('[CALL-15] keys left over do not reach the next call', () => {
    const player = talkingPhone().send(
      { type: 'keysPressed', keys: '123' },
      { type: 'ended', session: 'in-1', by: 'them', status: null },
      { type: 'callArrived', arrival: anArrival({ session: 'in-2', callId: 'call-2' }) },
      { type: 'answerPressed' },
      { type: 'answered', session: 'in-2' },
    );
    expect(
      player
        .pass(5_000)
        .only('sendTone')
        .map(({ key }) => key),
    ).toEqual(['1']);
  });

  test('muting is a switch, and a new call begins unmuted', () => {
    const player = talkingPhone().send({ type: 'mutePressed' }, { type: 'mutePressed' }, { type: 'mutePressed' });
    expect(player.only('setMuted').map(({ on }) => on)).toEqual([true, false, true]);
    player.send({ type: 'ended', session: 'in-1', by: 'them', status: null }, dial, {
      type: 'answered',
      session: 'out-1',
    });
    expect(player.phone.call?.muted).toBe(false);
  });

  test('sound the network took is told once and shown until it is back; the timer goes on (complaint 3)', () => {
    const player = talkingPhone();
    const { sinceMs } = player.phone.call!;
    player.send({ type: 'soundLost', session: 'in-1' }, { type: 'soundLost', session: 'in-1' });
    expect([player.warned, player.phone.call]).toMatchObject([
      ['notice.networkReconnecting'],
      { at: 'talking', soundLost: true, sinceMs },
    ]);
    expect(player.send({ type: 'soundBack', session: 'in-1' }).phone.call).toMatchObject({
      at: 'talking',
      soundLost: false,
      sinceMs,
    });
    expect(player.send({ type: 'soundLost', session: 'old' }).phone.call?.soundLost).toBe(false);
  });

  test('[CALL-19] a call that is given up for want of sound says why it ended; one that somebody ended does not', () => {
    const silent = () => talkingPhone().send({ type: 'soundLost', session: 'in-1' });
    const gone = { type: 'ended', session: 'in-1', by: 'us', status: null } as const;
    expect(silent().send(gone).warned).toEqual(['notice.networkReconnecting', 'notice.soundGivenUp']);
    expect(silent().send({ ...gone, by: 'them' }).warned).toEqual(['notice.networkReconnecting']);
    expect(silent().send({ type: 'hangUpPressed' }, gone).warned).toEqual(['notice.networkReconnecting']);
    expect(silent().send({ type: 'soundBack', session: 'in-1' }, gone).warned).toEqual(['notice.networkReconnecting']);
  });

  test('the other side’s hold is shown, as the phone or the server tells it (complaint 15)', () => {
    expect(talkingPhone().send({ type: 'heldByThem', session: 'in-1', on: true }).phone.call?.heldByThem).toBe(true);
    const player = talkingPhone().send({ type: 'serverSaid', call: aServerCall({ isHeldByThem: true }) });
    expect(player.phone.call).toMatchObject({ heldByThem: true, hold: { at: 'none' } });
    expect(player.send({ type: 'serverSaid', call: aServerCall() }).phone.call?.heldByThem).toBe(false);
  });

  test.each([
    [5_000, 0],
    [5_001, 1],
  ])('[CALL-14] a call of %i ms gives %i reports of its quality', (lengthMs, reports) => {
    expect(
      talkingPhone()
        .pass(lengthMs)
        .send({ type: 'ended', session: 'in-1', by: 'them', status: null })
        .only('reportQuality'),
    ).toHaveLength(reports);
  });
});
