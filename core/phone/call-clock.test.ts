import { expect, test } from 'vitest';
import { shortClock } from './call-clock.ts';

test('[PHONE-19] an hour is written once there is one', () => {
  expect([0, 59_999, 3_599_000, 3_661_000].map(shortClock)).toEqual(['00:00', '00:59', '59:59', '01:01:01']);
});
