import { expect, test } from 'vitest';
import { wireFrame } from './wire-frame.ts';

test.each([
  [0, [0x81, 0]],
  [1, [0x81, 1]],
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 0xff, 0xff]],
  [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
])('a text of %i bytes has its length before it', (length, head) => {
  const frame = wireFrame('x'.repeat(length));
  expect([...frame.subarray(0, head.length)]).toEqual(head);
  expect(frame.subarray(head.length).toString()).toBe('x'.repeat(length));
});

test('lengths are those of bytes, not of letters', () => {
  const text = 'Grüße 🙂'.repeat(20);
  const frame = wireFrame(text);
  expect(frame.readUInt16BE(2)).toBe(Buffer.byteLength(text));
  expect(frame.subarray(4).toString()).toBe(text);
});
