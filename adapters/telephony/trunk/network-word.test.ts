import { expect, test } from 'vitest';
import { readMessage } from '../embedded/sip/message-check.ts';
import { callerOf } from './incoming-caller.ts';
import { networkWordOf } from './network-word.ts';

const invite = (...headers: string[]) => {
  const from = headers.some((line) => line.startsWith('From:')) ? [] : ['From: <sip:+49301@carrier.example>;tag=1'];
  const read = readMessage(
    [
      'INVITE sip:+49309@us.example SIP/2.0',
      'Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bKx',
      'To: <sip:+49309@us.example>',
      'Call-ID: c',
      'CSeq: 1 INVITE',
      'Contact: <sip:192.0.2.1>',
      ...from,
      ...headers,
      '',
      '',
    ].join('\r\n'),
    'carrier',
  );
  if (read.kind !== 'request') throw new Error(JSON.stringify(read));
  return read.message;
};
const passport = (claim: string) =>
  `Identity: eyJhIjoxfQ.${Buffer.from(claim).toString('base64url')}.c2ln;info=<https://certs.example/x>;alg=ES256;ppt=shaken`;
const PASSED = 'P-Asserted-Identity: <sip:+4940;verstat=TN-Validation-Passed@carrier.example;user=phone>';

test.each<[string[], string | null]>([
  [[], null],
  [[PASSED], 'A'],
  [[PASSED, passport('{"attest":"B"}')], 'B'],
  [[PASSED, 'Identity: ..c2ln;info=<https://certs.example/x>'], 'A'],
  [[PASSED, 'Identity: nonsense', 'Identity: a.%%%.c', passport('not json')], 'A'],
  [[passport('{"attest":"A"}')], null],
  [['From: <sip:+49301@x;verstat=TN-Validation-Passed-C>;tag=1'], 'C'],
  [['From: "a;verstat=TN-Validation-Passed-A" <sip:+49301@x>;tag=1'], null],
  [['From: <tel:+49301;verstat=TN-Validation-Failed>;tag=1'], 'failed'],
  [['P-Attestation-Indicator: B'], 'B'],
  [['X-Attestation-Info: c'], 'C'],
])('[CC-12] how sure the carriers are: %o', (headers, attestation) => {
  expect(networkWordOf(invite(...headers)).attestation).toBe(attestation);
});

test.each([
  [PASSED, '+4940'],
  ['P-Asserted-Identity: <tel:+4940;verstat=TN-Validation-Passed-A>', '+4940'],
  ['From: <sip:+4940;verstat=TN-Validation-Passed@x>;tag=1', '+4940'],
])('[CC-04] what the network thinks of a number is no part of it: %s', (header, number) => {
  expect(callerOf(invite(header)).number).toBe(number);
});

const history = (...entries: string[]) => entries.map((entry) => `History-Info: ${entry}`);
test.each<[string[], string | null]>([
  [['Diversion: <sip:+49305@x>;reason=unconditional'], '+49305'],
  [['Diversion: "Front desk" <tel:+49305>;reason=no-answer;counter=1'], '+49305'],
  // Who forwarded last stands first.
  [['Diversion: <sip:+49306@x>;reason=user-busy, <sip:+49305@x>;reason=no-answer'], '+49305'],
  [['Diversion: <sip:+49306@x>', 'Diversion: <sip:+49305@x>'], '+49305'],
  [['Diversion: <sip:+49305@x>;privacy=full'], null],
  [['Diversion: <sip:+49305@x>;privacy="uri"'], null],
  [['Diversion: <sip:frontdesk@x>'], null],
  [['Diversion: <sip:unknown@unknown.invalid>;reason=unknown'], null],
  [['Diversion: <sip:%00%0d%0aX@x>'], null],
  [['Diversion: "never ends <sip:+49305@x>'], null],
  [['Diversion: '], null],
  [history('<sip:+49305@x>;index=1', '<sip:+49309@x;cause=302>;index=1.1'), '+49305'],
  [history('<sip:+49305@x>;index=1, <sip:+49306@x;cause=486>;index=1.1, <sip:+49309@x>;index=1.1.1'), '+49305'],
  [history('<sip:+49305@x?Reason=SIP%3Bcause%3D302>;index=1', '<sip:+49309@x>;index=1.1'), '+49305'],
  // Only written another way.
  [history('<sip:+49305@x>;index=1', '<sip:49309@x>;index=1.1'), null],
  [history('<sip:+49305@x>;index=1', '<sip:49309@x;cause=3020>;index=1.1'), null],
  [history('<sip:+49305@x;cause=302>;index=1'), null],
  [history('<sip:+49305@x?Privacy=history>;index=1', '<sip:+49309@x;cause=302>;index=1.1'), null],
  [['Privacy: history', ...history('<sip:+49305@x>;index=1', '<sip:+49309@x;cause=302>;index=1.1')], null],
  [history('<sip:%zz@x>;index=1', '<sip:%zz@x;cause=302>;index=1.1'), null],
])('[CC-04] the number that was dialled first: %o', (headers, divertedFrom) => {
  expect(networkWordOf(invite(...headers)).divertedFrom).toBe(divertedFrom);
});

test.each<[string[], string | undefined]>([
  [['Diversion: <sip:+49305@x>;reason=unconditional'], 'always'],
  [['Diversion: <sip:+49305@x>;reason="User-Busy";counter=1'], 'busy'],
  [['Diversion: <sip:+49306@x>;reason=deflection, <sip:+49305@x>;reason=no-answer'], 'noAnswer'],
  [['Diversion: <sip:+49305@x>;reason=out-of-service'], 'unreachable'],
  [['Diversion: <sip:+49305@x>;reason=unknown'], undefined],
  [['Diversion: <sip:+49305@x>'], undefined],
  [['Diversion: <sip:+49305@x>;reason=user-busy;privacy=full'], undefined],
  [
    history('<sip:+49305@x>;index=1', '<sip:+49306@x;cause=408>;index=1.1', '<sip:+49309@x;cause=302>;index=1.2'),
    'noAnswer',
  ],
  [history('<sip:+49305@x?Reason=SIP%3Bcause%3D486>;index=1', '<sip:+49309@x>;index=1.1'), 'busy'],
  [history('<sip:+49305@x>;index=1', '<sip:+49309@x;cause=487>;index=1.1'), 'byHand'],
  [history('<sip:+49305@x>;index=1', '<sip:+49309@x;cause=503>;index=1.1'), 'unreachable'],
  [history('<sip:frontdesk@x>;index=1', '<sip:+49309@x;cause=302>;index=1.1'), undefined],
])('[CC-04] why a call was forwarded: %o', (headers, divertedBecause) => {
  expect(networkWordOf(invite(...headers)).divertedBecause).toBe(divertedBecause);
});
