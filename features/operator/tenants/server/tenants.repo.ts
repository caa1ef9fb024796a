import { sql, type RawBuilder } from 'kysely';
import { everyAccount } from '#features/money/ledger/server/index.ts';
import { livingCalls } from '#features/voice/call-records/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { TenantFilter, TenantRow } from '../contract.ts';
import { troublesOf } from '../core/tenant-trouble.ts';
import type { TenantStanding } from '../core/tenant-state.ts';

/** A tenant as the database has it. */
interface FoundRow {
  id: number;
  name: string;
  company: string;
  company_domain: string | null;
  created_at: string;
  state: TenantStanding;
  state_why: string;
  state_at: string | null;
  delete_at: string | null;
  is_demo: boolean;
  members: number;
  voice_seats: number;
  text_seats: number;
  voice_limit: string | null;
  text_limit: string | null;
  paid_until: string | null;
  calls_now: number;
  calls_today: number;
  calls_30_days: number;
  storage_bytes: number;
  storage_limit: number | null;
  campaigns_stopped: boolean;
  trunks_down: number;
  failing_jobs: number;
  last_sign_in: string | null;
  counted_at: string | null;
  currency: string | null;
  balanceE4: number | null;
  heldE4: number | null;
  creditE4: number | null;
  warnBelowE4: number | null;
}

const named = (name: string) => sql`max(value) filter (where name = ${name})`;

/** Settings of all tenants, read once: four questions for each of ten thousand would take longer than everything else. */
const settings = sql`(
  select tenant_id, ${named('SeatLimitVoice')} voice_limit, ${named('SeatLimitText')} text_limit, ${named('DialerPaidUntil')} paid_until,
    coalesce(bool_or(name = 'demo' and value = '1'), false) is_demo
  from tenant_setting where name in ('SeatLimitVoice', 'SeatLimitText', 'DialerPaidUntil', 'demo') group by tenant_id)`;

const columns = sql`
  t.id, t.name, t.company, t.company_domain, t.created_at, t.state, t.state_why, t.state_at, t.delete_at, coalesce(s.is_demo, false) is_demo,
  coalesce(u.members, 0) members, coalesce(u.voice_seats, 0) voice_seats, coalesce(u.text_seats, 0) text_seats,
  s.voice_limit, s.text_limit, s.paid_until,
  coalesce(l.calls, 0) calls_now, coalesce(u.calls_today, 0) calls_today, coalesce(u.calls_30_days, 0) calls_30_days, coalesce(u.storage_bytes, 0) storage_bytes,
  p.storage_bytes storage_limit, coalesce(p.campaigns_stopped, false) campaigns_stopped, coalesce(u.trunks_down, 0) trunks_down, coalesce(u.failing_jobs, 0) failing_jobs,
  u.last_sign_in, u.counted_at, a.currency, a."balanceE4", a."heldE4", a."creditE4", a."warnBelowE4"`;

const from = sql`tenant t left join tenant_usage u on u.tenant_id = t.id left join tenant_plan p on p.tenant_id = t.id
  left join ${everyAccount} a on a.tenant_id = t.id left join ${livingCalls} l on l.tenant_id = t.id left join ${settings} s on s.tenant_id = t.id`;

const orders: Record<TenantFilter['order'], RawBuilder<unknown>> = {
  name: sql`lower(t.name)`,
  foundedAt: sql`t.created_at`,
  members: sql`coalesce(u.members, 0)`,
  callsNow: sql`coalesce(l.calls, 0)`,
  callsToday: sql`coalesce(u.calls_today, 0)`,
  calls30Days: sql`coalesce(u.calls_30_days, 0)`,
  storageBytes: sql`coalesce(u.storage_bytes, 0)`,
  balance: sql`a."balanceE4"`,
  lastSignInAt: sql`u.last_sign_in`,
};

function matching({ keyword, states }: Pick<TenantFilter, 'keyword' | 'states'>): RawBuilder<unknown> {
  const parts = [sql`true`];
  if (states.length > 0) parts.push(sql`t.state = any(${states}::text[])`);
  if (keyword) {
    const like = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
    const isId = /^\d{1,15}$/.test(keyword) ? sql`or t.id = ${Number(keyword)}` : sql``;
    parts.push(
      sql`(t.name ilike ${like} or t.company ilike ${like} or coalesce(t.company_domain, '') ilike ${like} ${isId})`,
    );
  }
  return sql.join(parts, sql` and `);
}

