import { expect, test } from 'vitest';
import { StreamReader } from './stream-reader.ts';

const first = 'OPTIONS sip:x SIP/2.0\r\nContent-Length: 4\r\n\r\näb1';
const second = 'SIP/2.0 200 OK\r\nl: 0\r\n\r\n';

test('messages are cut apart wherever the network cut them', () => {
  const bytes = Buffer.from(`${first}\r\n\r\n${second}${first}`);
  for (const size of [1, 2, 3, 7, 50, 1_000]) {
    const reader = new StreamReader();
    const messages: string[] = [];
    for (let at = 0; at < bytes.length; at += size)
      messages.push(...(reader.push(bytes.subarray(at, at + size))?.messages ?? []));
    expect(messages).toEqual([first, second, first]);
  }
});

test('two line ends ask for a sign of life', () => {
  const reader = new StreamReader();
  expect(reader.push(Buffer.from('\r\n\r\n'))).toEqual({ messages: [], pings: 1 });
  expect(reader.push(Buffer.from('\r\n'))).toEqual({ messages: [], pings: 0 });
});

test.each([
  ['a head without end', 'x'.repeat(70_000)],
  ['a body beyond measure', 'OPTIONS sip:x SIP/2.0\r\nContent-Length: 9999999\r\n\r\n'],
])('%s is given up', (_name, text) => {
  expect(new StreamReader().push(Buffer.from(text))).toBeNull();
});
