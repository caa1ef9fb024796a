import { sql } from 'kysely';
import type { ListedPrice } from '#core/money/choose-price.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { Currency } from '#shared/codes/currency.ts';

const DAY_MS = 86_400_000;
const priced = (service: ListedPrice['service'], priceE4: number, more: Partial<ListedPrice> = {}): ListedPrice => ({
  service,
  kind: '',
  variant: '',
  country: '',
  prefix: '',
  firstSec: 60,
  nextSec: 60,
  setupE4: 0,
  priceE4,
  ...more,
});
/** Of outbound calls, ten-thousandths of a dollar a minute: to landlines of a country, and to its mobiles where their digits tell. */
const minutes: Record<string, number> = {
  '1': 90,
  '1242': 2_100,
  '1809': 450,
  '1876': 2_300,
  '31': 110,
  '316': 320,
  '32': 160,
  '33': 95,
  '336': 420,
  '337': 420,
  '34': 85,
  '346': 380,
  '39': 120,
  '393': 470,
  '44': 75,
  '447': 260,
  '49': 98,
  '4915': 310,
  '4917': 310,
  '52': 95,
  '5255': 70,
  '521': 180,
  '54': 130,
  '549': 1_150,
  '55': 150,
  '57': 140,
  '573': 240,
  '60': 160,
  '6012': 290,
  '61': 140,
  '614': 390,
  '62': 480,
  '6221': 250,
  '628': 620,
  '63': 1_300,
  '65': 120,
  '66': 210,
  '81': 320,
  '8190': 980,
  '82': 180,
  '84': 780,
  '852': 190,
  '86': 130,
  '886': 210,
  '90': 240,
  '91': 170,
};
/** A part of a message. */
const parts: Record<string, number> = {
  AR: 700,
  BR: 250,
  CA: 80,
  CN: 300,
  CO: 120,
  DE: 900,
  ES: 600,
  FR: 700,
  GB: 500,
  ID: 420,
  IN: 90,
  MX: 350,
  NL: 1_050,
  SG: 480,
  US: 80,
};
/** A number a month. */
const numbers: Record<string, number> = {
  CN: 90_000,
  ES: 12_000,
  GB: 10_000,
  ID: 150_000,
  MX: 30_000,
  NL: 15_000,
  US: 11_500,
};

const everything: readonly ListedPrice[] = [
  // What is nowhere else, so that no call is refused for want of a price.
  priced('call', 3_500),
  ...Object.entries(minutes).map(([prefix, priceE4]) => priced('call', priceE4, { prefix })),
  ...['1', '31', '52', '44'].map((prefix) =>
    priced('call', Math.round(minutes[prefix]! * 0.8), { kind: 'task', prefix, firstSec: 6, nextSec: 6 }),
  ),
  priced('call', 45, { kind: 'inbound', firstSec: 1, nextSec: 1 }),
  priced('call', 350, { kind: 'inbound', prefix: '1800', firstSec: 6, nextSec: 6 }),
  priced('ai', 600, { firstSec: 1, nextSec: 1 }),
  priced('sms', 1_200),
  ...Object.entries(parts).map(([country, priceE4]) => priced('sms', priceE4, { country })),
  priced('seat', 250_000, { variant: 'voice' }),
  priced('seat', 150_000, { variant: 'text' }),
  priced('number', 20_000),
  ...Object.entries(numbers).map(([country, priceE4]) => priced('number', priceE4, { country })),
  priced('storage', 1_200),
];
/** What the next list changes. */
const next = (row: ListedPrice): ListedPrice =>
  row.service === 'call' && row.prefix.startsWith('52')
    ? { ...row, priceE4: Math.round(row.priceE4 * 0.9) }
    : row.service === 'sms' && row.country === 'ID'
      ? { ...row, priceE4: row.priceE4 + 60 }
      : row;

/** What a dollar is in it, about. */
const rates: Record<string, number> = { [Currency.usDollar]: 1, [Currency.euro]: 0.92 };

async function addList(
  tx: Tx,
  list: { tenantId: number | null; name: string; currency: string; beginsMs: number },
  rows: readonly ListedPrice[],
): Promise<void> {
  const { rows: added } = await sql<{ id: number }>`
    insert into price_list (tenant_id, name, currency, begins_at)
    values (${list.tenantId}, ${list.name}, ${list.currency}, ${momentOfMs(list.beginsMs)}) on conflict do nothing returning id`.execute(
    tx.as(),
  );
  const id = added[0]?.id;
  if (id === undefined) return;
  const rate = rates[list.currency] ?? 1;
  const inCurrency = rows.map((row) => ({ ...row, priceE4: Math.round(row.priceE4 * rate) }));
  await sql`insert into price_row (list_id, service, kind, variant, country, prefix, first_sec, next_sec, setup_e4, price_e4)
    select ${id}::bigint, p.service, p.kind, p.variant, p.country, p.prefix, p."firstSec", p."nextSec", p."setupE4", p."priceE4"
    from jsonb_to_recordset(${JSON.stringify(inCurrency)}::jsonb)
      p (service text, kind text, variant text, country text, prefix text, "firstSec" int, "nextSec" int, "setupE4" bigint, "priceE4" bigint)`.execute(
    tx.as(),
  );
}

/** Prices of the installation in what demo tenants pay in, one list in force and one to come, and what the bank agreed for itself. */
export async function demoPriceLists(tx: Tx, { tenantId, name, nowMs }: DemoTenant): Promise<void> {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  for (const currency of Object.keys(rates)) {
    const { rows } =
      await sql`select 1 from price_list where tenant_id is null and currency = ${currency} limit 1`.execute(tx.as());
    if (rows.length > 0) continue;
    await addList(
      tx,
      { tenantId: null, name: `Standard ${currency}`, currency, beginsMs: today - 120 * DAY_MS },
      everything,
    );
    await addList(
      tx,
      { tenantId: null, name: `Standard ${currency} (next)`, currency, beginsMs: today + 21 * DAY_MS },
      everything.map(next),
    );
  }
  if (name !== 'Borealis Bank') return;
  const agreed = [
    priced('call', 60, { prefix: '31', firstSec: 1, nextSec: 1 }),
    priced('call', 210, { prefix: '316', firstSec: 1, nextSec: 1 }),
    priced('sms', 900, { country: 'NL' }),
    priced('seat', 220_000, { variant: 'voice' }),
  ];
  await addList(
    tx,
    { tenantId, name: 'Borealis Bank', currency: Currency.euro, beginsMs: today - 60 * DAY_MS },
    agreed,
  );
}
