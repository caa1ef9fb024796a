import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { thinQualityJob } from './thin-quality.ts';

const { db, close } = await testDb();
afterAll(close);

test('of a call long past the last measurement of each side stays and the worst; a recent one keeps them all; another night finds nothing more', async () => {
  const tenantId = await aTenant(db);
  const call = (callId: string, daysAgo: number) =>
    db.tenant({ tenantId }, async (tx) => {
      await sql`insert into call_record (call_id, node, direction, started_at, customer_number, our_number)
        values (${callId}, 'n', 'inbound', now() - ${daysAgo} * interval '1 day', '5255', '5256')`.execute(tx.as());
      await sql`insert into call_quality (call_id, party, at, mos, figures)
        select ${callId}, party, now() - ${daysAgo} * interval '1 day' + n * interval '15 s', n, jsonb_build_object('jitterMs', case n when 2 then 90 else 5 end)
        from generate_series(1, 4) n, unnest(array['agent', 'customer']) party`.execute(tx.as());
    });
  const kept = async (): Promise<Record<string, number[]>> => {
    const { rows } = await db.tenant({ tenantId }, (tx) =>
      sql<{ call_id: string; mos: number[] }>`
        select call_id, array_agg(mos::float8 order by party, mos) mos from call_quality group by call_id`.execute(
        tx.as(),
      ),
    );
    return Object.fromEntries(rows.map(({ call_id: callId, mos }) => [callId, mos]));
  };
  await call('of years ago', 800);
  await call('of summer', 100);
  await call('of last week', 7);
  const night = () => thinQualityJob({ db }).run(undefined as never);
  await night();
  const thinned = { 'of years ago': [2, 4, 2, 4], 'of summer': [2, 4, 2, 4], 'of last week': [1, 2, 3, 4, 1, 2, 3, 4] };
  expect(await kept()).toEqual(thinned);
  await night();
  expect(await kept()).toEqual(thinned);
});
