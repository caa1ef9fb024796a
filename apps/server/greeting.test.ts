import { afterEach, expect, test, vi } from 'vitest';
import type { World } from '#platform/server/world.ts';
import { readConfig } from './config.ts';
import { greet } from './greeting.ts';

afterEach(() => void vi.restoreAllMocks());

async function greeting(env: Record<string, string>, whereabouts: string | null = null): Promise<string> {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  await greet({} as World, readConfig(env), null, whereabouts);
  return said.mock.calls.join('\n');
}

test('a demo that others can reach says so at its start', async () => {
  expect(await greeting({ DEMO: '1', HOST: '0.0.0.0' })).toContain('everybody may sign in and read its messages');
});

test('where the database lies is said at the start when it is not where one would look', async () => {
  expect(await greeting({ DEMO: '1' }, 'The database lies in /var/lib/openseat/1.')).toContain(
    'lies in /var/lib/openseat',
  );
});

test.each(['127.0.0.1', 'localhost', '::1'])('a demo on %s warns of nobody', async (HOST) => {
  const said = await greeting({ DEMO: '1', HOST });
  expect(said).toContain('OpenSeat is ready');
  expect(said).not.toContain('others can reach it');
});
