import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';

/** Gives the tenant a number of a carrier, whose callers go to the group; false when somebody has it already. */
export async function takeCarrierNumber(
  tx: TenantTx,
  {
    number,
    country,
    remark,
    carrier,
    groupId,
  }: { number: string; country: string; remark: string; carrier: string; groupId: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    insert into did_number (number, country_iso2, remark, inbound_config, group_id, carrier)
    values (${number}, ${country}, ${remark}, ${InboundConfig.agentGroup}, ${groupId}, ${carrier})
    on conflict (number) do nothing returning 1`.execute(tx.as());
  return rows.length > 0;
}

/** The tenant's numbers at a carrier. */
export async function numbersAt(tx: TenantTx, carrier: string): Promise<string[]> {
  const { rows } = await sql<{
    number: string;
  }>`select number from did_number where carrier = ${carrier} order by id`.execute(tx.as());
  return rows.map(({ number }) => number);
}

/** Gives the tenant's numbers at a carrier up; whatever said where their callers go goes with them. */
export async function removeNumbersAt(tx: TenantTx, carrier: string): Promise<void> {
  await sql`delete from did_number where carrier = ${carrier}`.execute(tx.as());
}
