import { sql } from 'kysely';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { World } from '#platform/server/world.ts';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { readConfig } from './config.ts';
import { greet } from './greeting.ts';

const opened = await testDb();
afterAll(() => opened.close());
afterEach(() => void vi.restoreAllMocks());

async function greeting(env: Record<string, string>, whereabouts: string | null = null): Promise<string> {
  const consoleLog = vi.spyOn(console, 'log').mockImplementation(() => {});
  const config = readConfig(env);
  await greet({ db: opened.db, demo: config.demo } as World, config, null, whereabouts);
  return consoleLog.mock.calls.join('\n');
}

test.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://seat.example' }, { TRUST_PROXY: '1' }])(
  'a demo that others can reach says so at its start, and what that means: %j',
  async (env) => {
    const printed = await greeting({ DEMO: '1', ...env });
    expect(printed).toContain(`others can reach it (${Object.keys(env)[0]}`);
    expect(printed).toContain('may sign in as its owners');
    expect(printed).toContain('DEMO=0');
  },
);

test('where the database lies is said at the start when it is not where one would look', async () => {
  expect(await greeting({ DEMO: '1' }, 'The database lies in /var/lib/openseat/1.')).toContain(
    'lies in /var/lib/openseat',
  );
});

test.each(['127.0.0.1', 'localhost', '::1'])('a demo on %s warns of nobody', async (HOST) => {
  const printed = await greeting({ DEMO: '1', HOST });
  expect(printed).toContain('OpenSeat is ready');
  expect(printed).not.toContain('others can reach it');
});

test('without the demo it gives a link for the first owner, also where an earlier start left the demo behind', async () => {
  expect(await greeting({ DEMO: '0' })).not.toContain('left the demo');
  const tenantId = await aTenant(opened.db);
  await opened.db.everyTenant('the demo', (tx) =>
    sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, 'demo', '1')`.execute(tx.as()),
  );
  const printed = await greeting({ DEMO: '0' });
  expect(printed).toContain('/setup?key=');
  expect(printed).toContain('An earlier start left the demo in this data');
});
