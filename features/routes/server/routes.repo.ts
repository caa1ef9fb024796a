import { sql } from 'kysely';
import type { LineFact, RouterFact, ShownNumber } from '#core/call/call-permission.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { RouteType } from '#shared/codes/route-type.ts';
import type { DisplayNumber } from '../contract.ts';

interface NumberRow extends Omit<DisplayNumber, 'kind'> {
  kind: 'did' | 'external';
  routerId: number | null;
}

/** External numbers and our own, both of which can be shown. */
const allNumbers = sql`(
  select id, number, remark, country_iso2, router_id, 'external' kind, enabled from external_number
  union all
  select id, number, remark, country_iso2, null, 'did', enabled from did_number where not exists (select 1 from external_number e where e.number = did_number.number)) n`;

/** Lines, routers and numbers of one tenant. */
export function routesRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const numbers = async (where: ReturnType<typeof sql>): Promise<NumberRow[]> => {
    const found = await sql<NumberRow>`
      select n.id, n.number, n.remark, coalesce(n.country_iso2, '') "countryIso2", n.kind, n.router_id "routerId" from ${allNumbers} where n.enabled and ${where} order by n.kind desc, n.id`.execute(rows);
    return found.rows;
  };
  return {
    async routers(): Promise<(RouterFact & { name: string })[]> {
      const found = await sql<RouterFact & { name: string; type: RouteType }>`
        select r.id, r.name, r.type, r.enabled, r.countries, array(select rl.line_id from router_line rl where rl.router_id = r.id order by rl.position, rl.line_id) "lineIds"
        from router r order by r.id`.execute(rows);
      return found.rows;
    },
    /** Lines with what they carry at this moment. */
    async lines(nowMs: number): Promise<LineFact[]> {
      const found = await sql<LineFact>`
        select l.id, l.carrier, l.enabled, l.max_calls "maxCalls", l.calls_per_sec "maxPerSec",
          (select count(*) from call_attempt a where a.line_id = l.id and a.ended_at is null) calls,
          case when l.calls_per_sec is null then 0
            else (select count(*) from call_attempt a where a.line_id = l.id and a.at > ${new Date(nowMs - 1_000)}) end "callsThisSec"
        from call_line l order by l.id`.execute(rows);
      return found.rows;
    },
    /** Also numbers bound to a router. */
    shown: (): Promise<ShownNumber[]> => numbers(sql`true`).then((list) => list.map(({ number, countryIso2, routerId }) => ({ number, country: countryIso2 || null, routerId }))),
    all: () => numbers(sql`true`),
    onRouter: (routerId: number) => numbers(routerId === 0 ? sql`true` : sql`(n.router_id is null or n.router_id = ${routerId})`),
    ofGroup: (groupId: number) =>
      numbers(sql`exists (select 1 from agent_group_number g where g.group_id = ${groupId} and ((n.kind = 'did' and g.did_number_id = n.id) or (n.kind = 'external' and g.external_number_id = n.id)))`),
    async hasGroup(groupId: number): Promise<boolean> {
      const found = await sql`select 1 from agent_group where id = ${groupId}`.execute(rows);
      return found.rows.length > 0;
    },
    async isOwnNumber(number: string): Promise<boolean> {
      const found = await sql`select 1 from did_number where number = ${number}`.execute(rows);
      return found.rows.length > 0;
    },
    async colleague(sipNum: string): Promise<{ userId: number; sipNum: string; name: string } | null> {
      const found = await sql<{ userId: number; sipNum: string; name: string }>`
        select a.user_id "userId", a.sip_num "sipNum", m.nick_name name from agent a join member m on m.user_id = a.user_id and m.enabled where a.sip_num = ${sipNum} and a.enabled`.execute(rows);
      return found.rows[0] ?? null;
    },
    /** Until when the plan is paid, and what money is left; null where nobody counts. */
    async account(): Promise<{ paidUntilMs: number | null; balance: number | null }> {
      const found = await sql<{ until: string | null; balance: number | null }>`
        select (select value from tenant_setting where name = 'DialerPaidUntil') until, (select balance_minor from tenant_balance) balance`.execute(rows);
      const { until, balance } = found.rows[0]!;
      return { paidUntilMs: endOfDay(until ?? ''), balance };
    },
  };
}

const DAY_MS = 86_400_000;

/** The plan holds through its last day, in UTC. */
function endOfDay(date: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return null;
  const startMs = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(startMs) ? null : startMs + DAY_MS;
}
