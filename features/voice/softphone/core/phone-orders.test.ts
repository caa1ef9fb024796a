import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { CallStateText } from '#shared/codes/call-state-text.ts';
import { DialerStatus } from '#shared/codes/dialer-status.ts';
import { HeaderCallState } from '#shared/codes/header-call-state.ts';
import { PhoneLibraryState } from '#shared/codes/phone-library-state.ts';
import { whyNotDial } from './dial-rules.ts';
import { callStateText, dialerCode, headerCode, libraryState, whyNotChangeStatus } from '#core/phone/phone-codes.ts';
import type { PhoneEvent } from '#core/phone/phone-events.ts';
import { anAccount, anArrival, anOrder, aServerCall, available, PhonePlayer } from './phone-player.fixture.ts';

/** `now` is the session of the call there is, so that stories get far; the others may be old. */
const session = fc.oneof(
  { weight: 3, arbitrary: fc.constant('now') },
  { weight: 1, arbitrary: fc.constantFrom('in-1', 'in-2', 'in-3', 'out-1', 'out-2', 'out-3') },
);
const arriving = fc.constantFrom('in-1', 'in-2', 'in-3');
const callId = fc.constantFrom('call-1', 'call-2', 'call-3');
const whole = (...types: PhoneEvent['type'][]) => fc.constantFrom(...types).map((type) => ({ type }) as PhoneEvent);

const event: fc.Arbitrary<PhoneEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: whole('connected', 'registerSent', 'registered', 'rebuilt', 'accountWanted', 'accountWanted'),
  },
  { weight: 3, arbitrary: fc.constant<PhoneEvent>({ type: 'accountGiven', account: anAccount() }) },
  {
    weight: 2,
    arbitrary: whole(
      'connectFailed',
      'connectionLost',
      'connectionLost',
      'networkBack',
      'reinitAsked',
      'accountFailed',
    ),
  },
  whole('leaveAsked', 'sessionEnded', 'soundMissing', 'mutePressed'),
  {
    weight: 4,
    arbitrary: whole(
      'answerPressed',
      'answerPressed',
      'declinePressed',
      'hangUpPressed',
      'holdPressed',
      'holdPressed',
      'unholdPressed',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<PhoneEvent>(
      { type: 'agentSaid', agent: available },
      { type: 'rulesChanged', rules: { retries: 2 } },
      { type: 'accountRefused', code: 409, message: '' },
      { type: 'accountRefused', code: 411, message: '' },
      { type: 'takenOver', message: '' },
      { type: 'accountWanted', takeOver: true },
      { type: 'commandReceived', command: 'unregister' },
      { type: 'agentSaid', agent: available },
      { type: 'agentSaid', agent: { status: AgentStatus.onBreak, waiting: true } },
      { type: 'rulesChanged', rules: { autoAnswer: true } },
      { type: 'rulesChanged', rules: { maxCallSec: 10, maxHoldSec: 5, retries: 2 } },
      { type: 'keysPressed', keys: '1,2#' },
      { type: 'monitorSwitched', action: 'whisper' },
    ),
  },
  fc.constantFrom(403, 503, null).map((status): PhoneEvent => ({ type: 'unregistered', status })),
  fc.record({
    type: fc.constant('looked' as const),
    isUp: fc.boolean(),
    isRegistered: fc.boolean(),
    session: fc.option(session),
  }),
  {
    weight: 4,
    arbitrary: fc
      .record({ routerId: fc.nat(1), micOpen: fc.boolean() })
      .map((order): PhoneEvent => ({ type: 'dialPressed', order: anOrder(order) })),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({
        session: arriving,
        callId,
        isResume: fc.nat(3).map((one) => one === 0),
        eavesdropTarget: fc.nat(4).map((one) => (one === 0 ? 'call-9' : null)),
        answersItself: fc.nat(3).map((one) => one === 0),
      })
      .map((arrival): PhoneEvent => ({ type: 'callArrived', arrival: anArrival(arrival) })),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'answered' as const,
        'answered' as const,
        'callCreated' as const,
        'rang' as const,
        'earlyMediaCame' as const,
        'soundLost' as const,
        'soundBack' as const,
        'held' as const,
        'unheld' as const,
        'placeFailed' as const,
      ),
      session,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('ended' as const),
      session,
      by: fc.constantFrom('us' as const, 'them' as const),
      status: fc.constantFrom(null, 486, 487, 488, 603, 614),
    }),
  },
  fc.record({
    type: fc.constant('commandFailed' as const),
    command: fc.constantFrom(
      'answer' as const,
      'decline' as const,
      'hangUp' as const,
      'hold' as const,
      'unhold' as const,
      'tone' as const,
    ),
    session,
    isDevice: fc.boolean(),
  }),
  fc
    .record({ callId, isHeld: fc.boolean(), limitEndsMs: fc.option(fc.integer({ min: 1_000_000, max: 1_100_000 })) })
    .map((call): PhoneEvent => ({ type: 'serverSaid', call: aServerCall(call) })),
  fc.record({
    type: fc.constant('limitPassed' as const),
    callId,
    what: fc.constantFrom('holdLimit' as const, 'callLimit' as const, 'moneyLow' as const, 'moneyOver' as const),
  }),
);

