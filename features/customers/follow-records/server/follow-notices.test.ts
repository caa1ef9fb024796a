import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { followNotices } from './follow-notices.ts';

const { db, close } = await testDb();
afterAll(close);

test('[push] a follow-up that is due is told to whoever is to do it, and not once it is done', async () => {
  const tenantId = await aTenant(db);
  const functions = ['follow-records.use'];
  const ana = await aMember(db, tenantId, { functions });
  const { rows: customers } = await db.pool.query<{ id: number }>(
    `insert into customer (tenant_id, full_name) values ($1, 'Lucía Torres') returning id`,
    [tenantId],
  );
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into follow_record (tenant_id, customer_id, content, due_at, assignee_id) values ($1, $2, 'call', now(), $3) returning id`,
    [tenantId, customers[0]!.id, ana.userId],
  );
  const subject = String(rows[0]!.id);
  const { describeSubject: describeNotice } = followNotices({ db });
  expect(await describeNotice(ana.caller(), subject)).toEqual({ who: 'Lucía Torres', address: '/followUps' });
  expect((await describeNotice({ ...ana.caller(), needsMasking: true }, subject))!.who).not.toContain('Torres');
  expect(await describeNotice((await aMember(db, tenantId, { functions })).caller(), subject)).toBeNull();
  expect(await describeNotice((await aMember(db, await aTenant(db), { functions })).caller(), subject)).toBeNull();
  await db.pool.query('update follow_record set done_at = now() where id = $1', [rows[0]!.id]);
  expect(await describeNotice(ana.caller(), subject)).toBeNull();
});
