import { expect, test } from 'vitest';
import type { Played } from './call-player.fixture.ts';
import { served } from './call-scenes.fixture.ts';

const warned = ({ effects }: Played) => effects.flatMap((effect) => (effect.type === 'warn' ? effect.what : []));

test('[CC-17] a call that goes on obeys a new longest call, counted from its answer', () => {
  const played = served({ maxCallMs: 600_000 });
  played.passMs(30_000);
  played.send({ type: 'limitsChanged', maxCallMs: 60_000, maxHoldMs: null, tellsMonitored: false });
  played.passMs(29_000);
  expect(played.call().at).toBe('talking');
  played.passMs(2_000);
  expect(warned(played)).toEqual(['callLimit']);
  expect(played.call().at).not.toBe('talking');
});

test('[CC-17] a limit that has passed already ends the call now', () => {
  const played = served();
  played.passMs(90_000);
  played.send({ type: 'limitsChanged', maxCallMs: 60_000, maxHoldMs: null, tellsMonitored: false });
  played.passMs(1);
  expect(warned(played)).toEqual(['callLimit']);
});

test('[CC-17] a limit that is taken away no longer ends the call', () => {
  const played = served({ maxCallMs: 60_000 });
  played.send({ type: 'limitsChanged', maxCallMs: null, maxHoldMs: null, tellsMonitored: false });
  played.passMs(600_000);
  expect(played.call()).toMatchObject({ at: 'talking', limit: null });
});

test('[CC-17] a customer on hold comes back as the new limit says, counted from where the hold began', () => {
  const played = served({ maxHoldMs: 300_000 });
  played.send({ type: 'holdAsked' });
  played.passMs(10_000);
  played.send({ type: 'limitsChanged', maxCallMs: null, maxHoldMs: 20_000, tellsMonitored: false });
  played.passMs(9_000);
  expect(played.call().hold).not.toBeNull();
  played.passMs(2_000);
  expect(played.call().hold).toBeNull();
  expect(warned(played)).toEqual(['holdLimit']);
});

test('[CC-17] a hold goes on once its limit is gone, and the next hold obeys the new one', () => {
  const played = served({ maxHoldMs: 20_000 });
  played.send({ type: 'holdAsked' });
  played.send({ type: 'limitsChanged', maxCallMs: null, maxHoldMs: null, tellsMonitored: false });
  played.passMs(60_000);
  expect(played.call().hold).not.toBeNull();
  played.send({ type: 'unholdAsked' });
  played.send({ type: 'limitsChanged', maxCallMs: null, maxHoldMs: 5_000, tellsMonitored: false });
  played.send({ type: 'holdAsked' });
  played.passMs(5_001);
  expect(played.call().hold).toBeNull();
});

test('[CC-17] the same limits again change nothing', () => {
  const played = served({ maxCallMs: 60_000, maxHoldMs: 20_000 });
  played.send({ type: 'holdAsked' });
  const before = played.call();
  expect(played.send({ type: 'limitsChanged', maxCallMs: 60_000, maxHoldMs: 20_000, tellsMonitored: false })).toEqual(
    [],
  );
  expect(played.call()).toEqual(before);
});
