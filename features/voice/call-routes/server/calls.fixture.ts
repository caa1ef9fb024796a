import { sql } from 'kysely';
import type { TestServer } from '#test/test-server.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { failures } from '#shared/errors.ts';
import type { CallPlans, OutboundPlan } from './index.ts';

export interface Caller {
  member: Member;
  sipNum: string;
  /** What the phone puts into every call. */
  token: string;
}

/** Somebody with a phone that is signed in. */
export async function aPhone(
  server: TestServer,
  tenantId: number,
  wishes: Parameters<typeof aMember>[2] = {},
): Promise<Caller> {
  const member = await aMember(server.world.db, tenantId, { voiceSeat: true, functions: ['routes.use'], ...wishes });
  const { data } = await server.ask('POST', '/cc/api/agent/v1/sipInfo', {
    token: member.token,
    body: { agentName: member.email, deviceUniqueIdentification: 'desk' },
  });
  return { member, sipNum: data.sipNum, token: data.ccToken };
}

export interface Lines {
  tenantId: number;
  line: number;
  router: number;
}

let made = 0;

/** A tenant with one line, one router and one number to show. */
export async function aTenantWithLines(
  server: TestServer,
  {
    maxCalls = null,
    perSec = null,
    countries = [],
  }: { maxCalls?: number | null; perSec?: number | null; countries?: string[] } = {},
): Promise<Lines & { number: string }> {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  const number = `5255500${String(10_000 + (made += 1))}`;
  return db.everyTenant('lines', async (tx) => {
    const id = async (query: ReturnType<typeof sql>): Promise<number> =>
      ((await query.execute(tx.as())).rows[0] as { id: number }).id;
    const line = await id(
      sql`insert into trunk (tenant_id, name, carrier, max_calls, calls_per_sec) values (${tenantId}, 'A', 'rehearsal', ${maxCalls}, ${perSec}) returning id`,
    );
    const router = await id(
      sql`insert into router (tenant_id, name, type, countries) values (${tenantId}, 'Mexico', ${RouteType.manualCall}, ${countries}) returning id`,
    );
    await sql`insert into router_trunk (tenant_id, router_id, trunk_id, position) values (${tenantId}, ${router}, ${line}, 0)`.execute(
      tx.as(),
    );
    await sql`insert into external_number (tenant_id, number, country_iso2) values (${tenantId}, ${number}, 'MX')`.execute(
      tx.as(),
    );
    return { tenantId, line, router, number };
  });
}

/** What became of a call: `816 ownNumber`, `internal`, or the plan. */
export async function dial(
  plans: CallPlans,
  { sipNum, token }: Pick<Caller, 'sipNum' | 'token'>,
  to: string,
  headers: Record<string, string> = {},
): Promise<OutboundPlan | string> {
  const plan = await plans.outbound({
    account: sipNum,
    to,
    headers: {
      [CallHeader.ccAgent]: sipNum,
      [CallHeader.ccToken]: token,
      [CallHeader.calleeCountryCode]: '52',
      ...headers,
    },
  });
  if ('refused' in plan) return `${failures[plan.refused].code} ${plan.detail ?? ''}`;
  return plan.kind === 'internal' ? `internal ${plan.callee.name}` : plan;
}
