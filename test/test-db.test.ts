import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#platform/server/clock.ts';
import { openSessions } from '#platform/server/sessions/open-sessions.ts';
import { aMember, aTenant } from './builders.ts';
import { testDb } from './test-db.ts';

const { db, close } = await testDb();
afterAll(close);

test('a member made by the builders is who the session says', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant, {
    functions: ['blacklist.edit', 'blacklist.view'],
    needsMasking: true,
    voiceSeat: true,
  });
  expect(await openSessions(db, systemClock).identify(ana.token)).toEqual({
    ...ana.identity,
    provenMs: expect.any(Number),
    isOperator: false,
    factor: 'none',
  });
});

test('[API-03] a test tenant sees its own rows alone', async () => {
  const [ours, theirs] = [await aTenant(db), await aTenant(db)];
  await aMember(db, theirs);
  const mine = await aMember(db, ours);
  const { rows } = await db.tenant(mine.caller(), (tx) =>
    sql<{ user_id: number }>`select user_id from member`.execute(tx.as()),
  );
  expect(rows).toEqual([{ user_id: mine.userId }]);
});
