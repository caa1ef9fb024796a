import { sql } from 'kysely';
import { lineRoom, type LineRoom } from '#core/call/line-room.ts';
import type { RouterFact } from '#core/call/plan-facts.ts';
import { limitsFor, type AppliedLimit } from '#features/voice/call-limits/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import { callAttempts } from './call-attempts.ts';
import { realCarriers, type PlanParts } from './plan-parts.ts';
import { selectRouters } from './routes.repo.ts';

const NOBODY = 0;
const OF_LINES = ['callsPerSecond', 'concurrent', 'costPerDay'];

/** How many calls a program may begin over a route now, without taking any place. */
export async function roomOnLines(
  { exchange }: Pick<PlanParts, 'exchange'>,
  tx: TenantTx,
  { routerId, nowMs }: { routerId: number; nowMs: number },
): Promise<LineRoom> {
  const { rows: routers } = await sql<RouterFact>`${selectRouters}`.execute(tx.as());
  const { rows: limits } = await sql<AppliedLimit>`${limitsFor(NOBODY)}`.execute(tx.as());
  const used = await callAttempts(tx, nowMs).look({
    limits: limits.filter(({ scope, kind }) => scope === 'tenant' && OF_LINES.includes(kind)),
    userId: null,
    number: '',
    zone: await tenantZone(tx),
    realCarriers: realCarriers(exchange, tx.tenantId),
  });
  return lineRoom({ purpose: 'autoDial', routerId, nowMs, routers, ...used });
}
