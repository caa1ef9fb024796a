import { sql } from 'kysely';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { SoundUses } from '#platform/server/contributions.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { msOfColumn } from '#platform/server/db/moments.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import { numberCalendars } from '#features/voice/business-hours/server/index.ts';
import { SOUND_PROMPT } from '#core/call/team-prompt.ts';
import { isSipCarrier } from '#core/trunk/carrier-words.ts';
import type { DidNumber, Menu, NumberGoal } from '../contract.ts';

/** A number of ours that somebody outside called. */
export interface CalledDid {
  tenantId: number;
  id: number;
  number: string;
  inboundConfig: InboundConfig;
  groupId: number | null;
  menu: Menu | null;
  /** Published, or gone meanwhile. */
  flowId: number | null;
  language: string | null;
  /** Since when it is answered here. */
  claimedMs: number;
}

/** Whose number this is; null for one nobody answers here. */
export async function calledNumber(db: Db, number: string): Promise<CalledDid | null> {
  const { rows } = await db.everyTenant('a number alone does not tell the tenant', (tx) =>
    sql<CalledDid>`
      select tenant_id "tenantId", id, number, inbound_config "inboundConfig", group_id "groupId", menu, flow_id "flowId", language, ${msOfColumn('claimed_at')} "claimedMs" from did_number where number = ${number} and enabled`.execute(
      tx.as(),
    ),
  );
  return rows[0] ?? null;
}

/** The numbers of a tenant that are answered. */
export async function heldNumbers(tx: TenantTx): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`select number from did_number where enabled`.execute(tx.as());
  return rows.map(({ number }) => number);
}

/** How many numbers a tenant has that it did not bring along with a trunk of its own. */
export async function countLentNumbers(tx: TenantTx): Promise<number> {
  const { rows } = await sql<{
    carrier: string;
    count: number;
  }>`select carrier, count(*) from did_number where enabled group by carrier`.execute(tx.as());
  return rows.reduce((sum, { carrier, count }) => (isSipCarrier(carrier) ? sum : sum + count), 0);
}

/** Whether a tenant answers one of these. */
export async function numbersHeldBy(db: Db, tenantId: number, numbers: readonly string[]): Promise<boolean> {
  const { rows } = await db.everyTenant('whether another team has a number', (tx) =>
    sql`select from did_number where number = any(${numbers}::text[]) and tenant_id = ${tenantId} and enabled limit 1`.execute(
      tx.as(),
    ),
  );
  return rows.length > 0;
}

const select = sql`
  select d.id, d.number, coalesce(d.country_iso2, '') "countryIso2", d.remark, d.inbound_config "inboundConfig", d.group_id "groupId", coalesce(g.name, '') "groupName", d.menu, d.flow_id "flowId", coalesce(f.name, '') "flowName", h.calendar_id "calendarId", coalesce(h.name, '') "calendarName", coalesce(a.name, '') "accountName", d.enabled
  from did_number d left join ${groupRows} g on g.id = d.group_id left join flow f on f.id = d.flow_id
    left join ${numberCalendars} h on h.did_number_id = d.id left join carrier_account a on a.id = d.carrier_account_id`;

export interface DidFilter {
  number?: string | undefined;
  remark?: string | undefined;
  countryIso2?: string | undefined;
  groupId?: number | undefined;
  goal?: NumberGoal | undefined;
  enabled?: boolean | undefined;
}

const toGroup = sql`(d.inbound_config = ${InboundConfig.agentGroup} or (d.flow_id is null and d.menu is null))`;
const leads: Record<NumberGoal, ReturnType<typeof sql>> = {
  group: sql`${toGroup} and d.group_id is not null`,
  menu: sql`d.inbound_config = ${InboundConfig.ivr} and d.flow_id is null and d.menu is not null`,
  flow: sql`d.inbound_config = ${InboundConfig.ivr} and d.flow_id is not null`,
  nowhere: sql`${toGroup} and d.group_id is null`,
};

export interface AddedNumber {
  number: string;
  country: string;
  remark: string;
  groupId: number | null;
  /** The account at a carrier it comes from. */
  accountId: number | null;
}

