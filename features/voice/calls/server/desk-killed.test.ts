import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { paysForCalls } from '#features/money/charges/server/charges.fixture.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { aTenantHouse } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

const KILLS = 3;
const CALLS_EACH = 7;

test('[TASK-05] killed in the middle of calls again and again: every record is charged once, nothing without one, and the book adds up', async () => {
  const { db, url } = opened;
  const { tenantId } = await aTenantHouse(db);
  await db.everyTenant('programs call too', (tx) =>
    sql`update router set type = ${RouteType.autoDial} where tenant_id = ${tenantId}`.execute(tx.as()),
  );
  await paysForCalls(db, tenantId, { balanceE4: 100_000_000, firstSec: 1, nextSec: 1, setupE4: 10 });
  const folder = mkdtempSync(join(tmpdir(), 'openseat-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const answered: string[] = [];

  /** One process, from its moving in until it is killed after so many calls. */
  async function lives(calls: number): Promise<void> {
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') };
    const program = join(import.meta.dirname, 'desk-process.fixture.ts');
    const task = calls === 0 ? 'looks' : 'calls';
    const child = fork(program, [url, String(tenantId), folder, task], { execArgv: [], env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    let messageCount = 0;
    child.on('message', (word) => {
      if (word !== 'in') answered.push(String(word));
      if ((messageCount += 1) > calls) child.kill('SIGKILL');
    });
    const [code, signal] = await ended;
    expect([code, signal]).toEqual([null, 'SIGKILL']);
  }
  for (let kill = 0; kill < KILLS; kill += 1) await lives(CALLS_EACH);
  // The last one only moves in, and finds what the one before it left.
  await lives(0);

  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{ callId: string; isOver: boolean; seconds: number; entries: number; holds: number }>`
      select r.call_id "callId", r.ended_at is not null "isOver",
        coalesce(ceil(extract(epoch from r.ended_at - (select min(v.at) from call_event v where v.tenant_id = r.tenant_id and v.call_id = r.call_id and v.type = 'answered'))), 0)::int seconds,
        (select count(*) from money_entry e where e.tenant_id = r.tenant_id and e.kind = 'call' and e.ref = r.call_id)::int entries,
        (select count(*) from money_hold h where h.tenant_id = r.tenant_id and h.call_id = r.call_id)::int holds
      from call_record r where r.tenant_id = ${tenantId}`.execute(tx.as()),
  );
  const known = new Map(rows.map((row) => [row.callId, row]));
  expect(answered.length).toBeGreaterThanOrEqual(KILLS * CALLS_EACH);
  expect(rows.filter(({ isOver }) => !isOver)).toEqual([]);
  // Each as its record says: who was cut off is charged to the last sign of life.
  expect(rows.filter(({ entries, seconds }) => entries !== (seconds > 0 ? 1 : 0))).toEqual([]);
  expect(rows.filter(({ holds }) => holds > 0)).toEqual([]);
  expect(rows.filter(({ entries }) => entries === 1).length).toBeGreaterThan(KILLS);
  // What was told is in the book, but for what a kill took from its line: more of it the quicker calls come.
  expect(answered.filter((callId) => !known.has(callId)).length).toBeLessThan(answered.length / 2);
  const { rows: sums } = await db.everyTenant('looks', (tx) =>
    sql<{ alone: number; wrong: number }>`
      select (select count(*) from money_entry e where e.tenant_id = ${tenantId} and e.kind = 'call' and not exists (select from call_record r where r.tenant_id = e.tenant_id and r.call_id = e.ref))::int alone,
        (select count(*) from money_differences())::int wrong`.execute(tx.as()),
  );
  expect(sums).toEqual([{ alone: 0, wrong: 0 }]);
});