const emptyLook: PhoneEvent = { type: 'looked', isUp: true, isRegistered: true, session: null };

/** What belongs together, so that stories get far. */
const scenes: PhoneEvent[][] = [
  [{ type: 'callArrived', arrival: anArrival() }, { type: 'answerPressed' }, { type: 'answered', session: 'now' }],
  [
    { type: 'dialPressed', order: anOrder() },
    { type: 'callCreated', session: 'now' },
    { type: 'rang', session: 'now' },
    { type: 'answered', session: 'now' },
  ],
  [{ type: 'holdPressed' }, { type: 'held', session: 'now' }, { type: 'unholdPressed' }],
  [
    { type: 'accountWanted' },
    { type: 'accountGiven', account: anAccount() },
    { type: 'connected' },
    { type: 'registered' },
    { type: 'agentSaid', agent: available },
  ],
  // The line lost the call without a word.
  [emptyLook, emptyLook, emptyLook],
];

const story = fc
  .array(
    fc.oneof(
      { weight: 10, arbitrary: fc.constantFrom(...scenes) },
      { weight: 40, arbitrary: event.map((one) => [one]) },
      { weight: 10, arbitrary: fc.constantFrom(0, 300, 1_000, 5_000, 12_000, 70_000).map((ms) => [ms]) },
    ),
    { maxLength: 80, size: 'max' },
  )
  .map((steps) => steps.flat());

/** Sessions the outside world holds open, by what it was asked and what it told. */
class World {
  readonly player = new PhonePlayer();
  readonly open = new Set<string>();
  most = 0;

  constructor() {
    this.emit(
      { type: 'accountWanted' },
      { type: 'accountGiven', account: anAccount() },
      { type: 'connected' },
      { type: 'registered' },
      { type: 'agentSaid', agent: available },
    );
  }

  emit(...events: PhoneEvent[]): void {
    for (const phoneEvent of events) {
      const one =
        'session' in phoneEvent && phoneEvent.session === 'now'
          ? { ...phoneEvent, session: this.player.phone.call?.session ?? 'in-1' }
          : phoneEvent;
      const before = this.player.asked.length;
      // A look tells the truth.
      if (one.type === 'looked') for (const known of this.open) if (known !== one.session) this.open.delete(known);
      this.player.send(one);
      this.follow(before);
      if (one.type === 'ended' || one.type === 'placeFailed') this.open.delete(one.session);
    }
  }

  pass(ms: number): void {
    const before = this.player.asked.length;
    this.player.pass(ms);
    this.follow(before);
  }

  private follow(from: number): void {
    for (const effect of this.player.asked.slice(from)) {
      if (effect.type === 'placeCall' || effect.type === 'answer') this.open.add(effect.session);
      if (effect.type === 'hangUp' || effect.type === 'reject') this.open.delete(effect.session);
      if (effect.type === 'rebuild' || effect.type === 'disconnect') this.open.clear();
    }
    // A resumed call takes the place of its session, which the line lets go of by itself.
    const resumed = this.player.phone.call?.isResumed ? this.player.phone.call.session : null;
    if (resumed !== null && this.open.has(resumed))
      for (const old of this.open) if (old !== resumed) this.open.delete(old);
    this.most = Math.max(this.most, this.open.size);
  }

  play(steps: readonly (PhoneEvent | number)[]): this {
    for (const step of steps)
      if (typeof step === 'number') this.pass(step);
      else this.emit(step);
    return this;
  }
}

