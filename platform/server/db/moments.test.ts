import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toWireTime } from '#shared/wire-time.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { momentOfMs, momentOfMsColumn, momentOfWire, msOfColumn } from './moments.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

const AT_MS = Date.parse('2026-11-15T10:20:30.456Z');

const one = (value: RawBuilder<unknown>): Promise<unknown> =>
  opened.db.everyTenant(
    'moments',
    async (tx) => (await sql<{ it: unknown }>`select ${value} it`.execute(tx.as<never>())).rows[0]!.it,
  );

test('a moment of the product comes back to the millisecond, and reads as the wire writes it', async () => {
  for (const atMs of [AT_MS, 0, -1, Date.parse('0001-01-02T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]) {
    const back = sql`(select ${msOfColumn('m.at')} from (select ${momentOfMs(atMs)} at) m)`;
    expect(Math.round((await one(back)) as number)).toBe(atMs);
  }
  expect(await one(momentOfMs(AT_MS))).toBe(toWireTime(AT_MS));
});

test('no moment stays none', async () => {
  expect(await one(momentOfMs(null))).toBeNull();
  expect(await one(momentOfWire(null))).toBeNull();
  expect(await one(sql`(select ${msOfColumn('m.at')} from (select null::timestamptz at) m)`)).toBeNull();
});

test('milliseconds of rows become moments', async () => {
  expect(await one(sql`(select ${momentOfMsColumn('r.atMs')} from (select ${AT_MS}::float8 "atMs") r)`)).toBe(
    '2026-11-15 10:20:30',
  );
});

test('what the wire wrote is a moment of UTC, whatever zone the database keeps', async () => {
  const isSame = sql`(${momentOfWire('2026-11-15 10:20:30')} = timestamptz '2026-11-15 10:20:30+00')`;
  expect(await one(isSame)).toBe(true);
});
