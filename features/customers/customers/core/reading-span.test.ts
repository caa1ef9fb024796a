import { expect, test } from 'vitest';
import { READ_IN_A_SPAN, readOn, type ReadingSpan } from './reading-span.ts';

const HOUR_MS = 3_600_000;
const upTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

test('[ADMIN-04] whoever reads more people than one deals with is told of once in the hour, and again in the next', () => {
  const dueFlags: boolean[] = [];
  let span: ReadingSpan | undefined;
  const read = (ids: number[], nowMs: number): void => {
    const next = readOn(span, ids, nowMs);
    span = next.span;
    dueFlags.push(next.isLogDue);
  };
  read(upTo(READ_IN_A_SPAN), 0);
  read(upTo(READ_IN_A_SPAN), 1);
  read([READ_IN_A_SPAN + 1], 2);
  read(upTo(2 * READ_IN_A_SPAN), 3);
  read(upTo(2 * READ_IN_A_SPAN), HOUR_MS);
  read([1], HOUR_MS + 1);
  expect(dueFlags).toEqual([false, false, true, false, true, false]);
});

test('[ADMIN-04] people read long ago are not counted to those of now', () => {
  const first = readOn(undefined, upTo(READ_IN_A_SPAN), 0);
  expect(readOn(first.span, [READ_IN_A_SPAN + 1], HOUR_MS)).toMatchObject({
    isLogDue: false,
    span: { sinceMs: HOUR_MS },
  });
});