describe('whatever happens in whatever order', () => {
  test('[CALL-03] no order of events leaves the phone stuck: hanging up and connecting again make it ready', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { player } = new World().play(steps);
        player.send({ type: 'hangUpPressed' });
        if (player.phone.call) player.send({ type: 'ended', session: player.session, by: 'us', status: null });
        // A command to unregister is obeyed first.
        player.pass(200).send({ type: 'reinitAsked' });
        if (player.phone.account.is !== 'given') player.send({ type: 'accountGiven', account: anAccount() });
        player.send({ type: 'rebuilt' }, { type: 'connected' }, { type: 'registered' }).pass(2_000);
        // Whoever ordered a call meanwhile gets it now.
        if (player.phone.call) player.send({ type: 'placeFailed', session: player.session }).pass(2_000);
        expect([headerCode(player.phone), dialerCode(player.phone), libraryState(player.phone)]).toEqual([
          4,
          4,
          'ready',
        ]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('[CALL-03] left alone with a good network, it becomes ready by itself or says why not', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { player } = new World().play(steps);
        for (let seconds = 0; seconds < 120; seconds += 1) {
          const from = player.asked.length;
          player.pass(1_000);
          for (const { type } of player.asked.slice(from)) {
            if (type === 'askAccount') player.send({ type: 'accountGiven', account: anAccount() });
            if (type === 'connect') player.send({ type: 'connected' });
            if (type === 'rebuild') player.send({ type: 'rebuilt' }, { type: 'connected' });
            if (type === 'look')
              player.send({
                type: 'looked',
                isUp: true,
                isRegistered: player.phone.link.at === 'ready',
                session: player.phone.call?.session ?? null,
              });
          }
          if (player.phone.link.at === 'connected') player.send({ type: 'registered' });
        }
        const { account, link } = player.phone;
        const isAsking = account.is === 'asked' && link.at === 'idle';
        expect(
          link.at === 'ready' ||
            link.at === 'refused' ||
            link.at === 'left' ||
            account.is === 'refused' ||
            account.is === 'none' ||
            isAsking,
          JSON.stringify({ account, link }),
        ).toBe(true);
        expect(player.phone.call?.at).not.toBe('ending');
      }),
      { numRuns: 400 },
    );
  });

  test('there are never two calls at once', () => {
    fc.assert(
      fc.property(story, (steps) => {
        expect(new World().play(steps).most).toBeLessThanOrEqual(1);
      }),
      { numRuns: 1_000 },
    );
  });

  test('a timer that comes late, or again, does nothing', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { player } = new World().play(steps);
        player.send({ type: 'hangUpPressed' });
        if (player.phone.call) player.send({ type: 'ended', session: player.session, by: 'us', status: null });
        player.pass(2_000);
        player.take();
        const before = player.phone;
        for (const old of ['in-1', 'in-2', 'in-3', 'out-1', 'out-2', 'out-3']) {
          player.send(
            { type: 'answerDue', session: old },
            { type: 'unansweredDue', session: old },
            { type: 'keyDue', session: old },
            { type: 'overShownDue', session: old },
            { type: 'endOverdue', session: old },
            { type: 'limitDue', session: old, endsMs: 1 },
            { type: 'holdLimitDue', session: old, endsMs: 1 },
          );
        }
        for (let turn = 0; turn < before.link.turn; turn += 1)
          player.send(
            { type: 'connectOverdue', turn },
            { type: 'reconnectDue', turn },
            { type: 'reinitDue', turn },
            { type: 'nextDue', turn },
          );
        for (let round = 0; round < before.checks.round; round += 1)
          player.send({ type: 'checkDue', round }, { type: 'unregisterDue', round });
        expect(player.phone).toEqual(before);
        expect(player.take()).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test('[STATUS-03] [PHONE-21] every state has its codes, and they agree', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const {
          player: { phone },
        } = new World().play(steps);
        const [header, dialer] = [headerCode(phone), dialerCode(phone)];
        expect(header === null || HeaderCallState.has(header)).toBe(true);
        expect(dialer === null || DialerStatus.has(dialer)).toBe(true);
        expect(CallStateText.has(callStateText(phone))).toBe(true);
        expect(PhoneLibraryState.has(libraryState(phone))).toBe(true);
        expect(whyNotDial(phone, anOrder()) === null).toBe(header === HeaderCallState.ready);
        if (header === HeaderCallState.ready) expect(whyNotChangeStatus(phone)).toBeNull();
      }),
      { numRuns: 700 },
    );
  });

  test('stories get everywhere', () => {
    const reached = new Map<string, number>();
    fc.assert(
      fc.property(story, (steps) => {
        const world = new World();
        for (const step of steps) {
          world.play([step]);
          const { call, link, account, cut, next } = world.player.phone;
          for (const state of [
            `link ${link.at}`,
            `account ${account.is}`,
            call && `call ${call.at}`,
            call && `hold ${call.hold.at}`,
            call?.monitor && 'monitoring',
            call?.isResumed && 'resumed',
            cut && 'cut',
            next && 'next',
          ])
            if (state) reached.set(state, (reached.get(state) ?? 0) + 1);
        }
      }),
      { numRuns: 500, seed: 20 },
    );
    const states = [
      'idle',
      'connecting',
      'connected',
      'registering',
      'ready',
      'disconnected',
      'error',
      'reinit',
      'refused',
      'left',
    ]
      .map((at) => `link ${at}`)
      .concat(
        ['none', 'asked', 'refused', 'given'].map((is) => `account ${is}`),
        ['callingOut', 'created', 'incoming', 'answering', 'talking', 'ending'].map((at) => `call ${at}`),
      )
      .concat(
        ['none', 'asked', 'held', 'releasing'].map((at) => `hold ${at}`),
        'monitoring',
        'resumed',
        'cut',
        'next',
      );
    expect(states.filter((state) => !reached.has(state))).toEqual([]);
  });

  test('what is logged carries neither numbers nor names', () => {
    fc.assert(
      fc.property(story, (steps) => {
        for (const { what } of new World().play(steps).player.only('log')) expect(what).toMatch(/^[a-zA-Z]+$/);
      }),
      { numRuns: 200 },
    );
  });
});
