import { sql } from 'kysely';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import type { Menu } from '../contract.ts';

/** Numbers of the demo's tenants. The first two lead to groups, the third asks. */
const numbers: Readonly<
  Record<string, readonly { number: string; country: string; remark: string; group: string; asks?: boolean }[]>
> = {
  'Aurora Travel': [
    { number: '525550000101', country: 'MX', remark: 'Sales', group: 'Sales' },
    { number: '525550000102', country: 'MX', remark: 'Support', group: 'Support' },
    { number: '14155550199', country: 'US', remark: 'Main number, with a menu', group: 'Sales', asks: true },
  ],
  'Borealis Bank': [{ number: '31205550100', country: 'NL', remark: 'Service desk', group: 'Service desk' }],
};

/** The numbers a demo tenant can be called at. */
export async function demoDidNumbers(tx: Tx, { tenantId, name }: DemoTenant): Promise<void> {
  const { rows: groups } = await sql<{
    id: number;
    name: string;
  }>`select id, name from ${groupRows} g where tenant_id = ${tenantId} order by id`.execute(tx.as());
  const idOf = (group: string): number | null => (groups.find((one) => one.name === group) ?? groups[0])?.id ?? null;
  for (const { number, country, remark, group, asks } of numbers[name] ?? []) {
    const groupId = idOf(group);
    const menu = asks && groupId !== null ? JSON.stringify(menuOf(groupId, idOf('Support') ?? groupId)) : null;
    await sql`
      insert into did_number (tenant_id, number, country_iso2, remark, inbound_config, group_id, menu, carrier)
      values (${tenantId}, ${number}, ${country}, ${remark}, ${menu ? InboundConfig.ivr : InboundConfig.agentGroup}, ${groupId}, ${menu}::jsonb, 'rehearsal')
      on conflict (number) do nothing`.execute(tx.as());
  }
}

/** One more number of a demo tenant, for a capability that answers it; null when somebody else has it. */
export async function demoDidNumber(
  tx: Tx,
  {
    tenantId,
    number,
    country,
    remark,
    groupId,
  }: { tenantId: number; number: string; country: string; remark: string; groupId: number | null },
): Promise<number | null> {
  await sql`
    insert into did_number (tenant_id, number, country_iso2, remark, inbound_config, group_id, carrier)
    values (${tenantId}, ${number}, ${country}, ${remark}, ${InboundConfig.agentGroup}, ${groupId}, 'rehearsal') on conflict (number) do nothing`.execute(
    tx.as(),
  );
  return (
    (
      await sql<{ id: number }>`select id from did_number where tenant_id = ${tenantId} and number = ${number}`.execute(
        tx.as(),
      )
    ).rows[0]?.id ?? null
  );
}

/** Each group of a demo shows the number its callers know, and numbers that are nobody's in particular. */
export async function showOwnNumbers(tx: Tx, tenantId: number, externalIds: readonly number[]): Promise<void> {
  await sql`insert into agent_group_number (tenant_id, group_id, did_number_id) select tenant_id, group_id, id from did_number where tenant_id = ${tenantId} and group_id is not null on conflict do nothing`.execute(
    tx.as(),
  );
  await sql`insert into agent_group_number (tenant_id, group_id, external_number_id) select distinct d.tenant_id, d.group_id, e from did_number d cross join unnest(${externalIds}::bigint[]) e where d.tenant_id = ${tenantId} and d.group_id is not null on conflict do nothing`.execute(
    tx.as(),
  );
}

const menuOf = (sales: number, support: number): Menu => ({
  prompt: 'menu.main',
  keys: { 1: { kind: 'group', groupId: sales }, 2: { kind: 'group', groupId: support }, 3: { kind: 'voicemail' } },
  otherwise: { kind: 'group', groupId: support },
  waitMs: 5_000,
  tries: 3,
});
