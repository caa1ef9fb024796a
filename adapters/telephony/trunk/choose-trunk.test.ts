import { expect, test } from 'vitest';
import type { NumberClaim } from '#core/trunk/trunks.port.ts';
import { chooseTrunk } from './choose-trunk.ts';

const trunk = (claim?: NumberClaim | false | null) => ({
  contactName: null,
  hosts: [],
  sources: [],
  owner: '',
  ...(claim !== undefined && { claimOf: async () => claim }),
});
const claim = (tenantId: number, sinceMs: number): NumberClaim => ({ tenantId, sinceMs });

test('[CC-12] a number two teams take for theirs is the team’s that had it first, whichever is asked first', async () => {
  const [later, first] = [trunk(claim(2, 20)), trunk(claim(1, 10))];
  expect(await chooseTrunk([later, first], '100')).toBe(first);
  expect(await chooseTrunk([first, later], '100')).toBe(first);
});

test('[CC-12] of a team’s own trunks the first is taken, however old', async () => {
  const [named, older, other] = [trunk(claim(1, 30)), trunk(claim(1, 10)), trunk(claim(2, 20))];
  expect(await chooseTrunk([other, named, older], '100')).toBe(named);
});

test('[CC-12] what the installation lends comes before what a team claims later', async () => {
  const [own, lent] = [trunk(claim(2, 20)), trunk(claim(1, 0))];
  expect(await chooseTrunk([own, lent], '100')).toBe(lent);
});

test('a number nobody has is for who cannot say, else refused by the first', async () => {
  const [none, unsure] = [trunk(false), trunk()];
  expect(await chooseTrunk([none, unsure], '100')).toBe(unsure);
  expect(await chooseTrunk([none, trunk(false)], '100')).toBe(none);
});
