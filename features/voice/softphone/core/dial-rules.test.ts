import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { CallHeader } from '#shared/call-headers.ts';
import { HeaderCallState } from '#shared/codes/header-call-state.ts';
import { clockText } from '#core/phone/call-clock.ts';
import {
  dialHeaders,
  dialTarget,
  mayDialByEnter,
  numberAfterKey,
  tonesOf,
  typedNumber,
  whyNotDial,
} from './dial-rules.ts';
import { carriesCall, headerCode, whyNotChangeStatus } from '#core/phone/phone-codes.ts';
import type { DialOrder, Phone } from '#core/phone/phone.ts';
import { anAccount, anArrival, anOrder, PhonePlayer, readyPhone, talkingPhone } from './phone-player.fixture.ts';

const wanted = { type: 'accountWanted' } as const;
const given = { type: 'accountGiven', account: anAccount() } as const;

/** A phone in every state a person can meet. */
const phones = {
  none: new PhonePlayer(),
  asked: new PhonePlayer().send(wanted),
  refused: new PhonePlayer().send(wanted, { type: 'accountRefused', code: 409, message: '' }),
  noSeat: new PhonePlayer().send(wanted, { type: 'accountRefused', code: 411, message: '' }),
  registering: new PhonePlayer().send(wanted, given, { type: 'connected' }),
  forbidden: new PhonePlayer().send(wanted, given, { type: 'connected' }, { type: 'unregistered', status: 403 }),
  broken: readyPhone().send({ type: 'connectionLost' }),
  ready: readyPhone(),
  dialing: readyPhone().send({ type: 'dialPressed', order: anOrder() }),
  ringing: readyPhone().send({ type: 'callArrived', arrival: anArrival() }),
  inbound: talkingPhone('inbound'),
  outbound: talkingPhone('outbound'),
  monitoring: readyPhone().send(
    { type: 'callArrived', arrival: anArrival({ eavesdropTarget: 'x' }) },
    { type: 'answered', session: 'in-1' },
  ),
  ending: talkingPhone().send({ type: 'hangUpPressed' }),
  hungUp: talkingPhone().send({ type: 'ended', session: 'in-1', by: 'them', status: null }),
  left: readyPhone().send({ type: 'leaveAsked' }),
};
type Name = keyof typeof phones;
const at = (name: Name): Phone => phones[name].phone;

describe('what may be dialled', () => {
  test.each<[string, Name, Partial<DialOrder>, string | null]>([
    ['[PHONE-10] nothing', 'ready', { number: '' }, 'sip.enterNumber'],
    ['[PHONE-10] a #', 'ready', { number: '12#4' }, 'sip.errSymCode'],
    ['[PHONE-11] while dialling', 'dialing', {}, 'sip.inCall'],
    ['[PHONE-11] while it rings', 'ringing', {}, 'sip.inCall'],
    ['[PHONE-11] in a call', 'outbound', {}, 'sip.inCall'],
    ['[PHONE-11] while a call ends', 'ending', {}, 'sip.inCall'],
    ['[PHONE-11] while monitoring', 'monitoring', {}, 'monitor.monitoring2'],
    [
      '[PHONE-12] by the default lines without a display number',
      'ready',
      { displayNumber: null },
      'sip.selectDisplayNumber',
    ],
    ['[PHONE-12] by a line of its own without a display number', 'ready', { displayNumber: null, routerId: 7 }, null],
    ['[PHONE-13] without agent information', 'refused', {}, 'sip.noAgentInformation'],
    ['[PHONE-13] after registration was refused', 'forbidden', {}, 'sip.noAgentInformation'],
    ['[PHONE-13] while the phone starts', 'registering', {}, 'sip.dialerInitialization'],
    ['[PHONE-13] while the account is fetched', 'asked', {}, 'sip.dialerInitialization'],
    ['[PHONE-13] while the connection is away', 'broken', {}, 'sip.dialerInitialization'],
    ['[PHONE-13] without a softphone', 'none', {}, 'v2.noestatusOffline'],
    ['[PHONE-13] without a voice seat', 'noSeat', {}, 'v2.noestatusOffline'],
    ['[PHONE-13] after leaving', 'left', {}, 'v2.noestatusOffline'],
    ['[PHONE-14] back, without a microphone', 'ready', { callbackCallId: 'c1', micOpen: false }, 'sip.isHaveMic'],
    ['[PHONE-14] back, with one', 'ready', { callbackCallId: 'c1' }, null],
    ['[PHONE-14] not back, without one', 'ready', { micOpen: false }, null],
    ['right after a call', 'hungUp', {}, null],
    ['', 'ready', {}, null],
  ])('%s: %s %j gives %s', (_, name, order, warning) => {
    expect(whyNotDial(at(name), anOrder(order))).toBe(warning);
  });

  test('[PHONE-10] [PHONE-11] [PHONE-12] the first obstacle of the given order is told', () => {
    const worst = { number: '', displayNumber: null, callbackCallId: 'c1', micOpen: false };
    expect(whyNotDial(at('outbound'), anOrder(worst))).toBe('sip.enterNumber');
    expect(whyNotDial(at('outbound'), anOrder({ ...worst, number: '#' }))).toBe('sip.errSymCode');
    expect(whyNotDial(at('outbound'), anOrder({ ...worst, number: '1' }))).toBe('sip.inCall');
    expect(whyNotDial(at('refused'), anOrder({ ...worst, number: '1' }))).toBe('sip.selectDisplayNumber');
    expect(whyNotDial(at('refused'), anOrder({ ...worst, number: '1', routerId: 1 }))).toBe('sip.noAgentInformation');
    expect(whyNotDial(at('registering'), anOrder({ ...worst, number: '1', routerId: 1 }))).toBe(
      'sip.dialerInitialization',
    );
  });
});

