import { expect, test } from 'vitest';
import { endOfCarrier, endOfOurs, endOfSip } from './end-causes.ts';

test('[CALL-19] how a phone ended its leg', () => {
  expect(endOfSip('placed', { why: 'bye', sipStatus: null, by: 'them' })).toEqual({
    cause: 'normal',
    sipStatus: null,
    by: 'them',
  });
  expect(endOfSip('placed', { why: 'refused', sipStatus: 486, by: 'them' })).toEqual({
    cause: 'busy',
    sipStatus: 486,
    by: 'them',
  });
  expect(endOfSip('offered', { why: 'refused', sipStatus: 486, by: 'us' })).toEqual({
    cause: 'refused',
    sipStatus: 486,
    by: 'us',
  });
  expect(endOfSip('placed', { why: 'timeout', sipStatus: 408, by: 'us' })).toMatchObject({ cause: 'noAnswer' });
  expect(endOfSip('placed', { why: 'failed', sipStatus: 480, by: 'them' })).toMatchObject({ cause: 'unreachable' });
  expect(endOfSip('offered', { why: 'failed', sipStatus: 488, by: 'us' })).toMatchObject({ cause: 'deviceError' });
  expect(endOfSip('placed', { why: 'failed', sipStatus: null, by: 'us' })).toMatchObject({ cause: 'failed' });
  expect(endOfSip('placed', { why: 'lost', sipStatus: null, by: 'them' })).toMatchObject({ cause: 'lost' });
  expect(endOfSip('offered', { why: 'cancelled', sipStatus: 487, by: 'them' })).toMatchObject({
    cause: 'cancelled',
    by: 'them',
  });
});

test('how a line ended its leg', () => {
  expect(endOfCarrier('placed', true, null)).toEqual({ cause: 'normal', sipStatus: null, by: 'them' });
  expect(endOfCarrier('placed', true, 503)).toMatchObject({ cause: 'unreachable' });
  expect(endOfCarrier('placed', false, 614)).toEqual({ cause: 'rejected', sipStatus: 614, by: 'them' });
  expect(endOfCarrier('placed', false, null)).toEqual({ cause: 'rejected', sipStatus: 603, by: 'them' });
  expect(endOfCarrier('offered', false, null)).toEqual({ cause: 'cancelled', sipStatus: 487, by: 'them' });
});

test('the reason of the network counts where the status says little', () => {
  expect(endOfCarrier('placed', false, 503, 17)).toMatchObject({ cause: 'busy', sipStatus: 503 });
  expect(endOfCarrier('placed', false, 480, 19)).toMatchObject({ cause: 'noAnswer' });
  expect(endOfCarrier('placed', false, 500, 1)).toMatchObject({ cause: 'unreachable' });
  expect(endOfCarrier('placed', false, 503, 127)).toMatchObject({ cause: 'unreachable' });
  expect(endOfCarrier('placed', false, 486, 21)).toMatchObject({ cause: 'busy' });
  expect(endOfCarrier('placed', true, null, 16)).toMatchObject({ cause: 'normal' });
  expect(endOfCarrier('placed', true, null, 41)).toMatchObject({ cause: 'lost' });
});

test('how we end a leg', () => {
  expect(endOfOurs('placed', true)).toMatchObject({ cause: 'normal', by: 'us' });
  expect(endOfOurs('placed', false)).toMatchObject({ cause: 'cancelled', by: 'us' });
  expect(endOfOurs('offered', false)).toEqual({ cause: 'refused', sipStatus: 480, by: 'us' });
});
