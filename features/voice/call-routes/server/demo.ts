import { sql } from 'kysely';
import { showOwnNumbers } from '#features/voice/did-numbers/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { RouteType } from '#shared/codes/route-type.ts';

interface DemoRoutes {
  home: { router: string; country: string };
  numbers: readonly { number: string; country: string; remark: string; atHome: boolean }[];
}

const byTenant: Readonly<Record<string, DemoRoutes>> = {
  'Aurora Travel': {
    home: { router: 'Mexico', country: 'MX' },
    numbers: [
      { number: '525550000150', country: 'MX', remark: 'Campaigns', atHome: true },
      { number: '14155550150', country: 'US', remark: 'North America', atHome: false },
    ],
  },
  'Borealis Bank': {
    home: { router: 'Netherlands', country: 'NL' },
    numbers: [{ number: '31205550150', country: 'NL', remark: 'Cards', atHome: true }],
  },
};
/** What a minute costs, by first digits. */
const demoPrices = [
  ['1', 0.9],
  ['31', 1.4],
  ['52', 1.2],
  ['5255', 0.8],
] as const;

/** Two rehearsal trunks, a route for home, one for the world and one for campaigns, what calls over them would cost, and numbers to show. */
export async function demoRoutes(tx: Tx, { tenantId, name }: DemoTenant): Promise<void> {
  const demo = byTenant[name];
  if (!demo) return;
  const trunks: number[] = [];
  for (const trunk of ['Rehearsal trunk A', 'Rehearsal trunk B'])
    trunks.push(
      await newId(
        tx,
        sql`insert into trunk (tenant_id, name, carrier, max_calls) values (${tenantId}, ${trunk}, 'rehearsal', 100) returning id`,
      ),
    );
  const home = await newId(
    tx,
    sql`insert into router (tenant_id, name, type, countries) values (${tenantId}, ${demo.home.router}, ${RouteType.manualCall}, ${[demo.home.country]}) returning id`,
  );
  const world = await newId(
    tx,
    sql`insert into router (tenant_id, name, type) values (${tenantId}, 'International', ${RouteType.outbound}) returning id`,
  );
  const campaigns = await newId(
    tx,
    sql`insert into router (tenant_id, name, type) values (${tenantId}, 'Campaigns', ${RouteType.autoDial}) returning id`,
  );
  for (const [router, order] of [
    [home, trunks],
    [world, trunks.toReversed()],
    [campaigns, trunks],
  ] as const) {
    for (const [position, trunk] of order.entries())
      await sql`insert into router_trunk (tenant_id, router_id, trunk_id, position) values (${tenantId}, ${router}, ${trunk}, ${position})`.execute(
        tx.as(),
      );
  }
  for (const [index, trunk] of trunks.entries())
    for (const [prefix, perMinute] of demoPrices)
      await sql`insert into trunk_price (tenant_id, trunk_id, prefix, per_minute) values (${tenantId}, ${trunk}, ${prefix}, ${perMinute + index / 4})`.execute(
        tx.as(),
      );
  const external: number[] = [];
  for (const { number, country, remark, atHome } of demo.numbers)
    external.push(
      await newId(
        tx,
        sql`insert into external_number (tenant_id, number, remark, country_iso2, router_id) values (${tenantId}, ${number}, ${remark}, ${country}, ${atHome ? null : world}) returning id`,
      ),
    );
  await showOwnNumbers(tx, tenantId, external);
}

async function newId(tx: Tx, insert: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await (insert as ReturnType<typeof sql<{ id: number }>>).execute(tx.as());
  return rows[0]!.id;
}