describe('the number', () => {
  test.each([
    ['+52 (55) 1234-5678', '525512345678'],
    ['12#*ab3', '123'],
    ['1'.repeat(30), '1'.repeat(20)],
    ['', ''],
  ])('[PHONE-10] of %j the field keeps %j', (typed, kept) => {
    expect(typedNumber(typed)).toBe(kept);
  });

  test.each([
    ['12', '#', '12#'],
    ['', '*', '*'],
    ['12', '7', '127'],
    ['1'.repeat(20), '2', '1'.repeat(20)],
    ['', '+', '+'],
    ['5', '+', '5'],
    ['5', 'A', '5'],
  ])('[PHONE-02] %j and the key %j are %j', (number, key, after) => {
    expect(numberAfterKey(number, key)).toBe(after);
  });

  test('[PHONE-15] Enter dials at once, and not again within a second', () => {
    expect([mayDialByEnter(null, 5), mayDialByEnter(5, 1_004), mayDialByEnter(5, 1_005)]).toEqual([true, false, true]);
  });

  test.each([
    ['5551234', 'sip:5551234@cc.example'],
    ['bob@other.example', 'sip:bob@other.example'],
    ['sip:bob@other.example', 'sip:bob@other.example'],
    ['sip:5551234', 'sip:5551234@cc.example'],
  ])('[PHONE-16] %s becomes %s', (number, target) => {
    expect(dialTarget(number, 'cc.example')).toBe(target);
  });

  test('[CALL-17] a call carries what was chosen, and nothing of what was not', () => {
    expect(dialHeaders(anOrder(), anAccount())).toEqual({
      [CallHeader.routerId]: '0',
      [CallHeader.calleeCountryCode]: '52',
      [CallHeader.ccAgent]: '1000001',
      [CallHeader.ccToken]: 'token-1',
    });
    const all = anOrder({
      routerId: 3,
      countryCode: '+52',
      displayNumber: { id: 4, number: '525500001111' },
      callbackCallId: 'c9',
      task: { taskId: 't1', customerId: 'k1' },
      asm: { asmIp: 'n1', asmPort: '3000' },
    });
    expect(dialHeaders(all, anAccount())).toEqual({
      [CallHeader.routerId]: '3',
      [CallHeader.calleeCountryCode]: '52',
      [CallHeader.outCallerNumber]: '525500001111',
      [CallHeader.asmIp]: 'n1',
      [CallHeader.asmPort]: '3000',
      [CallHeader.callbackCallId]: 'c9',
      [CallHeader.ccAgent]: '1000001',
      [CallHeader.ccToken]: 'token-1',
      [CallHeader.taskId]: 't1',
      [CallHeader.customerId]: 'k1',
    });
  });

  test('[CALL-17] nothing chosen can begin another header', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ':', ' ', '\r', '\n', '\u0000', '\u007f') }), (evil) => {
        const headers = dialHeaders(
          anOrder({ callbackCallId: `a\r\nX-Evil: ${evil}`, task: { taskId: evil, customerId: evil } }),
          anAccount(),
        );
        expect(Object.values(headers).join('')).not.toMatch(/[\r\n]/);
      }),
    );
  });

  test.each([
    ['12a*#,', '12A*#,'],
    ['e F+x', ''],
    ['0123456789ABCD', '0123456789ABCD'],
  ])('[CALL-15] the tones of %j are %j', (keys, tones) => {
    expect(tonesOf(keys)).toBe(tones);
  });

  test.each([
    [0, '00:00:00'],
    [999, '00:00:00'],
    [61_000, '00:01:01'],
    [3_600_000 * 100, '100:00:00'],
    [-5, '00:00:00'],
  ])('[PHONE-19] %i ms read %s', (ms, text) => {
    expect(clockText(ms)).toBe(text);
  });
});

describe('the status', () => {
  test.each<[Name, number | null, string | null]>([
    ['none', 0, null],
    ['noSeat', 0, null],
    ['left', 0, null],
    ['ready', 4, null],
    ['hungUp', 4, null],
    ['forbidden', -1, 'notice.dialerRegisterFailed'],
    ['refused', 7, 'sip.noAgentInformation'],
    ['inbound', 1, 'sip.inCall'],
    ['outbound', 2, 'sip.inCall'],
    ['monitoring', 3, 'monitor.monitoring2'],
    ['ending', 1, 'sip.inCall'],
    ['dialing', 8, 'sip.dialerInitialization'],
    ['ringing', 9, 'sip.dialerInitialization'],
    ['asked', null, 'sip.dialerInitialization'],
    ['registering', null, 'sip.dialerInitialization'],
    ['broken', null, 'sip.dialerInitialization'],
  ])('[STATUS-03] [STATUS-04] %s is header state %s; changing the status gives %s', (name, code, warning) => {
    expect([headerCode(at(name)), whyNotChangeStatus(at(name))]).toEqual([code, warning]);
  });

  test('[STATUS-03] every code of the header is reached', () => {
    const reached = new Set(Object.values(phones).map(({ phone }) => headerCode(phone)));
    for (const { code } of HeaderCallState.rows) expect(reached).toContain(code);
  });

  test('a tab that carries a call asks before it is closed (complaint 4)', () => {
    expect([
      carriesCall(at('ready')),
      carriesCall(at('hungUp')),
      carriesCall(at('ringing')),
      carriesCall(at('inbound')),
    ]).toEqual([false, false, true, true]);
  });
});
