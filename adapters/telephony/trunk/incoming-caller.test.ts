import { describe, expect, test } from 'vitest';
import { readMessage } from '../embedded/sip/message-check.ts';
import { callerOf, dialledIn, q850In } from './incoming-caller.ts';

const invite = (...headers: string[]) => {
  const given = new Set(headers.map((line) => line.split(':', 1)[0]!.toLowerCase()));
  const usual = [
    'Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bKx',
    'From: "Ana" <sip:+49301@carrier.example>;tag=1',
    'To: <sip:+49309@us.example>',
    'Call-ID: c',
    'CSeq: 1 INVITE',
    'Contact: <sip:192.0.2.1>',
  ].filter((line) => !given.has(line.split(':', 1)[0]!.toLowerCase()));
  const read = readMessage(
    ['INVITE sip:t123@us.example SIP/2.0', ...usual, ...headers, '', ''].join('\r\n'),
    'carrier',
  );
  if (read.kind !== 'request') throw new Error(JSON.stringify(read));
  return read.message;
};

describe('who calls', () => {
  test.each([
    [[], '+49301', 'Ana'],
    [['P-Asserted-Identity: "Network" <sip:+4940@carrier.example>'], '+4940', 'Ana'],
    [['P-Asserted-Identity: <tel:+4940;phone-context=x>, <sip:+4940@x>'], '+4940', 'Ana'],
    [['Remote-Party-ID: <sip:4941@x>;party=calling;privacy=off'], '4941', 'Ana'],
    [['P-Asserted-Identity: <sip:+4940@x>', 'Privacy: id'], 'anonymous', ''],
    [['Remote-Party-ID: <sip:4941@x>;privacy=full'], 'anonymous', ''],
    [['From: "Anonymous" <sip:anonymous@anonymous.invalid>;tag=1'], 'anonymous', ''],
    [['From: <sip:restricted@unknown.invalid>;tag=1'], 'anonymous', ''],
    [['From: <tel:+4942>;tag=1'], '+4942', ''],
    [['From: tel:+4942;tag=1'], '+4942', ''],
    [['From: <sip:%2B4942@x>;tag=1'], '+4942', ''],
    [['From: <sip:carrier.example>;tag=1'], 'anonymous', ''],
    [['P-Asserted-Identity: nonsense', 'Privacy: none'], '+49301', 'Ana'],
  ])('%o', (headers, number, name) => {
    expect(callerOf(invite(...headers))).toEqual({ number, name });
  });

  test.each([
    [[], 't123', '+49309'],
    [[], null, 't123'],
    [['P-Called-Party-ID: <sip:+49305@x>'], null, '+49305'],
    [['P-Called-Party-ID: <tel:+49305>'], 't123', '+49305'],
  ])('whom they dialled: %o, our contact %s', (headers, contact, dialled) => {
    expect(dialledIn(invite(...headers), contact)).toBe(dialled);
  });
});

test.each([
  [['Q.850;cause=17;text="User busy"'], 17],
  [['SIP;cause=200;text="x"', 'Q.850 ;cause=16'], 16],
  [['SIP;cause=486'], null],
  [['Q.850;cause=99999'], null],
  [[], null],
])('the reason in %o', (values, cause) => {
  expect(q850In({ getHeaders: () => values })).toBe(cause);
});
