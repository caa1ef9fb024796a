import { sql } from 'kysely';
import { demoBalance } from '#features/office/bills/server/index.ts';
import { showOwnNumbers } from '#features/voice/did-numbers/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { Currency } from '#shared/codes/currency.ts';
import { RouteType } from '#shared/codes/route-type.ts';

interface DemoRoutes {
  home: { router: string; country: string };
  currency: string;
  numbers: readonly { number: string; country: string; remark: string; atHome: boolean }[];
}

const byTenant: Readonly<Record<string, DemoRoutes>> = {
  'Aurora Travel': {
    home: { router: 'Mexico', country: 'MX' },
    currency: Currency.usDollar,
    numbers: [
      { number: '525550000150', country: 'MX', remark: 'Campaigns', atHome: true },
      { number: '14155550150', country: 'US', remark: 'North America', atHome: false },
    ],
  },
  'Borealis Bank': {
    home: { router: 'Netherlands', country: 'NL' },
    currency: Currency.euro,
    numbers: [{ number: '31205550150', country: 'NL', remark: 'Cards', atHome: true }],
  },
};
const BALANCE_MINOR = 250_000;

/** Two rehearsal lines, a router for home and one for the world, and numbers to show. */
export async function demoRoutes(tx: Tx, { tenantId, name }: DemoTenant): Promise<void> {
  const demo = byTenant[name];
  if (!demo) return;
  const lines: number[] = [];
  for (const line of ['Rehearsal line A', 'Rehearsal line B'])
    lines.push(
      await newId(
        tx,
        sql`insert into call_line (tenant_id, name, carrier, max_calls) values (${tenantId}, ${line}, 'rehearsal', 100) returning id`,
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
  for (const [router, order] of [
    [home, lines],
    [world, lines.toReversed()],
  ] as const) {
    for (const [position, line] of order.entries())
      await sql`insert into router_line (tenant_id, router_id, line_id, position) values (${tenantId}, ${router}, ${line}, ${position})`.execute(
        tx.as(),
      );
  }
  for (const { number, country, remark, atHome } of demo.numbers) {
    await sql`insert into external_number (tenant_id, number, remark, country_iso2, router_id) values (${tenantId}, ${number}, ${remark}, ${country}, ${atHome ? null : world})`.execute(
      tx.as(),
    );
  }
  await showOwnNumbers(tx, tenantId);
  await demoBalance(tx, tenantId, demo.currency, BALANCE_MINOR);
}

async function newId(tx: Tx, insert: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await (insert as ReturnType<typeof sql<{ id: number }>>).execute(tx.as());
  return rows[0]!.id;
}
