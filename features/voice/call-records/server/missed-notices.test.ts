import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { openLog } from '#platform/server/log.ts';
import { loadTexts } from '#platform/server/texts.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { aCall, playCall } from './calls.fixture.ts';
import { openCallBook } from './index.ts';
import { missedNotices, notifyMissed } from './missed-notices.ts';

const { db, close } = await testDb();
const book = openCallBook({
  db,
  files: diskFiles(mkdtempSync(join(tmpdir(), 'openseat-missed-'))),
  log: openLog('silent'),
});
afterAll(async () => {
  await book.stop();
  await close();
});
db.subscribe('push-notices.due', { task: 'test.noticeDue' });

const notifiedUsers = async (callId: string): Promise<number[]> =>
  (
    await db.pool.query<{ user: number }>(
      `select (payload->>'userId')::int "user" from graphile_worker._private_jobs where payload->>'subject' = $1 order by 1`,
      [callId],
    )
  ).rows.map(({ user }) => user);

test('[push] a call that reached nobody is told to those for whom it rang, not to who declined it', async () => {
  const tenantId = await aTenant(db);
  const [ana, budi, chen] = [await aMember(db, tenantId), await aMember(db, tenantId), await aMember(db, tenantId)];
  const callId = await playCall(
    book,
    aCall(tenantId),
    [
      [1, { type: 'agentRang', userId: ana.userId, sipNum: '1' }],
      [16, { type: 'agentMissed', userId: ana.userId, reason: 'missed' }],
      [16, { type: 'agentRang', userId: budi.userId, sipNum: '2' }],
      [18, { type: 'agentMissed', userId: budi.userId, reason: 'rejected' }],
      [18, { type: 'agentRang', userId: chen.userId, sipNum: '3' }],
      [19, { type: 'agentMissed', userId: chen.userId, reason: 'deviceError' }],
    ],
    33,
    { outcome: 'abandoned', cause: 'cancelled' },
  );
  await notifyMissed({ db })({ tenantId, callId });
  expect(await notifiedUsers(callId)).toEqual([ana.userId, chen.userId]);
});

test('[push] a call that a colleague answered is nobody’s missed call', async () => {
  const tenantId = await aTenant(db);
  const [ana, budi] = [await aMember(db, tenantId), await aMember(db, tenantId)];
  const callId = await playCall(
    book,
    aCall(tenantId),
    [
      [1, { type: 'agentRang', userId: ana.userId, sipNum: '1' }],
      [16, { type: 'agentMissed', userId: ana.userId, reason: 'missed' }],
      [16, { type: 'agentRang', userId: budi.userId, sipNum: '2' }],
      [18, { type: 'answered', userId: budi.userId }],
    ],
    60,
  );
  await notifyMissed({ db })({ tenantId, callId });
  expect(await notifiedUsers(callId)).toEqual([]);
});

test('[push] a missed call is told with the number as its reader sees it, until somebody called back', async () => {
  const tenantId = await aTenant(db);
  const open = await aMember(db, tenantId, { functions: ['call-records.use'] });
  const stars = await aMember(db, tenantId, { functions: ['call-records.use'], needsMasking: true });
  const callId = await playCall(book, aCall(tenantId), [], 5, { outcome: 'abandoned' });
  const { describeSubject: describeNotice } = missedNotices({ db, texts: loadTexts() });
  expect(await describeNotice(open.caller(), callId)).toMatchObject({ who: expect.stringContaining('55 1234 5678') });
  expect((await describeNotice(stars.caller(), callId))!.who).not.toContain('1234');
  expect(await describeNotice((await aMember(db, tenantId)).caller(), callId)).toBeNull();
  await playCall(book, aCall(tenantId, { direction: 'outbound', callbackOf: callId }), [], 5);
  expect(await describeNotice(open.caller(), callId)).toBeNull();
});
