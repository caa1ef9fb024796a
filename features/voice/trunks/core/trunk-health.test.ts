import { expect, test } from 'vitest';
import { trunkHealth, type TrunkStanding } from './trunk-health.ts';

const UNTIL = '2026-11-17 14:05:00';
const up = { host: 'sip.carrier.example', at: 'up', roundTripMs: 23 } as const;
const down = { host: 'spare.carrier.example', at: 'down', roundTripMs: null } as const;
const unknown = { ...down, at: 'unknown' } as const;
const no = { at: 'off', until: null, retryAt: null } as const;
const standing = (some: Partial<TrunkStanding>): TrunkStanding => ({
  at: 'open',
  registration: no,
  gateways: [up],
  fault: null,
  ...some,
});

test.each<[string, Partial<TrunkStanding>, string, string]>([
  ['switched off', { at: 'off', registration: { ...no, at: 'refused' } }, 'off', 'grey'],
  ['being opened', { at: 'opening' }, 'opening', 'warning'],
  ['not opened', { at: 'failed', fault: { what: 'noPorts', detail: '' } }, 'failed', 'red'],
  ['registered', { registration: { ...no, at: 'registered', until: UNTIL } }, 'registered', 'green'],
  [
    'registered, nobody answers any more',
    { registration: { ...no, at: 'registered', until: UNTIL }, gateways: [down] },
    'silent',
    'red',
  ],
  ['registering', { registration: { ...no, at: 'registering' } }, 'registering', 'warning'],
  [
    'a wrong password',
    { registration: { ...no, at: 'refused', retryAt: UNTIL }, fault: { what: 'wrongPassword', detail: '401' } },
    'wrongPassword',
    'red',
  ],
  [
    'refused for another reason',
    { registration: { ...no, at: 'refused', retryAt: UNTIL }, fault: { what: 'forbidden', detail: '403' } },
    'refused',
    'red',
  ],
  ['nobody reached', { registration: { ...no, at: 'unreachable', retryAt: UNTIL } }, 'unreachable', 'red'],
  ['by address, answered', {}, 'answered', 'green'],
  ['by address, the second answers', { gateways: [down, up] }, 'answered', 'green'],
  ['by address, nobody answers', { gateways: [down, down] }, 'silent', 'red'],
  ['by address, not asked yet', { gateways: [unknown] }, 'unasked', 'warning'],
])('[CC-12] a trunk that is %s', (_what, some, says, tone) => {
  expect(trunkHealth(standing(some))).toMatchObject({ says, tone });
});

test('[CC-12] the sentence names the gateway that answered, and when something ends or is tried again', () => {
  expect(trunkHealth(standing({ gateways: [down, up] }))).toMatchObject({ host: up.host, ms: 23 });
  expect(trunkHealth(standing({ registration: { ...no, at: 'registered', until: UNTIL } })).at).toBe(UNTIL);
  expect(trunkHealth(standing({ registration: { ...no, at: 'unreachable', retryAt: UNTIL } })).at).toBe(UNTIL);
});
