import { sql } from 'kysely';
import { demoQualityReports } from '#features/voice/calls/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';

const DAYS = 21;
const DAY_MS = 86_400_000;
/** How the demo's lines sound on a good day; the third goes a long way. */
const LINES = [
  { id: 1, mos: 4.32 },
  { id: 2, mos: 4.36 },
  { id: 3, mos: 3.5 },
];

/** Three weeks of checks, and what pages told of the demo's calls. */
export async function demoLineChecks(tx: Tx, { tenantId, people, nowMs, chance }: DemoTenant): Promise<void> {
  const rows = tx.as<never>();
  const checks = people
    .filter(({ voiceSeat }) => voiceSeat)
    .flatMap(({ userId }) =>
      Array.from({ length: DAYS }, (_, day) => day).flatMap((day) =>
        LINES.map(({ id, mos }) => {
          const failed = id === 3 && chance() < 0.06;
          return {
            userId,
            lineId: id,
            mos: failed ? null : Math.round((mos - chance() * 0.25) * 100) / 100,
            error: failed ? 'connect' : null,
            atMs: nowMs - day * DAY_MS - 9 * 3_600_000 - Math.floor(chance() * 1_800_000),
          };
        }),
      ),
    );
  await sql`
    insert into line_check (tenant_id, user_id, line_id, kind, mos, round_trip_ms, jitter_ms, loss_percent, error, created_at)
    select ${tenantId}, c."userId", c."lineId", 'quiet', c.mos, case when c.mos is null then null else (4.5 - c.mos) * 200 end, case when c.mos is null then null else (4.5 - c.mos) * 10 end,
      case when c.mos is null then null else (4.5 - c.mos) * 2 end, c.error, to_timestamp(c."atMs" / 1000)
    from jsonb_to_recordset(${JSON.stringify(checks)}::jsonb) as c ("userId" bigint, "lineId" int, mos numeric, error text, "atMs" float8)`.execute(
    rows,
  );
  await demoQualityReports(tx, tenantId);
}
