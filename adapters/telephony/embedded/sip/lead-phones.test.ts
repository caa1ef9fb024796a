import { expect, test } from 'vitest';
import { leadingPhones } from './lead-phones.ts';
import type { Wire } from './wire.ts';

const register = [
  'REGISTER sip:openseat.test SIP/2.0',
  'Via: SIP/2.0/UDP 10.0.0.7:5060;branch=z9hG4bK1',
  'Max-Forwards: 70',
  'From: <sip:1001@openseat.test>;tag=1',
  'To: <sip:1001@openseat.test>',
  'Call-ID: one',
  'CSeq: 1 REGISTER',
  'Content-Length: 0',
  '',
  '',
].join('\r\n');

/** A phone whose account is served elsewhere, on a way that nobody can lead on. */
async function turnedAway(way: Wire['way'], text: string) {
  const [sent, closed]: [string[], number[]] = [[], []];
  const nobody = { receive: () => {}, touch: () => {}, closed: () => {}, isSignedIn: () => false };
  const connect = leadingPhones(
    () => nobody,
    () => Promise.reject(new Error('elsewhere')),
  );
  const wire: Wire = {
    address: '192.0.2.1',
    ...(way && { way }),
    send: (message) => void sent.push(message),
    ping: () => {},
    close: (code) => void closed.push(code),
  };
  connect(wire).receive(text);
  await expect.poll(() => closed).toEqual([1_012]);
  return sent.map((message) => message.split('\r\n'));
}

test('[CC-04] a desk phone whose team is at home in another process is told to go on to its next server', async () => {
  const way = { transport: 'udp', host: '192.0.2.9', port: 5_060 } as const;
  const [answer, ...more] = await turnedAway(way, register);
  expect(answer).toEqual(expect.arrayContaining(['SIP/2.0 503 Service Unavailable', 'Retry-After: 5', 'Call-ID: one']));
  expect(more).toEqual([]);
  expect(await turnedAway(way, register.replaceAll('REGISTER', 'OPTIONS'))).toEqual([]);
  // A browser is told by how its websocket closes.
  expect(await turnedAway(undefined, register)).toEqual([]);
});
