import { expect, test } from 'vitest';
import { aLiveCall } from './desk.fixture.ts';
import { serverCall } from './server-news.ts';

const consulting = {
  kind: 'consult' as const,
  to: 'Budi',
  toUserId: 8,
  talkingTo: 'third' as const,
  answered: true,
  muted: [],
};
const three = { ...consulting, talkingTo: 'both' as const };

test.each([
  ['agent', 'customer', null, [true, false]],
  ['agent', 'customer', consulting, [false, false]],
  ['agent', 'both', consulting, [true, false]],
  ['colleague', 'customer', null, [null, true]],
  ['colleague', null, null, [null, false]],
  ['third', 'customer', consulting, [false, false]],
  ['third', 'third', consulting, [false, true]],
  ['third', 'both', consulting, [false, true]],
  ['agent', null, three, [false, false]],
  ['third', null, three, [false, false]],
] as const)(
  '[CALL-11] the page of the %s knows who let whom wait when “%s” waits (complaint 15)',
  (role, held, transfer, [isHeld, isHeldByThem]) => {
    expect(serverCall(aLiveCall({ role, held, transfer }), 0)).toMatchObject({ isHeld, isHeldByThem });
  },
);