/** The numbers of one tenant. */
export function didNumbersRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  function where({ number = '', remark = '', countryIso2, groupId, goal, enabled }: DidFilter) {
    const parts = [sql`position(${number} in d.number) > 0 and position(lower(${remark}) in lower(d.remark)) > 0`];
    if (countryIso2) parts.push(sql`d.country_iso2 = ${countryIso2}`);
    if (groupId !== undefined) parts.push(sql`d.group_id = ${groupId}`);
    if (goal) parts.push(sql`${leads[goal]}`);
    if (enabled !== undefined) parts.push(sql`d.enabled = ${enabled}`);
    return sql`where ${sql.join(parts, sql` and `)}`;
  }
  return {
    async page(
      filter: DidFilter,
      { page, size }: { page: number; size: number },
    ): Promise<{ list: DidNumber[]; total: number }> {
      const { rows: list } =
        await sql<DidNumber>`${select} ${where(filter)} order by d.number limit ${size} offset ${(page - 1) * size}`.execute(
          rows,
        );
      const { rows: counted } = await sql<{
        total: number;
      }>`select count(*) total from did_number d ${where(filter)}`.execute(rows);
      return { list, total: counted[0]!.total };
    },
    async find(id: number): Promise<DidNumber | null> {
      const found = await sql<DidNumber>`${select} where d.id = ${id}`.execute(rows);
      return found.rows[0] ?? null;
    },
    async add({ number, country, remark, groupId, accountId }: AddedNumber): Promise<number> {
      const { rows: added } = await sql<{ id: number }>`
        insert into did_number (number, country_iso2, remark, inbound_config, group_id, carrier, carrier_account_id)
        values (${number}, ${country}, ${remark}, ${InboundConfig.agentGroup}, ${groupId}, 'any', ${accountId}) returning id`.execute(
        rows,
      );
      return added[0]!.id;
    },
    count: async () =>
      (await sql<{ count: number }>`select count(*) count from did_number`.execute(rows)).rows[0]!.count,
    countries: async () =>
      (
        await sql<{
          iso2: string;
        }>`select distinct country_iso2 iso2 from did_number where country_iso2 is not null order by 1`.execute(rows)
      ).rows.map(({ iso2 }) => iso2),
    async existing(ids: readonly number[]): Promise<number[]> {
      const found = await sql<{ id: number }>`select id from did_number where id = any(${ids}::bigint[])`.execute(rows);
      return found.rows.map(({ id }) => id);
    },
    /** Those of these that the tenant has. */
    async ours(numbers: readonly string[]): Promise<{ id: number; number: string }[]> {
      const found = await sql<{
        id: number;
        number: string;
      }>`select id, number from did_number where number = any(${numbers}::text[])`.execute(rows);
      return found.rows;
    },
    /** Those of these that were in the other state. */
    async setEnabled(ids: readonly number[], enabled: boolean): Promise<string[]> {
      const changed = await sql<{
        number: string;
      }>`update did_number set enabled = ${enabled}, claimed_at = case when ${enabled} then now() else claimed_at end where id = any(${ids}::bigint[]) and enabled <> ${enabled} returning number`.execute(
        rows,
      );
      return changed.rows.map(({ number }) => number);
    },
    async remove(id: number): Promise<void> {
      await sql`delete from did_number where id = ${id}`.execute(rows);
    },
    async setRemark(id: number, remark: string): Promise<void> {
      await sql`update did_number set remark = ${remark} where id = ${id}`.execute(rows);
    },
    async setInbound(
      id: number,
      {
        inboundConfig,
        groupId,
        menu,
        flowId,
      }: { inboundConfig: InboundConfig; groupId: number | null; menu: Menu | null; flowId: number | null },
    ): Promise<void> {
      await sql`update did_number set inbound_config = ${inboundConfig}, group_id = ${groupId}, flow_id = ${flowId}, menu = ${menu === null ? null : JSON.stringify(menu)}::jsonb where id = ${id}`.execute(
        rows,
      );
    },
  };
}

/** Groups that call with a number and no other. */
export async function groupsCallingOnlyWith(
  tx: TenantTx,
  { didNumberId = null, externalNumberId = null }: { didNumberId?: number | null; externalNumberId?: number | null },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select g.name from agent_group_number n join ${groupRows} g on g.id = n.group_id
    where (n.did_number_id = ${didNumberId}::bigint or n.external_number_id = ${externalNumberId}::bigint)
      and (select count(*) from agent_group_number o where o.group_id = n.group_id) = 1 order by g.name`.execute(
    tx.as(),
  );
  return rows.map(({ name }) => name);
}

/** Numbers whose menu says a sound of the team: while it does, the sound stays. */
export const soundsOfNumbers: SoundUses = async (tx, soundIds) => {
  const { rows } = await sql<{ soundId: number; id: number; number: string }>`
    select s.id "soundId", n.id, n.number from unnest(${soundIds}::bigint[]) as s (id)
    join did_number n on n.menu ->> 'prompt' = ${SOUND_PROMPT} || s.id order by n.number`.execute(tx.as());
  return rows.map(({ soundId, id, number }) => ({ soundId, use: { kind: 'number', id, name: number } }));
};

/** What others may know of numbers: a subquery to join, which the database resolves as if it were the table. */
export const numberRows = sql`(select id, tenant_id, number, remark, inbound_config, group_id, enabled from did_number)`;