/** Tenants as operators see them. `reader` is who looks, to mark the tenant they live in. */
export function tenantsRepo(tx: Tx, reader: { tenantId: number; nowMs: number }) {
  const shown = (row: FoundRow): TenantRow => shownTenant(row, reader);

  async function read(filter: TenantFilter, limits: RawBuilder<unknown>): Promise<TenantRow[]> {
    const direction = filter.descending ? sql`desc nulls last` : sql`asc nulls last`;
    const { rows } = await sql<FoundRow>`
      select ${columns} from ${from} where ${matching(filter)} order by ${orders[filter.order]} ${direction}, t.id ${limits}`.execute(
      tx.as(),
    );
    return rows.map(shown);
  }

  return {
    async page(
      filter: TenantFilter,
      { page, size }: { page: number; size: number },
    ): Promise<{ list: TenantRow[]; total: number }> {
      const offset = (page - 1) * size;
      // What is wrong is decided by rules, not by columns: all that match are looked at.
      if (filter.troubles.length > 0) {
        const found = (await read(filter, sql``)).filter(({ troubles }) =>
          troubles.some((trouble) => filter.troubles.includes(trouble)),
        );
        return { list: found.slice(offset, offset + size), total: found.length };
      }
      const { rows } = await sql<{ total: number }>`
        select count(*)::int total from tenant t where ${matching(filter)}`.execute(tx.as());
      return { list: await read(filter, sql`limit ${size} offset ${offset}`), total: rows[0]!.total };
    },

    async find(id: number): Promise<TenantRow | null> {
      const { rows } = await sql<FoundRow>`select ${columns} from ${from} where t.id = ${id}`.execute(tx.as());
      return rows[0] ? shown(rows[0]) : null;
    },

    /** Every active tenant with something wrong. */
    async inTrouble(): Promise<number> {
      const all = await read(
        { states: ['active'], troubles: [], order: 'foundedAt', descending: false, keyword: undefined },
        sql``,
      );
      return all.filter(({ troubles }) => troubles.length > 0).length;
    },
  };
}

const limitOf = (setting: string | null): number | null => (setting ? Number(setting) : null);

function shownTenant(row: FoundRow, { tenantId, nowMs }: { tenantId: number; nowMs: number }): TenantRow {
  const voiceSeats = { used: row.voice_seats, limit: limitOf(row.voice_limit) };
  const textSeats = { used: row.text_seats, limit: limitOf(row.text_limit) };
  return {
    id: row.id,
    name: row.name,
    company: row.company,
    companyDomain: row.company_domain,
    foundedAt: row.created_at,
    state: row.state,
    stateWhy: row.state_why,
    stateAt: row.state_at,
    deleteAt: row.delete_at,
    isDemo: row.is_demo,
    isMine: row.id === tenantId,
    members: row.members,
    voiceSeats,
    textSeats,
    callsNow: row.calls_now,
    callsToday: row.calls_today,
    calls30Days: row.calls_30_days,
    storageBytes: row.storage_bytes,
    storageLimit: row.storage_limit,
    currency: row.currency,
    balanceE4: row.balanceE4,
    heldE4: row.heldE4,
    campaignsStopped: row.campaigns_stopped,
    trunksDown: row.trunks_down,
    failingJobs: row.failing_jobs,
    lastSignInAt: row.last_sign_in,
    troubles: troublesOf(
      {
        isActive: row.state === 'active',
        money: row.currency === null ? null : moneyOfRow(row),
        paidUntilMs: paidUntilMs(row.paid_until),
        storage: { bytes: row.storage_bytes, limit: row.storage_limit },
        seats: [voiceSeats, textSeats],
        trunksDown: row.trunks_down,
        failingJobs: row.failing_jobs,
        lastSignInMs: row.last_sign_in === null ? null : fromWireTime(row.last_sign_in),
        foundedMs: fromWireTime(row.created_at),
      },
      nowMs,
    ),
    countedAt: row.counted_at,
  };
}

const moneyOfRow = ({ balanceE4, creditE4, warnBelowE4 }: FoundRow) => ({
  balanceE4: balanceE4 ?? 0,
  creditE4: creditE4 ?? 0,
  warnBelowE4,
});

/** What is paid lasts through its last day, in UTC. */
const paidUntilMs = (date: string | null): number | null =>
  date && /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T23:59:59Z`) : null;
