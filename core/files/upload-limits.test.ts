import { expect, test } from 'vitest';
import { refusalToUpload } from './upload-limits.ts';

const limits = { keepFreeBytes: 1_000, visitorDayBytes: 100, tenantDayBytes: 500 };
const room = { freeBytes: 10_000, visitorBytes: 0, tenantBytes: 0 };

test.each([
  [room, 100, null],
  [room, 101, 'uploadsVisitor'],
  [{ ...room, visitorBytes: 60 }, 41, 'uploadsVisitor'],
  [{ ...room, tenantBytes: 450 }, 50, null],
  [{ ...room, tenantBytes: 450 }, 51, 'uploadsTenant'],
  [{ ...room, freeBytes: 1_050 }, 50, null],
  [{ ...room, freeBytes: 1_050 }, 51, 'uploadsFull'],
] as const)('[CHAT-08] with %j a file of %i bytes is refused by %s', (now, bytes, expected) => {
  expect(refusalToUpload(limits, now, bytes)).toBe(expected);
});
