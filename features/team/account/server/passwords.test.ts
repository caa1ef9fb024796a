import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { openPasswords } from './passwords.ts';

const cheap = { memoryCost: 64, timeCost: 1 };

test('passwords are kept as argon2id at a cost that slows guessing down, each with a salt of its own', async () => {
  const passwords = openPasswords();
  const [one, two] = [await passwords.hash('correct horse staple'), await passwords.hash('correct horse staple')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await passwords.verify(one, 'correct horse staple')).toBe(true);
  expect(await passwords.verify(one, 'Correct horse staple')).toBe(false);
});

test('nobody’s password is never right, not even the one it is compared with', async () => {
  const passwords = openPasswords(undefined, cheap);
  expect(await passwords.verify(null, 'nobody has this password')).toBe(false);
  expect(await passwords.verify('!', 'nobody has this password')).toBe(false);
});

test('a flood waits in line up to a limit and is then refused; the line goes on working', async () => {
  const passwords = openPasswords(undefined, cheap);
  const outcomes = await Promise.allSettled(Array.from({ length: 600 }, (_, i) => passwords.hash(`password ${i}`)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.length).toBeGreaterThan(90);
  expect(refused.length).toBeLessThan(100);
  expect(refused[0]!.reason).toMatchObject({ name: 'unavailable' });
  expect(await passwords.hash('afterwards')).toMatch(/^\$argon2id/);
});

test('hashing is counted for the monitor, also by two servers of one process', async () => {
  const registry = new Registry();
  await openPasswords(registry, cheap).hash('one');
  await openPasswords(registry, cheap).verify(null, 'two');
  const { values } = await registry.getSingleMetric('openseat_password_checks_total')!.get();
  expect(values.map(({ labels, value }) => [labels['what'], value])).toEqual([
    ['hash', 1],
    ['verify', 1],
  ]);
});
